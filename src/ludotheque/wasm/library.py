"""Compiled functions over records as a native library, for one operating system and processor.

The same LLVM IR that becomes WebAssembly is compiled for a native target and linked by zig's ``ld.lld`` without any
other library, so that one Linux file serves every C library.

Each function is exported twice. ``NAME`` is for C: a record is a pointer, an array a pointer and its counts.
``py_NAME`` is for CPython: a record or an array is the address of its NumPy object, whose data pointer the wrapper
reads (NumPy's public structs ``PyVoidScalarObject`` and ``PyArrayObject``), because asking NumPy for that pointer from
Python takes longer than most rules. A function without a result returns 0. One that raises returns ``FAILED``, or NaN
if it returns a float.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from llvmlite import binding, ir
from numba import types
from numba.core.dispatcher import Dispatcher
from numba.np import arrayobj, numpy_support

from ..native import library as native
from .build import UNCOUNTED, NotPortable, check_complete, compiled_ir, linker, optimise, parse
from .declaration import records_of
from .header import header

INTEGER, FLOAT, BYTE = ir.IntType(64), ir.DoubleType(), ir.IntType(8)
POINTER = BYTE.as_pointer()
QUICK = ("rules", "masking", "view", "preview", "rng", "dispatch", "json_writer", "bits")
"""Modules whose functions take microseconds: a call from Python keeps the GIL."""

# LLVM calls these for large copies. Written without `memcpy` of its own in reach: LLVM does not replace loops in
# functions of these names.
COPY = """
define ptr @memcpy(ptr %to, ptr %from, i64 %size) noinline {
  br label %wide
wide:
  %k = phi i64 [0, %0], [%next, %copy]
  %next = add i64 %k, 16
  %fits = icmp ule i64 %next, %size
  br i1 %fits, label %copy, label %tail
copy:
  %source = getelementptr i8, ptr %from, i64 %k
  %target = getelementptr i8, ptr %to, i64 %k
  %some = load <16 x i8>, ptr %source, align 1
  store <16 x i8> %some, ptr %target, align 1
  br label %wide
tail:
  %at = phi i64 [%k, %wide], [%after, %byte]
  %left = icmp ult i64 %at, %size
  br i1 %left, label %byte, label %done
byte:
  %one_source = getelementptr i8, ptr %from, i64 %at
  %one_target = getelementptr i8, ptr %to, i64 %at
  %one = load i8, ptr %one_source
  store i8 %one, ptr %one_target
  %after = add i64 %at, 1
  br label %tail
done:
  ret ptr %to
}
define ptr @memmove(ptr %to, ptr %from, i64 %size) noinline {
  %target = ptrtoint ptr %to to i64
  %source = ptrtoint ptr %from to i64
  %ahead = sub i64 %target, %source
  %overlaps = icmp ult i64 %ahead, %size
  br i1 %overlaps, label %back, label %forward
forward:
  %done = call ptr @memcpy(ptr %to, ptr %from, i64 %size)
  ret ptr %to
back:
  %k = phi i64 [%size, %0], [%next, %one]
  %left = icmp ne i64 %k, 0
  br i1 %left, label %one, label %end
one:
  %next = sub i64 %k, 1
  %one_source = getelementptr i8, ptr %from, i64 %next
  %one_target = getelementptr i8, ptr %to, i64 %next
  %byte = load i8, ptr %one_source
  store i8 %byte, ptr %one_target
  br label %back
end:
  ret ptr %to
}
define ptr @memset(ptr %to, i32 %value, i64 %size) noinline {
  %byte = trunc i32 %value to i8
  %first = insertelement <16 x i8> poison, i8 %byte, i32 0
  %all = shufflevector <16 x i8> %first, <16 x i8> poison, <16 x i32> zeroinitializer
  br label %wide
wide:
  %k = phi i64 [0, %0], [%next, %fill]
  %next = add i64 %k, 16
  %fits = icmp ule i64 %next, %size
  br i1 %fits, label %fill, label %tail
fill:
  %target = getelementptr i8, ptr %to, i64 %k
  store <16 x i8> %all, ptr %target, align 1
  br label %wide
tail:
  %at = phi i64 [%k, %wide], [%after, %one]
  %left = icmp ult i64 %at, %size
  br i1 %left, label %one, label %done
one:
  %one_target = getelementptr i8, ptr %to, i64 %at
  store i8 %byte, ptr %one_target
  %after = add i64 %at, 1
  br label %tail
done:
  ret ptr %to
}
"""
HELPERS = ("memcpy", "memmove", "memset")


@dataclass(frozen=True)
class Target:
    """A kind of machine."""

    name: str
    triple: str
    cpu: str
    features: str
    link: tuple[str, ...]
    """The linker's flavour and its options."""
    suffix: str


ELF = ("ld.lld", "-shared", "-z", "defs", "-z", "noexecstack", "--gc-sections", "--strip-all", "--hash-style=gnu")
TARGETS = {
    target.name: target
    for target in (
        Target("linux-x86_64-v3", "x86_64-unknown-linux-gnu", "x86-64-v3", "", ELF, ".so"),
        Target("linux-x86_64-v2", "x86_64-unknown-linux-gnu", "x86-64-v2", "", ELF, ".so"),
    )
}


@dataclass(frozen=True)
class Export:
    """A function of a library."""

    name: str
    place: str
    """Where Python has it: ``module:name``."""
    dispatcher: Any
    arguments: tuple[Any, ...]
    """The Numba type of each parameter."""
    parameters: tuple[str, ...]


def build_library(exports: Sequence[Export], constants: dict[str, bytes], target: Target) -> bytes:
    """Return a native library with these functions, and with these texts as exported data."""
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    found = binding.Target.from_triple(target.triple)
    machine = found.create_target_machine(
        cpu=target.cpu, features=target.features, opt=3, reloc="pic", codemodel="small"
    )
    module = parse(UNCOUNTED + COPY + data_ir(constants), machine)
    linked = set()
    for export in exports:
        body, result = compiled_ir(export.dispatcher, export.arguments)
        key = (export.dispatcher, export.arguments)
        if key not in linked:
            linked.add(key)
            module.link_in(parse(body, machine))
        for objects in (False, True):
            module.link_in(parse(str(wrapper(export, result, objects)), machine))
    names = [f"{prefix}{export.name}" for export in exports for prefix in ("", "py_")]
    kept = [*names, *constants, *HELPERS]
    optimise(module, machine, kept, vectors=True)
    for helper in HELPERS:
        module.get_function(helper).visibility = "hidden"
    check_complete(module, "a native library")
    return link(machine.emit_object(module), target)


def data_ir(constants: dict[str, bytes]) -> str:
    """Return LLVM IR that defines texts as exported, zero-terminated data."""
    escaped = {name: "".join(rf"\{byte:02X}" for byte in (*text, 0)) for name, text in constants.items()}
    return "".join(f'@{name} = constant [{len(text) // 3} x i8] c"{text}"\n' for name, text in escaped.items())


def wrapper(export: Export, result: Any, objects: bool) -> ir.Module:
    """Return a module with an exported wrapper; `objects`: for CPython, where records and arrays are objects."""
    context, answers, taken = result.target_context, result.fndesc.restype, result.signature.args
    module = context.create_module(f"wrapper.{export.name}.{objects}")
    inner = ir.Function(module, context.call_conv.get_function_type(answers, taken), result.fndesc.llvm_func_name)
    given: list[ir.Type] = []
    for kind in export.arguments:
        if isinstance(kind, types.Array):
            given += [POINTER] if objects else [POINTER] + [INTEGER] * kind.ndim
        else:
            given.append(FLOAT if kind == types.float64 else INTEGER if kind == types.int64 else POINTER)
    returns = FLOAT if isinstance(answers, types.Float) else INTEGER
    outer = ir.Function(module, ir.FunctionType(returns, given), f"{'py_' if objects else ''}{export.name}")
    builder = ir.IRBuilder(outer.append_basic_block())
    left = list(outer.args)
    values: list[Any] = []
    for kind in export.arguments:
        value = left.pop(0)
        if isinstance(kind, types.Array):
            if objects:
                data = load(builder, value, native.ARRAY_DATA, POINTER)
                dimensions = load(builder, value, native.ARRAY_DIMENSIONS, INTEGER.as_pointer())
                shape = [builder.load(builder.gep(dimensions, [INTEGER(axis)])) for axis in range(kind.ndim)]
            else:
                data, shape = value, [left.pop(0) for _ in range(kind.ndim)]
            values.append(array_value(context, builder, kind, data, shape))
        elif isinstance(kind, types.Record):
            pointer = load(builder, value, native.RECORD_DATA, POINTER) if objects else value
            values.append(builder.bitcast(pointer, context.get_value_type(kind)))
        else:
            values.append(value)
    values += [None] * (len(taken) - len(values))  # omitted arguments have no value
    status, answer = context.call_conv.call_function(builder, inner, answers, taken, values)
    with builder.if_then(status.is_error, likely=False):
        builder.ret(FLOAT(float("nan")) if returns is FLOAT else INTEGER(native.FAILED))
    if answers == types.none:
        builder.ret(INTEGER(0))
    elif isinstance(answers, types.Float):
        builder.ret(answer if answers == types.float64 else builder.fpext(answer, FLOAT))
    elif isinstance(answers, types.Integer | types.Boolean):
        widen = builder.sext if isinstance(answers, types.Integer) and answers.signed else builder.zext
        builder.ret(answer if answer.type == INTEGER else widen(answer, INTEGER))
    else:
        raise NotPortable(f"{export.place} returns {answers}: only a number, a boolean or None can be returned")
    return module


def load(builder: Any, base: Any, offset: int, kind: ir.Type) -> Any:
    """Load a value of a struct."""
    return builder.load(builder.bitcast(builder.gep(base, [INTEGER(offset)]), kind.as_pointer()))


def array_value(context: Any, builder: Any, kind: Any, data: Any, shape: Sequence[Any]) -> Any:
    """Return Numba's description of a contiguous array."""
    array = arrayobj.make_array(kind)(context, builder)
    itemsize = context.get_abi_sizeof(context.get_data_type(kind.dtype))
    itemsize = kind.dtype.size if isinstance(kind.dtype, types.Record) else itemsize
    strides: list[Any] = []
    step: Any = INTEGER(itemsize)
    for count in reversed(shape):
        strides.insert(0, step)
        step = builder.mul(step, count)
    arrayobj.populate_array(
        array,
        data=builder.bitcast(data, array.data.type),
        shape=shape,
        strides=strides,
        itemsize=INTEGER(itemsize),
        meminfo=None,
    )
    return array._getvalue()


def link(compiled_module: bytes, target: Target) -> bytes:
    """Link an object file; return the library."""
    with tempfile.TemporaryDirectory() as folder:
        source, library = Path(folder) / "rules.o", Path(folder) / f"rules{target.suffix}"
        source.write_bytes(compiled_module)
        command = [linker(), *target.link, str(source), "-o", str(library)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise NotPortable(f"{target.name}: {done.stderr.strip()}")
        return library.read_bytes()


def write_libraries(game: Any, exports: Sequence[Export], folder: Path, targets: Sequence[str]) -> dict[str, int]:
    """Write a game's native libraries and their ``exports.json``; return the size of each library in bytes."""
    loaded = {name: native.source_of(name) for name in sys.modules if is_source(name, sys.modules[name], game.package)}
    modules = sorted(name for name, file in loaded.items() if file is not None)  # folders of data have no file
    files = [file for name in modules if (file := loaded[name]) is not None]
    fingerprint = native.fingerprint(files)
    functions = {export.place: description(export) for export in exports}
    described = {
        "fingerprint": fingerprint,
        "bytes": native.bytes_hash(files),
        "modules": modules,
        "functions": functions,
    }
    folder.mkdir(exist_ok=True)
    sizes = {}
    for name in targets:
        target = TARGETS[name]
        library = build_library(exports, {native.FINGERPRINT: fingerprint.encode()}, target)
        (folder / f"{name}{target.suffix}").write_bytes(library)
        sizes[name] = len(library)
    header_text = header(game.id, functions, records_of(game))
    (folder / f"{game.id}.h").write_text(header_text, encoding="utf-8")
    (folder / native.EXPORTS).write_text(json.dumps(described, indent=1) + "\n", encoding="utf-8")
    return sizes


def is_source(name: str, module: Any, package: str) -> bool:
    """Return whether compiled code of a game may depend on a loaded module: it belongs to the game, or to the project's
    shared packages and holds compiled functions or how they are compiled."""
    if f"{name}.".startswith(f"{package}."):
        return True
    shared = name.startswith("ludotheque.") and not name.startswith(("ludotheque.games.", "ludotheque.wasm"))
    return name == "ludotheque.native.compiled" or (
        shared and any(isinstance(value, Dispatcher) for value in vars(module).values())
    )


def description(export: Export) -> dict[str, Any]:
    """Return what the loader must know of an exported function."""
    _, result = compiled_ir(export.dispatcher, export.arguments)
    answers = result.fndesc.restype
    module = export.place.partition(":")[0].rpartition(".")[2]
    return {
        "symbol": export.name,
        "long": module not in QUICK,
        "parameters": [
            (name, *parameter(kind)) for name, kind in zip(export.parameters, export.arguments, strict=True)
        ],
        "returns": "none" if answers == types.none else "float" if isinstance(answers, types.Float) else "int",
    }


def parameter(kind: Any) -> tuple[str, str, int]:
    """Return the kind of a parameter, the layout of its record or of an array's items, and an array's dimensions."""
    if isinstance(kind, types.Array):
        return "array", native.layout_of(numpy_support.as_dtype(kind.dtype)), kind.ndim
    if isinstance(kind, types.Record):
        return "record", native.layout_of(numpy_support.as_dtype(kind)), 0
    return ("float" if kind == types.float64 else "int"), "", 0
