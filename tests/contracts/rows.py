"""Documents that every learner can learn from."""

ROWS = [
    ("ant bee bee", "x"),
    ("ant cow", "x"),
    ("bee cow cow", "y"),
    ("dog elk ant", "z"),
    ("dog dog", "y"),
    ("", "z"),
    ("elk", "x"),
]
TWO = [row for row in ROWS if row[1] != "z"]
