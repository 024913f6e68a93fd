"""Compiled functions over records, as one WebAssembly module.

Numba's LLVM IR of each function is taken before optimisation, so that it does not depend on this machine. It is linked
into one module for the target wasm32, with a wrapper for each export, optimised as a whole, compiled by the LLVM that
comes with Numba, and linked by LLVM's ``wasm-ld``. Equal sources and equal versions of Python (whose bytecode Numba
reads), Numba and the linker give equal bytes.

Calling convention of the exports: an integer is a 64-bit float (JavaScript's number, exact up to 2**53); a record is
its address in the module's memory; a function without a result returns 0; booleans are 1 and 0. A function that raises
an exception traps. The module imports nothing. It exports its functions, its ``memory`` and ``__heap_base``: from that
address on the memory, which can grow, belongs to the host.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from inspect import signature
from pathlib import Path
from typing import Any

import numba
import numpy as np
from llvmlite import binding, ir
from numba import config, types

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+bulk-memory-opt,+mutable-globals,+nontrapping-fptoint,+sign-ext"
"""WebAssembly features that every browser has had since 2021."""
VECTORS = "+simd128"
"""A feature that every browser has had since 2023. It makes rules slightly slower, and code with many multiplications
several times faster."""
STACK = 1 << 16

LINKER = "LUDOTHEQUE_ZIG"
"""Environment variable with the path of zig, which contains LLVM's linker on every system."""

WHOLE: np.dtype[Any] = np.dtype("i8")
"""The kind of an integer argument."""

FLOAT = ir.DoubleType()
INTEGER = ir.IntType(64)

# Views of record fields count references, but this memory is never freed: counting is compiled away.
UNCOUNTED = "".join(f"define void @NRT_{name}(ptr %of) alwaysinline {{ ret void }}\n" for name in ("incref", "decref"))
# LLVM replaces some summing loops by a formula in 128 bits, and multiplies by calling this. (Not optimised, because
# LLVM would recognise the multiplication and make it call itself.)
MULTIPLY = """
define void @__multi3(ptr %to, i64 %a, i64 %a_high, i64 %b, i64 %b_high) noinline optnone {
  %a0 = and i64 %a, 4294967295
  %a1 = lshr i64 %a, 32
  %b0 = and i64 %b, 4294967295
  %b1 = lshr i64 %b, 32
  %a0b0 = mul i64 %a0, %b0
  %a0b1 = mul i64 %a0, %b1
  %a1b0 = mul i64 %a1, %b0
  %a1b1 = mul i64 %a1, %b1
  %carried = lshr i64 %a0b0, 32
  %a0b1_low = and i64 %a0b1, 4294967295
  %a0b1_high = lshr i64 %a0b1, 32
  %middle_ = add i64 %carried, %a0b1_low
  %middle = add i64 %middle_, %a1b0
  %middle_high = lshr i64 %middle, 32
  %high_ = add i64 %a1b1, %a0b1_high
  %high__ = add i64 %high_, %middle_high
  %left = mul i64 %a, %b_high
  %right = mul i64 %a_high, %b
  %sides = add i64 %left, %right
  %high = add i64 %high__, %sides
  %low = mul i64 %a, %b
  %to_high = getelementptr i64, ptr %to, i32 1
  store i64 %low, ptr %to
  store i64 %high, ptr %to_high
  ret void
}
"""
HELPER = "__multi3"
ADDRESS = "numba.dynamic.globals"  # Numba's name for a global that holds an address of this process
FOREIGN = ("llvm.x86.", "llvm.aarch64.", "llvm.arm.", "llvm.ppc.")  # prefixes of the intrinsics of other processors


class NotPortable(Exception):
    """Functions cannot be compiled to WebAssembly; the message says why."""


@dataclass(frozen=True)
class Function:
    """A function to export."""

    name: str
    dispatcher: Any
    """The Numba dispatcher that ``rule`` returns."""
    arguments: tuple[np.dtype[Any], ...]
    """The kind of each argument: the dtype of a record, or ``WHOLE``."""
    parameters: tuple[str, ...]
    """The name of each argument in the JSON declaration."""


def build(functions: Sequence[Function], vectors: bool = False) -> bytes:
    """Return a WebAssembly module with these functions, with or without vector instructions."""
    if config.CPU_NAME != "generic" or int(config.OPT) != 0:
        raise NotPortable("this process compiles for the machine at hand: start it with ludotheque.wasm.ENVIRONMENT")
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    target = binding.Target.from_triple(TRIPLE)
    features = f"{FEATURES},{VECTORS}" if vectors else FEATURES
    machine = target.create_target_machine(cpu="mvp", features=features, opt=2, reloc="static", codemodel="default")
    module = parse(UNCOUNTED + MULTIPLY, machine)
    linked = set()
    for function in functions:
        arguments = tuple(numba.from_dtype(kind) for kind in function.arguments)
        body, result = compiled_ir(function.dispatcher, arguments)
        if (function.dispatcher, function.arguments) not in linked:  # a game may export one function under two names
            module.link_in(parse(body, machine))
        linked.add((function.dispatcher, function.arguments))
        module.link_in(parse(str(border(function.name, result, arguments)), machine))
    names = [function.name for function in functions]
    optimise(module, machine, names, vectors)
    check_complete(module)
    return link(machine.emit_object(module), names)


def parse(text: str, machine: Any) -> Any:
    """Return LLVM IR as a module for the target of `machine`, whatever target it was written for."""
    module = binding.parse_assembly(text)
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    return module


def compiled_ir(dispatcher: Any, arguments: tuple[Any, ...]) -> tuple[str, Any]:
    """Compile a function for arguments of these Numba types; further parameters have their defaults. Return its LLVM
    IR, with everything that it calls, and Numba's compile result."""
    further = list(signature(dispatcher.py_func).parameters.values())[len(arguments) :]
    arguments += tuple(types.Omitted(parameter.default) for parameter in further)
    dispatcher.compile(arguments)
    result = dispatcher.overloads[arguments]
    return result.library.get_llvm_str(), result


def border(name: str, result: Any, arguments: Sequence[Any]) -> ir.Module:
    """Return a module with the exported wrapper: it converts floats to integers, calls the compiled function by Numba's
    calling convention, and converts the result to a float."""
    context, answers, taken = result.target_context, result.fndesc.restype, result.signature.args
    module = context.create_module(f"border.{name}")
    inner_type = context.call_conv.get_function_type(answers, taken)
    inner = ir.Function(module, inner_type, result.fndesc.llvm_func_name)
    outer_type = [FLOAT if argument == types.int64 else context.get_value_type(argument) for argument in arguments]
    outer = ir.Function(module, ir.FunctionType(FLOAT, outer_type), name)
    builder = ir.IRBuilder(outer.append_basic_block())
    # Saturating, so that every float is a valid argument.
    to_integer = module.declare_intrinsic("llvm.fptosi.sat", (INTEGER, FLOAT), ir.FunctionType(INTEGER, [FLOAT]))
    values = [
        builder.call(to_integer, [given]) if argument == types.int64 else given
        for given, argument in zip(outer.args, arguments, strict=True)
    ]
    values += [None] * (len(taken) - len(values))  # omitted arguments have no value
    status, answer = context.call_conv.call_function(builder, inner, answers, taken, values)
    with builder.if_then(status.is_error, likely=False):
        builder.call(module.declare_intrinsic("llvm.trap", (), ir.FunctionType(ir.VoidType(), [])), [])
        builder.unreachable()
    if answers == types.none:
        builder.ret(FLOAT(0))
    elif isinstance(answers, types.Integer) and answers.signed:
        builder.ret(builder.sitofp(answer, FLOAT))
    elif isinstance(answers, types.Boolean | types.Integer):
        builder.ret(builder.uitofp(answer, FLOAT))
    else:
        raise NotPortable(f"{name} answers with {answers}: only a whole number, yes or no, or nothing can cross")
    return module


def optimise(module: Any, machine: Any, exported: Sequence[str], vectors: bool, unroll: bool = True) -> None:
    """Remove what the exported functions do not need, and optimise the rest, with or without vector instructions and
    unrolled loops."""
    kept = {*exported, HELPER}  # calls of the helper appear only during code generation
    for thing in (*module.functions, *module.global_variables):
        # Addresses stay external: otherwise their values would be inlined, and `check_complete` would not find them.
        if not thing.is_declaration and thing.name not in kept and not thing.name.startswith(ADDRESS):
            thing.linkage = "internal"
    # Not "optsize": it made modules 10 % smaller and up to 20 % slower.
    options = binding.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = vectors
    options.slp_vectorization = False
    if not unroll:
        options.loop_unrolling = options.loop_interleaving = False
    passes = binding.create_pass_builder(machine, options)
    passes.getModulePassManager().run(module, passes)


def check_complete(module: Any, kind: str = "WebAssembly", instructions: Sequence[str] = ()) -> None:
    """Raise ``NotPortable`` if the module, which becomes this kind of file, needs a Python process or another
    processor than one with these instructions."""
    for wanted in module.functions:
        known = wanted.name in instructions or not wanted.name.startswith(FOREIGN)
        if wanted.is_declaration and not (wanted.name.startswith("llvm.") and known):
            raise NotPortable(f"{users(module, wanted.name)} needs {wanted.name}, which {kind} does not have")
    for wanted in module.global_variables:
        if wanted.name.startswith(ADDRESS):
            raise NotPortable(
                f"{users(module, wanted.name)} holds an address of this process: "
                "perhaps of a constant array that is not contiguous, or larger than a megabyte"
            )
        if wanted.is_declaration:
            raise NotPortable(f"{users(module, wanted.name)} needs {wanted.name}, which {kind} does not have")


def users(module: Any, name: str) -> str:
    """Return the names of the functions that use a symbol, as text."""
    return ", ".join(
        function.name for function in module.functions if function.name != name and f"@{name}" in str(function)
    )


def linker() -> str:
    """Return the path of zig, which contains LLVM's linkers."""
    zig, package = os.environ.get(LINKER), find_spec("ziglang")
    if zig is None and package is not None and package.origin is not None:
        zig = str(Path(package.origin).with_name("zig.exe" if os.name == "nt" else "zig"))
    if zig is None:
        raise NotPortable(f"there is no linker: install the extra build, or let {LINKER} name the program zig")
    return zig


def link(compiled_module: bytes, exported: Sequence[str]) -> bytes:
    """Link an object file; return the WebAssembly module."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "law.o", Path(folder) / "law.wasm"
        source.write_bytes(compiled_module)
        # The stack comes first in memory, so that an overflow traps instead of overwriting constants.
        layout = ("--no-entry", "--stack-first", "-z", f"stack-size={STACK}", "--strip-all")
        exports = [f"--export={name}" for name in (*exported, "__heap_base")]
        command = [linker(), "wasm-ld", *layout, *exports, str(source), "-o", str(target)]
        linked = subprocess.run(command, capture_output=True, text=True)
        missing = dict.fromkeys(re.findall(r"undefined symbol: (\S+)", linked.stderr))
        if missing:
            raise NotPortable(f"{', '.join(exported)}: {', '.join(missing)} is needed, which WebAssembly does not have")
        linked.check_returncode()
        return target.read_bytes()
