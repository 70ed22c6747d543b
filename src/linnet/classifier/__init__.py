"""The classifier: what a recipe makes of documents, and what it does with new ones."""
