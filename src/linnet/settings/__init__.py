"""What a setting is: kinds of values, and classes whose fields are rows of `recipe/table.py`."""
