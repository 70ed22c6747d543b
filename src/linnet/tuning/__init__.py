"""Making a classifier: training, grids, search, the default recipe, small models, curves."""
