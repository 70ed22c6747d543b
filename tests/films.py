"""Films with any number of labels each, for tests of several labels."""

FILMS = [
    ("good film with jokes", ["pos", "funny"]),
    ("a dull film", ["neg"]),
    ("jokes and fun", ["funny"]),
    ("good good plot", ["pos"]),
    ("nothing here", []),
    ("dull jokes", ["neg", "funny"]),
]
