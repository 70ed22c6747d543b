"""How good a classifier is: predicted labels and truth in, measures with intervals out."""
