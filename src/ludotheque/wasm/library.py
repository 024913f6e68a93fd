"""Compiled functions over records as a native library, for one operating system and processor.

The same LLVM IR that becomes WebAssembly is compiled for a native target and linked by zig without any other library,
so that one Linux file serves every C library.

Each function is exported twice. ``NAME`` is for C: a record is a pointer, an array a pointer and its counts.
``py_NAME`` is for CPython: a record or an array is the address of its NumPy object. It reads the data pointers (of
NumPy's public structs ``PyVoidScalarObject`` and ``PyArrayObject``) and calls ``NAME``, because asking NumPy for a
pointer from Python takes longer than most rules. It also refuses, by returning ``REFUSED``, arrays that are not
contiguous or have other dimensions, and read-only memory into which the function may write: that is what LLVM cannot
prove to be only read. A function without a result returns 0. One that raises returns ``FAILED``, or NaN if it returns a
float.
"""

from __future__ import annotations

import json
import os
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

from ..engine import bits
from ..native import library as native
from .build import UNCOUNTED, NotPortable, check_complete, compiled_ir, linker, optimise, parse
from .declaration import records_of
from .header import header

INTEGER, SHORT, FLOAT, BYTE = ir.IntType(64), ir.IntType(32), ir.DoubleType(), ir.IntType(8)
POINTER = BYTE.as_pointer()
QUICK = ("rules", "masking", "view", "preview", "rng", "dispatch", "json_writer", "bits")
"""Modules whose functions take microseconds: a call from Python keeps the GIL."""
READ_ONLY = ("weights",)
"""Parameters into which no function writes, although LLVM cannot always prove it. They lie in read-only memory."""


def in_steps(step: str) -> str:
    """Return LLVM IR that does a step for all %size bytes: 128 at a time (a state has up to 6 kB), then 8, then one.

    In `step`, TYPE is a vector of as many bytes, COUNT their number, AT their offset, and NAME makes names unique.
    """
    text, before = "", "[0, %0]"
    for name, count in (("wide", 128), ("word", 8), ("byte", 1)):
        filled = step.replace("TYPE", f"<{count} x i8>").replace("COUNT", str(count))
        text += f"""
  br label %{name}
{name}:
  %{name}_at = phi i64 {before}, [%{name}_next, %{name}_step]
  %{name}_next = add i64 %{name}_at, {count}
  %{name}_fits = icmp ule i64 %{name}_next, %size
  br i1 %{name}_fits, label %{name}_step, label %{name}_end
{name}_step:{filled.replace("AT", f"%{name}_at").replace("NAME", name)}
  br label %{name}, !llvm.loop !0
{name}_end:"""
        before = f"[%{name}_at, %{name}_end]"
    return text


# LLVM calls these for large copies. Written without `memcpy` of its own in reach: LLVM does not replace loops in
# functions of these names.
COPY_STEP = """
  %NAME_source = getelementptr i8, ptr %from, i64 AT
  %NAME_target = getelementptr i8, ptr %to, i64 AT
  %NAME_some = load TYPE, ptr %NAME_source, align 1
  store TYPE %NAME_some, ptr %NAME_target, align 1"""
FILL_STEP = """
  %NAME_target = getelementptr i8, ptr %to, i64 AT
  %NAME_all = shufflevector <1 x i8> %one, <1 x i8> poison, <COUNT x i32> zeroinitializer
  store TYPE %NAME_all, ptr %NAME_target, align 1"""
COPY = f"""
define ptr @memcpy(ptr %to, ptr %from, i64 %size) noinline {{{in_steps(COPY_STEP)}
  ret ptr %to
}}
define ptr @memmove(ptr %to, ptr %from, i64 %size) noinline {{
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
}}
define ptr @memset(ptr %to, i32 %value, i64 %size) noinline {{
  %low = trunc i32 %value to i8
  %one = insertelement <1 x i8> poison, i8 %low, i32 0{in_steps(FILL_STEP)}
  ret ptr %to
}}
!0 = distinct !{{!0, !{{!"llvm.loop.vectorize.enable", i1 false}}, !{{!"llvm.loop.unroll.disable"}}}}
"""
# On macOS LLVM also calls one of these.
ZEROS = ("bzero", "__bzero")
ZERO = """
define void @{name}(ptr %to, i64 %size) noinline {{
  %done = call ptr @memset(ptr %to, i32 0, i64 %size)
  ret void
}}
"""
# On Windows a module that computes with floats refers to this.
FLOATS_USED = "@_fltused = constant i32 1\n"
# On Windows a function with more than 4096 bytes of local variables calls this first: the stack grows page by page,
# when the page is touched. The size is in RAX; no register changes.
TOUCH_STACK = """
.globl __chkstk
__chkstk:
  pushq %rcx
  pushq %rax
  leaq 24(%rsp), %rcx
1:
  cmpq $4096, %rax
  jbe 2f
  subq $4096, %rcx
  testq %rcx, (%rcx)
  subq $4096, %rax
  jmp 1b
2:
  subq %rax, %rcx
  testq %rcx, (%rcx)
  popq %rax
  popq %rcx
  retq
"""
# The k-th set bit by PDEP, under Numba's calling convention, in place of a function of `engine.bits`.
PDEP = """
declare i64 @llvm.x86.bmi.pdep.64(i64, i64)
declare i64 @llvm.cttz.i64(i64, i1)
define i32 @"{name}"(ptr %result, ptr %exception, i64 %members, i64 %k) alwaysinline {{
  %bit = shl i64 1, %k
  %found = call i64 @llvm.x86.bmi.pdep.64(i64 %bit, i64 %members)
  %index = call i64 @llvm.cttz.i64(i64 %found, i1 true)
  store i64 %index, ptr %result
  ret i32 0
}}
"""


@dataclass(frozen=True)
class Target:
    """A kind of machine."""

    name: str
    triple: str
    cpu: str
    zig: str
    """The target's name in zig, if zig links it: for macOS, where it also signs the library."""
    helpers: str
    """LLVM IR of functions and data that the code generator refers to."""
    hidden: tuple[str, ...]
    """The names that `helpers` defines."""
    fast: bool = False
    """Whether speed counts more than size: loops are unrolled, and the k-th set bit is found by the instruction PDEP.
    Elsewhere unrolling would make libraries 40 % larger and rules up to 10 % faster."""

    @property
    def file(self) -> str:
        """The name of the library's file."""
        return native.file_of(self.name)


COPIES = ("memcpy", "memmove", "memset")
LINUX = (COPY, COPIES)
MACOS = (COPY + "".join(ZERO.format(name=name) for name in ZEROS), (*COPIES, *ZEROS))
WINDOWS = (COPY + FLOATS_USED, (*COPIES, "_fltused"))
TARGETS = {
    target.name: target
    for target in (
        Target("linux-x86_64-v3", "x86_64-unknown-linux-gnu", "x86-64-v3", "", *LINUX, fast=True),
        Target("linux-x86_64-v2", "x86_64-unknown-linux-gnu", "x86-64-v2", "", *LINUX),
        Target("linux-aarch64", "aarch64-unknown-linux-gnu", "generic", "", *LINUX),
        Target("macos-aarch64", "arm64-apple-macosx11.0", "apple-m1", "aarch64-macos.11.0", *MACOS),
        Target("macos-x86_64", "x86_64-apple-macosx11.0", "x86-64-v2", "x86_64-macos.11.0", *MACOS),
        Target("windows-x86_64", "x86_64-pc-windows-msvc", "x86-64-v2", "", *WINDOWS),
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
    machine = found.create_target_machine(cpu=target.cpu, opt=3, reloc="pic", codemodel="small")
    module = parse(UNCOUNTED + target.helpers + data_ir(constants), machine)
    if target.fast:  # a strong definition, which those that are linked in later do not replace
        _, nth = compiled_ir(bits.nth_by_table, (types.int64, types.int64))
        module.link_in(parse(PDEP.format(name=nth.fndesc.llvm_func_name), machine))
    linked = set()
    for export in exports:
        body, result = compiled_ir(export.dispatcher, export.arguments)
        key = (export.dispatcher, export.arguments)
        if key not in linked:
            linked.add(key)
            module.link_in(parse(body, machine))
        module.link_in(parse(str(c_wrapper(export, result)), machine))
    names = [f"{prefix}{export.name}" for export in exports for prefix in ("", "py_")] + list(constants)
    optimise(module, machine, [*names, *target.hidden], vectors=True, unroll=target.fast)
    for export in exports:
        module.link_in(parse(str(python_wrapper(export, module.get_function(export.name))), machine))
    for thing in (*module.functions, *module.global_variables):
        if thing.name in target.hidden:
            thing.visibility = "hidden"
    check_complete(module, "a native library", ("llvm.x86.bmi.pdep.64",) if target.fast else ())
    return link(machine.emit_object(module), names, target)


def data_ir(constants: dict[str, bytes]) -> str:
    """Return LLVM IR that defines texts as exported, zero-terminated data."""
    escaped = {name: "".join(rf"\{byte:02X}" for byte in (*text, 0)) for name, text in constants.items()}
    return "".join(f'@{name} = constant [{len(text) // 3} x i8] c"{text}"\n' for name, text in escaped.items())


def c_wrapper(export: Export, result: Any) -> ir.Module:
    """Return a module with the exported wrapper of a compiled function for C."""
    context, answers, taken = result.target_context, result.fndesc.restype, result.signature.args
    module = context.create_module(f"wrapper.{export.name}")
    inner = ir.Function(module, context.call_conv.get_function_type(answers, taken), result.fndesc.llvm_func_name)
    given: list[ir.Type] = []
    for kind in export.arguments:
        if isinstance(kind, types.Array):
            given += [POINTER] + [INTEGER] * kind.ndim
        else:
            given.append(FLOAT if kind == types.float64 else INTEGER if kind == types.int64 else POINTER)
    returns = FLOAT if isinstance(answers, types.Float) else INTEGER
    outer = ir.Function(module, ir.FunctionType(returns, given), export.name)
    outer.attributes.add("noinline")  # one copy of the code for both
    builder = ir.IRBuilder(outer.append_basic_block())
    left = list(outer.args)
    values: list[Any] = []
    for kind in export.arguments:
        value = left.pop(0)
        if isinstance(kind, types.Array):
            shape = [left.pop(0) for _ in range(kind.ndim)]
            values.append(array_value(context, builder, kind, value, shape))
        elif isinstance(kind, types.Record):
            values.append(builder.bitcast(value, context.get_value_type(kind)))
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


def python_wrapper(export: Export, optimised: Any) -> ir.Module:
    """Return a module with the exported wrapper of a function for CPython, which calls that for C."""
    module = ir.Module(f"python.{export.name}")
    returns = FLOAT if str(optimised.global_value_type).startswith("double") else INTEGER
    kinds = [
        FLOAT if kind == types.float64 else INTEGER if kind == types.int64 else POINTER for kind in export.arguments
    ]
    function = ir.Function(module, ir.FunctionType(returns, kinds), f"py_{export.name}")
    builder = ir.IRBuilder(function.append_basic_block())
    given = list(zip(export.parameters, export.arguments, function.args, strict=True))
    left = list(optimised.arguments)
    good: Any = ir.IntType(1)(1)
    for name, kind, value in given:
        proven = {b"readonly", b"readnone"} & set(left.pop(0).attributes)
        flags = 0 if proven or name in READ_ONLY else native.WRITEABLE
        if isinstance(kind, types.Array):
            del left[: kind.ndim]
            good = builder.and_(good, has_flags(builder, value, native.ARRAY_FLAGS, flags | native.CONTIGUOUS))
            count = load(builder, value, native.ARRAY_DIMENSION_COUNT, SHORT)
            good = builder.and_(good, builder.icmp_signed("==", count, SHORT(kind.ndim)))
        elif isinstance(kind, types.Record) and flags:
            good = builder.and_(good, has_flags(builder, value, native.RECORD_FLAGS, flags))
    with builder.if_then(builder.not_(good), likely=False):
        builder.ret(FLOAT(native.REFUSED_FLOAT) if returns is FLOAT else INTEGER(native.REFUSED))
    values: list[Any] = []
    for _, kind, value in given:
        if isinstance(kind, types.Array):
            values.append(load(builder, value, native.ARRAY_DATA, POINTER))
            dimensions = load(builder, value, native.ARRAY_DIMENSIONS, INTEGER.as_pointer())
            values += [builder.load(builder.gep(dimensions, [INTEGER(axis)])) for axis in range(kind.ndim)]
        elif isinstance(kind, types.Record):
            values.append(load(builder, value, native.RECORD_DATA, POINTER))
        else:
            values.append(value)
    outer = ir.Function(module, ir.FunctionType(returns, [value.type for value in values]), export.name)
    builder.ret(builder.call(outer, values, tail=True))
    return module


def has_flags(builder: Any, value: Any, offset: int, flags: int) -> Any:
    """Return whether an object of NumPy's has all of these flags."""
    found = builder.and_(load(builder, value, offset, SHORT), SHORT(flags))
    return builder.icmp_signed("==", found, SHORT(flags))


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


def link(compiled_module: bytes, exported: Sequence[str], target: Target) -> bytes:
    """Link an object file; return the library. No symbol may be left undefined."""
    with tempfile.TemporaryDirectory() as folder:
        source, library = Path(folder) / "rules.o", Path(folder) / target.file
        source.write_bytes(compiled_module)
        if target.zig:
            options = ["build-lib", "-dynamic", "-target", target.zig, "-fstrip", "-OReleaseFast", "-fno-compiler-rt"]
            run_zig(target, folder, [*options, f"-femit-bin={library.name}", source.name])  # it holds its own path
        elif library.suffix == ".dll":
            names, touch = Path(folder) / "rules.def", Path(folder) / "touch.s"
            names.write_text("\n".join(["EXPORTS", *exported]))
            touch.write_text(TOUCH_STACK)
            run_zig(target, folder, ["cc", "-target", "x86_64-windows-gnu", "-c", str(touch), "-o", f"{touch}.o"])
            options = ["lld-link", "/dll", "/noentry", "/nodefaultlib", "/noimplib", "/brepro", "/opt:ref"]
            run_zig(target, folder, [*options, f"/def:{names}", f"/out:{library}", str(source), f"{touch}.o"])
        else:
            options = ["ld.lld", "-shared", "-z", "defs", "-z", "noexecstack", "--gc-sections", "--strip-all"]
            run_zig(target, folder, [*options, "--hash-style=gnu", "-o", str(library), str(source)])
        return library.read_bytes()


def run_zig(target: Target, folder: str, arguments: Sequence[str]) -> None:
    """Run zig in a folder, where it also keeps its caches; raise ``NotPortable`` if it fails."""
    caches = {"ZIG_LOCAL_CACHE_DIR": folder, "ZIG_GLOBAL_CACHE_DIR": folder}
    environment = {**os.environ, **caches}
    done = subprocess.run([linker(), *arguments], cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise NotPortable(f"{target.name}: {done.stderr.strip()}")


def write_libraries(game: Any, exports: Sequence[Export], folder: Path, targets: Sequence[str]) -> dict[str, int]:
    """Write a game's native libraries and their ``exports.json``; return the size of each library in bytes."""
    loaded = {name: native.source_of(name) for name in sys.modules if is_source(name, sys.modules[name], game.package)}
    modules = sorted(name for name, file in loaded.items() if file is not None)  # folders of data have no file
    files = [file for name in modules if (file := loaded[name]) is not None]
    fingerprint = native.fingerprint(files)
    # Before its callers, which Numba inlines: compiled for one of them it would be inlined too, and PDEP could not
    # replace it.
    compiled_ir(bits.nth_by_table, (types.int64, types.int64))
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
        replace(folder / target.file, library)
        sizes[name] = len(library)
    header_text = header(game.id, functions, records_of(game))
    (folder / f"{game.id}.h").write_text(header_text, encoding="utf-8")
    (folder / native.EXPORTS).write_text(json.dumps(described, indent=1) + "\n", encoding="utf-8")
    return sizes


def replace(file: Path, content: bytes) -> None:
    """Replace a file as a whole: a process that runs the former library keeps it."""
    new = file.with_name(f"{file.name}.new")
    new.write_bytes(content)
    new.replace(file)


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
