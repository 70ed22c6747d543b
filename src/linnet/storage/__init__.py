"""The model file: its container, and one file for each section of it."""
