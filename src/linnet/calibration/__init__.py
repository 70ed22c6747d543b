"""Probabilities that hold what they promise, and cutoffs, from documents a model has not learned."""
