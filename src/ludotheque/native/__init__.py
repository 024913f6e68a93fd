"""How rule functions run: from a compiled library, compiled by Numba, or as plain Python."""
