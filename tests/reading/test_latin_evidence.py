"""Where bytes above 127 stand, and whether they are in place in cp1252."""

from linnet.reading.latin_evidence import (
    MOST_LINES,
    fit_of,
    high_bytes,
    is_cp1252,
    latin_encodings,
    may_be_cp1252,
)


def share(text, encoding="cp1252"):
    return fit_of(high_bytes(text.encode(encoding)), "cp1252").in_place


def test_letters_of_one_language_are_in_place():
    assert share("schöne Grüße") == 1
    # ø is Danish, ñ Spanish: no language has both, so that one of them is not in place.
    assert share("smørbrød mañana") == 2 / 3


def test_a_capital_behind_a_small_letter_is_not_in_place():
    assert share("itÕs") == 0
    assert share("AÇÃO") == 1


def test_more_than_two_such_letters_together_are_not_in_place():
    assert share("créée") == 1
    assert share("ééé") == 0


def test_marks_are_in_place_where_marks_stand():
    assert share("“so” – it’s 5 £ or 3 m², «là»; ¿sí? nº 1… Baker™") == 1
    assert share("a½b a³b ±a a“b") == 0


def test_no_high_byte_at_all():
    found = high_bytes(b"plain\n")
    assert found.total == 0
    assert may_be_cp1252(b"plain\n")


def test_lines_are_taken_from_all_parts_of_much_text():
    found = high_bytes("é\n".encode("cp1252") * 10 * MOST_LINES + "ÿ\n".encode("cp1252") * 100)
    assert found.counts.shape[0] <= MOST_LINES
    assert 0xFF in found.bytes


def test_a_likelier_encoding_is_preferred():
    hungarian = "Jó reggelt kívánok, hogy vagy? Öt ősz hajú nő és két bőrönd, köszönöm".encode(
        "cp1250"
    )
    assert may_be_cp1252(hungarian) is False
    assert not is_cp1252(high_bytes(hungarian))
    assert latin_encodings(high_bytes(hungarian))[0] == "cp1250"


def test_encodings_that_read_the_same_do_not_compete():
    # In cp1250 and cp1254 these bytes are the same letters.
    assert is_cp1252(high_bytes("Grüße aus Köln".encode("cp1250")))
