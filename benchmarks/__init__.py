"""One file per promise: every figure is a ratio to a peer, taken in one run on the same data."""
