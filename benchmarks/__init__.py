"""One file per promise, peers side by side: every figure is a ratio taken in one run on the same data."""
