"""How a classifier is made, as data only: every setting, recipes, and their TOML files."""
