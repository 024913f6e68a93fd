"""One module a version, newest last."""
