"""A model and a batch of documents → predictions, and the files that hold them."""
