"""Features: the text columns, and each block of features with its names."""

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from linnet.features.blocks import Block, BlockSettings, Features
from linnet.features.column_blocks import ColumnBlock
from linnet.features.columns import ColumnSettings
from linnet.features.names import Names
from linnet.features.numbers import MOST
from linnet.features.other_documents import is_whole
from linnet.recipe.recipe import Recipe
from linnet.storage.container import ModelFile
from linnet.storage.section import Packed, Parts, Section
from linnet.storage.whole_numbers import ascend, narrow

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier

Array = npt.NDArray[Any]
AnyBlock = Block | ColumnBlock
AnySettings = BlockSettings | ColumnSettings

IN_THE_RECIPE = ("lexicon",)  # and so not written again
# Written where they are set, so that other files stay the same.
NEW_SETTINGS = ("hash_modulus", "hash_signs", "ascii_only")


def _pack(classifier: "Classifier") -> Packed:
    blocks = classifier.model.features.blocks
    header = {
        "fields": list(classifier.fields),
        "blocks": [_block_header(block) for block in blocks],
    }
    arrays: dict[str, Array] = {}
    for number, block in enumerate(blocks):
        arrays |= _pack_names(f"block{number}.", block)
    return Packed(header, arrays)


def _block_header(block: AnyBlock) -> dict[str, Any]:
    header = _settings_header(block.settings)
    if isinstance(block, ColumnBlock):
        header["reference"] = block.reference
    return header


def _settings_header(settings: AnySettings) -> dict[str, Any]:
    header = dict[str, Any]()
    for name, value in vars(settings).items():
        if name in IN_THE_RECIPE or (name in NEW_SETTINGS and not value):
            continue
        header[name] = list(value) if isinstance(value, tuple) else value
    return header


def _pack_names(prefix: str, block: AnyBlock) -> dict[str, Array]:
    arrays: dict[str, Array] = {
        prefix + "bytes": block.names.bytes,
        prefix + "offsets": block.names.offsets,
    }
    if block.frequencies is not None:
        arrays[prefix + "frequencies"] = narrow(block.frequencies)
    if isinstance(block, ColumnBlock):
        arrays[prefix + "learned"] = block.learned
    elif not block.settings.hash_bits:
        arrays[prefix + "lookup"] = block.lookup
    return arrays


def _unpack(file: ModelFile, parts: Parts) -> None:
    blocks = _blocks(file, parts.recipe)
    has_totals = parts.recipe.learner.needs == "totals"
    if not has_totals and any(block.frequencies is None for block in blocks):
        raise file.damaged("it must say how many documents have its features")
    fields = tuple(map(str, file.metadata["fields"]))
    parts.features = Features(fields, blocks)


def _blocks(file: ModelFile, recipe: Recipe) -> tuple[AnyBlock, ...]:
    """Return the blocks of features, which must be those that the recipe asks for."""
    headers, fields = file.metadata["blocks"], file.metadata["fields"]
    if not isinstance(headers, list) or not isinstance(fields, list):
        raise file.damaged("its blocks and fields must be lists")

    settings: tuple[AnySettings, ...] = (*recipe.blocks(len(fields)), *recipe.columns)
    if len(settings) != len(headers) or not all(map(_describes, headers, settings)):
        raise file.damaged("its features must be those of its recipe")
    return tuple(_block(file, number, own) for number, own in enumerate(settings))


def _describes(header: dict[str, Any], settings: AnySettings) -> bool:
    return _settings_header(settings).items() <= header.items()


def _block(file: ModelFile, number: int, settings: AnySettings) -> AnyBlock:
    prefix = f"block{number}."
    names = _names(file, prefix)
    frequencies = None
    if prefix + "frequencies" in file.names:
        frequencies = file.array(prefix + "frequencies")

    block: AnyBlock
    if isinstance(settings, ColumnSettings):
        block = _column_block(file, number, settings, names, frequencies)
    else:
        block = Block(settings, names, frequencies)
        if not settings.hash_bits:
            # Used where it lies, not built again.
            block.__dict__["lookup"] = file.array(prefix + "lookup")
    if frequencies is not None and not _are_counts(frequencies, block.n_columns):
        raise file.damaged("its frequencies do not fit its features")
    return block


def _names(file: ModelFile, prefix: str) -> Names:
    names = Names(file.array(prefix + "bytes"), file.array(prefix + "offsets"))
    bytes_fit = names.bytes.dtype == np.uint8 and names.bytes.ndim == 1
    offsets_fit = names.offsets.dtype == np.int64 and names.offsets.ndim == 1
    if not bytes_fit or not offsets_fit or len(names.offsets) == 0:
        raise file.damaged("its names must be bytes and offsets")
    return names


def _are_counts(frequencies: Array, n_columns: int) -> bool:
    return frequencies.shape == (n_columns,) and frequencies.dtype.kind in "iu"


def _column_block(
    file: ModelFile, number: int, settings: ColumnSettings, names: Names, frequencies: Array | None
) -> ColumnBlock:
    learned = file.array(f"block{number}.learned")
    reference = file.metadata["blocks"][number]["reference"]
    if not _are_learned(learned) or not (reference is None or isinstance(reference, str)):
        raise file.damaged("what it learned of a column must be numbers and a level")
    if not ascend(names.offsets, len(names.bytes)):
        raise file.damaged("its names do not fit their bytes")
    block = ColumnBlock(settings, names, learned, reference, frequencies)
    if not is_whole(block):
        raise file.damaged("its columns must have the features of their kind")
    return block


def _are_learned(numbers: Array) -> bool:
    typed = numbers.dtype == np.float64 and numbers.ndim == 1
    return typed and bool(np.all(np.abs(numbers) <= MOST))


def _has_columns(classifier: "Classifier") -> bool:
    return bool(classifier.model.features.of_columns)


FEATURES = Section("features", _pack, _unpack, needs={"columns": _has_columns})
