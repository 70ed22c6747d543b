"""The register of sections: each has names of its own, and together they pack every model."""

from collections import Counter

import pytest

from linnet.storage.classifier_file import pack
from linnet.storage.sections import NEEDS, SECTIONS
from tests.golden_models import MODELS, opened

every_model = pytest.mark.parametrize("name", MODELS)


def repeated(names):
    return [name for name, n in Counter(names).items() if n > 1]


def test_a_name_and_a_need_belong_to_one_section():
    assert not repeated(section.name for section in SECTIONS)
    assert not repeated(need for section in SECTIONS for need in section.needs)


@every_model
def test_no_two_sections_write_the_same_key_or_array(name):
    packed = [section.pack(opened(name)) for section in SECTIONS]
    assert not repeated(key for one in packed for key in one.header)
    assert not repeated(array for one in packed for array in one.arrays)


@every_model
def test_a_model_needs_what_its_sections_say(name):
    classifier = opened(name)
    header, _ = pack(classifier)
    needed = {
        need
        for section in SECTIONS
        for need, is_needed in section.needs.items()
        if is_needed(classifier)
    }
    assert header["needs"] == sorted(needed)
    assert needed <= NEEDS
