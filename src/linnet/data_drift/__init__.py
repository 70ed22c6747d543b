"""Whether new documents are like those that a model was trained on."""
