"""Evaluation → one file that people want to read."""
