"""How results read in a console and in a notebook: short lines, small tables, coloured texts."""
