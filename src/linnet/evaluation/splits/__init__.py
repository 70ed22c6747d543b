"""Which documents are for training and which for testing, and what leaks from one to the other."""
