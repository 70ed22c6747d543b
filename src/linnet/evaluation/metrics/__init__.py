"""Predictions beside the truth → metrics with confidence intervals, comparison, slices."""
