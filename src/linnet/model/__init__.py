"""A LinearModel, and what it says of documents."""
