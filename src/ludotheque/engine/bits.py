"""Sets of small numbers as the bits of one integer (up to 62 members, so that it stays a signed 64-bit integer)."""

from __future__ import annotations

from typing import Final

import numpy as np

from ..native.compiled import JIT, routine, rule


def size(members: int) -> int:
    """Return the number of members."""
    return int(members).bit_count()


def first(members: int) -> int:
    """Return the smallest member; the set must not be empty."""
    return (int(members) & -int(members)).bit_length() - 1


if JIT:
    # In compiled code both are one machine instruction.
    from llvmlite import ir
    from numba import config, types
    from numba.extending import intrinsic, overload

    @intrinsic  # type: ignore[untyped-decorator,unused-ignore]
    def _population(typing, members):  # type: ignore[no-untyped-def]
        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            return builder.ctpop(args[0])

        return types.int64(types.int64), codegen

    @intrinsic  # type: ignore[untyped-decorator,unused-ignore]
    def _trailing_zeros(typing, members):  # type: ignore[no-untyped-def]
        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), codegen

    @intrinsic  # type: ignore[untyped-decorator,unused-ignore]
    def _deposit(typing, bits, members):  # type: ignore[no-untyped-def]
        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            word = ir.IntType(64)
            deposit = ir.FunctionType(word, [word, word])
            return builder.call(builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", [], deposit), args)

        return types.int64(types.int64, types.int64), codegen

    overload(size)(lambda members: lambda members: _population(members))
    overload(first)(lambda members: lambda members: _trailing_zeros(members))


CHUNK = 9
IN_CHUNK: Final = np.array(
    [
        sorted(range(16), key=lambda member: (not members >> member & 1, member))[k]
        for members in range(1 << CHUNK)
        for k in range(16)
    ],
    np.int8,
)
"""The k-th smallest member of each set of numbers below 9, at ``members * 16 + k``."""


@routine
def nth_by_table(members: int, k: int) -> int:
    """Return the k-th smallest member: popcounts select a chunk of 9 bits, a table gives the member in it. Without
    data-dependent branches this is several times faster than removing the smallest member k times.

    A routine, so that native libraries for processors with a fast PDEP can replace it."""
    at = 0
    inside = size(members & ((1 << 3 * CHUNK) - 1))
    while k >= inside:  # only if the set has members above 26
        at += 3 * CHUNK
        k -= inside
        inside = size((members >> at) & ((1 << 3 * CHUNK) - 1))
    one = size((members >> at) & ((1 << CHUNK) - 1))
    two = one + size((members >> (at + CHUNK)) & ((1 << CHUNK) - 1))
    past_one = k >= one
    past_two = k >= two
    at += CHUNK * past_one + CHUNK * past_two
    k -= one * past_one + (two - one) * past_two
    return at + int(IN_CHUNK[((members >> at) & ((1 << CHUNK) - 1)) << 4 | k & 15])


def nth(members: int, k: int) -> int:
    """Return the k-th smallest member, counted from 0 (PDEP + TZCNT where available). There must be more than k."""
    return nth_by_table(members, k)


if JIT:
    from llvmlite import binding

    # The x86 instruction PDEP (BMI2) deposits bit k of a number at the k-th set bit of a mask. On AMD's Zen 1 and Zen 2
    # it is slower than the table. Code for a generic processor, which becomes WebAssembly and native libraries, does
    # not have it.
    if (
        binding.get_host_cpu_features().get("bmi2")
        and binding.get_host_cpu_name() not in ("znver1", "znver2")
        and config.CPU_NAME != "generic"
    ):
        overload(nth)(lambda members, k: lambda members, k: _trailing_zeros(_deposit(1 << k, members)))
    else:
        overload(nth)(lambda members, k: lambda members, k: nth_by_table(members, k))


@rule
def win_share(winners: int, seat: int) -> float:
    """Return a seat's share of the win, given the set of winners: 1 / their number, or 0.0 if it is not among them."""
    return 1.0 / size(winners) if (winners >> seat) & 1 != 0 else 0.0
