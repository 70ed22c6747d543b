"""A model file taken apart, to leave sections out and to say what differs.

A section is a key of the header, an entry of `needs` of that name, and the arrays whose names begin
with it. This is a second reader of the format on purpose: a proof must not lean on what it proves.
"""

import json
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

METADATA = "__metadata__"
Array = tuple[str, tuple[int, ...], bytes]  # its type, shape and bytes


@dataclass(frozen=True)
class ModelParts:
    """The header of a model file, and its arrays in the order of the file."""

    header: dict[str, Any]
    arrays: dict[str, Array]

    @classmethod
    def read(cls, path: Path) -> "ModelParts":
        """Return the parts of a file."""
        data = path.read_bytes()
        start = 8 + int.from_bytes(data[:8], "little")
        entries = json.loads(data[8:start])
        header = json.loads(entries.pop(METADATA)["linnet"])

        arrays = dict[str, Array]()
        for name, entry in entries.items():
            first, end = entry["data_offsets"]
            shape = tuple(entry["shape"])
            arrays[name] = (entry["dtype"], shape, data[start + first : start + end])
        return cls(header, arrays)

    def has_any(self, sections: Collection[str]) -> bool:
        """Return whether it has a key, a need or an array of one of these sections."""
        names = _spellings(sections)
        is_named = any(name in names for name in [*self.header, *self.header["needs"]])
        return is_named or any(name.startswith(names) for name in self.arrays)

    def without(self, sections: Collection[str]) -> "ModelParts":
        """Return it without these sections, and without the checksum, which counts them in."""
        names = _spellings(sections)
        header = {key: value for key, value in self.header.items() if key not in names}
        header.pop("checksum", None)
        header["needs"] = [need for need in header["needs"] if need not in names]

        kept = [name for name in self.arrays if not name.startswith(names)]
        return ModelParts(header, {name: self.arrays[name] for name in kept})

    def in_order(self) -> str:
        """Return all of it but the bytes of arrays as text, in the order of the file."""
        arrays = [(name, dtype, shape) for name, (dtype, shape, _) in self.arrays.items()]
        return json.dumps([self.header, arrays])


def model_difference(old: Path, new: Path, sections: Collection[str]) -> str | None:
    """Return what differs between two model files, None where they are the same.

    Files without any of the sections must have the same bytes; others the same parts in the same
    order, once the sections are left out.
    """
    if old.read_bytes() == new.read_bytes():
        return None
    old_parts = ModelParts.read(old)
    new_parts = ModelParts.read(new)
    if not old_parts.has_any(sections) and not new_parts.has_any(sections):
        return differing_parts(old_parts, new_parts) or "the same content in other bytes"

    old_parts = old_parts.without(sections)
    new_parts = new_parts.without(sections)
    if old_parts.in_order() != new_parts.in_order():
        return differing_parts(old_parts, new_parts) or "the same content in another order"
    return differing_parts(old_parts, new_parts)


def differing_parts(old: ModelParts, new: ModelParts) -> str | None:
    """Return the names of what is not the same, None where all is."""
    keys = _differing(old.header, new.header)
    names = _differing(old.arrays, new.arrays)
    parts = [f"header key {key}" for key in keys] + [f"array {name}" for name in names]
    return ", ".join(parts) or None


def _differing(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    missing = object()
    names = sorted({*old, *new})
    return [name for name in names if old.get(name, missing) != new.get(name, missing)]


def _spellings(sections: Collection[str]) -> tuple[str, ...]:
    """Return the names with hyphens too, as `needs` has them."""
    hyphened = [name.replace("_", "-") for name in sections]
    return (*sections, *hyphened)
