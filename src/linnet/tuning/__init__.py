"""Making a classifier: training, cross-validation."""
