"""Which documents are for training and which for testing: splits, near-duplicates, leaks, uses of a test set."""
