"""Functions that evaluations need, in plain arithmetic: bit-identical on every machine and in browsers, which a
library's ``exp`` is not."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from ..native.compiled import JIT, rule

MOST = 40.0
"""Arguments of ``exp`` are clamped to this range."""
LOG_2: Final = 0.6931471805599453
POWERS: Final = np.array([2.0**k for k in range(-60, 61)])


@rule
def exp(x: float) -> float:
    """Return e to the power of x; x is clamped to -40 to 40."""
    x = min(max(x, -MOST), MOST)
    k = int(x / LOG_2 + (0.5 if x > 0 else -0.5))
    r = x - k * LOG_2
    series = 1.0 + r / 7.0
    series = 1.0 + r / 6.0 * series
    series = 1.0 + r / 5.0 * series
    series = 1.0 + r / 4.0 * series
    series = 1.0 + r / 3.0 * series
    series = 1.0 + r / 2.0 * series
    series = 1.0 + r * series
    return POWERS[k + 60] * series


@rule
def logistic(x: float) -> float:
    """Return 1 / (1 + exp(-x))."""
    return 1.0 / (1.0 + exp(-x))


def root(x: float) -> float:
    """Return the square root (the LLVM intrinsic when compiled); IEEE 754 rounds it the same everywhere."""
    return math.sqrt(x)


if JIT:
    from numba import types
    from numba.extending import intrinsic, overload

    @intrinsic  # type: ignore[untyped-decorator,unused-ignore]
    def _root(typing, x):  # type: ignore[no-untyped-def]
        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            return builder.call(builder.module.declare_intrinsic("llvm.sqrt", [args[0].type]), args)

        return types.float64(types.float64), codegen

    overload(root)(lambda x: lambda x: _root(x))
