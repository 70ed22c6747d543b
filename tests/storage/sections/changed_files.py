"""Model files with other values in them, and what a section reads of them."""

from linnet.storage.classifier_file import pack
from linnet.storage.container import decode, encode
from linnet.storage.section import Parts
from linnet.storage.sections import NEEDS, SECTIONS


def changed_file(classifier, header=None, arrays=None, without=()):
    """Return the file of a classifier with other values in it, and without some."""
    metadata, own_arrays = pack(classifier)
    metadata |= header or {}
    own_arrays |= arrays or {}
    for name in without:
        metadata.pop(name, None)
        own_arrays.pop(name, None)
    return decode(encode(metadata, own_arrays), NEEDS)


def parts_of(file, section):
    """Return the parts that a section and those before it read."""
    parts = Parts()
    for earlier in SECTIONS[: SECTIONS.index(section)]:
        earlier.unpack(file, parts)
    section.unpack(file, parts)
    return parts
