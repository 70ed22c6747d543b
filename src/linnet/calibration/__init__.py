"""Calibrated probabilities and cutoffs, from documents a model has not learned."""
