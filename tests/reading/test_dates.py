"""The form of one date."""

from linnet.reading.dates import DOTTED, ISO, NUMBER, UNDECIDED, form_of


def test_each_form_by_an_example():
    forms = {
        "12": NUMBER,
        "3.4": NUMBER,
        "2025-04-03": ISO,
        " 2025/4/3 ": ISO,
        "3.4.2025": DOTTED,
        "3/4/2025": UNDECIDED["/"],
        "3-4-2025 10:00": UNDECIDED["-"],
    }
    assert {value: form_of(value)[0] for value in forms} == forms


def test_what_is_no_date_has_no_form():
    for value in ("3/4.2025", "3/4/25", "111/4/2025", "3/4/2025x", "٣/٤/٢٠٢٥", "3/4", "\0", "T1"):
        assert form_of(value) is None
