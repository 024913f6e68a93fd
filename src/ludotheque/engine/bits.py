"""Sets of small numbers as the bits of one integer (up to 62 members, so that it stays a signed 64-bit integer)."""

from __future__ import annotations

from typing import Final

import numpy as np

from ..native.compiled import COMPILED, rule


def size(members: int) -> int:
    """How many members the set has."""
    return int(members).bit_count()


def first(members: int) -> int:
    """The smallest member of a set that is not empty."""
    return (int(members) & -int(members)).bit_length() - 1


if COMPILED:
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
"""For each set of members under 9, its k-th smallest one, at ``members * 16 + k``."""


@rule
def _nth_by_table(members: int, k: int) -> int:
    """Counts decide which nine members to look among, a table gives the answer: no branch depends on the data, which is
    what makes this several times faster than striking out the k smallest members one by one."""
    at = 0
    inside = size(members & ((1 << 3 * CHUNK) - 1))
    while k >= inside:  # only sets with members over 26 come here
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
    """The k-th smallest member, counted from 0; the set has more than k members."""
    return _nth_by_table(members, k)


if COMPILED:
    from llvmlite import binding

    # An instruction of x86 processors does this at once: it lays the bits of a number onto the members of a set. On the
    # first two generations of AMD's Zen it is slower than the table. What is compiled for no processor in particular,
    # to become WebAssembly, must do without it.
    if (
        binding.get_host_cpu_features().get("bmi2")
        and binding.get_host_cpu_name() not in ("znver1", "znver2")
        and config.CPU_NAME != "generic"
    ):
        overload(nth)(lambda members, k: lambda members, k: _trailing_zeros(_deposit(1 << k, members)))
    else:
        overload(nth)(lambda members, k: lambda members, k: _nth_by_table(members, k))


@rule
def win_share(winners: int, seat: int) -> float:
    """Return a seat's share of the win, given the set of winners: 1 / their number, or 0.0 if it is not among them."""
    return 1.0 / size(winners) if (winners >> seat) & 1 != 0 else 0.0
