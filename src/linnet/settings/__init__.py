"""What a setting is: kinds of values, and classes whose fields are rows of the table in `recipe/table.py`."""
