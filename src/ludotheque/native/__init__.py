"""How rule functions become machine code: the ``@rule`` decorator, compiled by Numba or run as plain Python."""
