"""Letters of languages, and encodings that have them."""

import pytest

from linnet.reading.alphabets import LATIN_ENCODINGS, letter_shares


@pytest.mark.parametrize("encoding", LATIN_ENCODINGS)
def test_an_encoding_has_the_letters_of_its_languages(encoding):
    for language, shares in letter_shares(encoding).items():
        held = sum(share for letter, share in shares.items() if holds(encoding, letter))
        assert held > 0.5, language  # mac-roman lacks the eth of Icelandic and Faroese


def holds(encoding, letter):
    try:
        return bool(letter.encode(encoding))
    except UnicodeEncodeError:
        return False


def test_the_shares_of_a_language_sum_to_one():
    # ß has no capital of one letter: that twentieth of its share is missing.
    shares = letter_shares("cp1252")["Swedish"]
    assert sum(shares.values()) == pytest.approx(1)
    assert shares["Å"] == pytest.approx(shares["å"] / 19)
