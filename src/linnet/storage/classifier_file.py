"""A classifier as the arrays and the header of a model file, and back."""

import warnings
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from linnet import __version__, _core
from linnet.errors import ModelFileError
from linnet.features.blocks import Block, BlockSettings, Features
from linnet.features.column_blocks import ColumnBlock
from linnet.features.columns import ColumnSettings
from linnet.features.names import Names
from linnet.features.numbers import MOST
from linnet.features.other_documents import is_whole
from linnet.features.weighting import TERMS, UNITS, Weighting
from linnet.learning.class_totals import ALL_DOCUMENTS
from linnet.model.linear_model import LinearModel, Weights
from linnet.model.scores import LINKS
from linnet.recipe.recipe import Recipe
from linnet.storage.compact import CompactFile, narrowed
from linnet.storage.container import FORMAT, ModelFile
from linnet.storage.decision import pack_decision, unpack_decision
from linnet.storage.kept_documents import kept_in
from linnet.storage.totals import MOST_DOCUMENTS, LazyTotals, ascend, narrow, pack_block

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier

NEEDS = frozenset(
    {
        "naive-bayes",
        "linear",
        "weighting",
        "columns",
        "lexicon",
        "tokenizer",
        "products",
        "several-labels",
    }
    | {"calibration", "decision", "hashing", "narrow", "ascii-only"}
)
# As long as there are labels and blocks, so that they are checked at once; what is as long as the features, when used.
SMALL = ("model.offset", "model.prior", "model.rest", "model.scale", "weighting.mean_lengths")
# Written where they are set, so that other files stay the same.
NEW_SETTINGS = ("hash_modulus", "hash_signs", "ascii_only")
Array = npt.NDArray[Any]


def pack(classifier: "Classifier") -> tuple[dict[str, Any], dict[str, Array]]:
    """Return the header and the arrays of a classifier."""
    totals, model = classifier.totals, classifier.model
    metadata = {
        "format": FORMAT,
        "needs": _needs(classifier),
        "linnet": __version__,
        "unicode": _core.UNICODE_VERSION,
        "recipe": classifier.recipe.to_dict(),
        "fields": list(classifier.fields),
        "label": classifier.label,
        "labels": list(totals.labels),
        "documents": totals.documents.tolist(),
        "label_weights": totals.weights.tolist(),
        "fingerprint": "".join(f"{part:016x}" for part in totals.fingerprint),
        "exact": classifier.exact,
        "blocks": [_block_header(block) for block in model.features.blocks],
    }
    arrays = {f"model.{name}": array for name, array in model.weights.arrays().items()}
    if model.link != "softmax":
        metadata["link"] = model.link
    said, chosen = pack_decision(model)
    metadata |= said | ({"stale": True} if classifier.stale else {})
    arrays |= chosen
    if model.features.weighting is not None:
        metadata["weighting"] = {
            "term": model.features.weighting.term,
            "unit": model.features.weighting.unit,
        }
        arrays |= {
            f"weighting.{name}": getattr(model.features.weighting, name)
            for name in ("rarity", "mean_lengths")
        }
    for number, block in enumerate(model.features.blocks):
        arrays.update(_pack_names(f"block{number}.", block))
        if totals.blocks:
            arrays.update(pack_block(f"block{number}.", block, totals.blocks[number]))
    arrays |= classifier.kept.arrays() if classifier.kept else {}
    return metadata, narrowed(arrays, len(model.labels)) if classifier.recipe.narrow else arrays


def _needs(classifier: "Classifier") -> list[str]:
    """Return what a program must know to open the file."""
    recipe, model = classifier.recipe, classifier.model
    needs = {
        "weighting": model.features.weighting is not None,
        "columns": bool(model.features.of_columns),
        "lexicon": bool(recipe.features.lexicons),
        "tokenizer": recipe.features.tokenizer is not None,
        "hashing": bool(recipe.features.hash_signs or recipe.features.hash_modulus),
        "ascii-only": recipe.features.ascii_only,
        "several-labels": classifier.multilabel,
        "calibration": model.calibration is not None,
        "decision": model.decision is not None and model.decision.chosen,
        "narrow": recipe.narrow,
    }
    own = recipe.learner.file_needs
    return sorted(own.union(name for name, needed in needs.items() if needed))


def _pack_names(prefix: str, block: Block | ColumnBlock) -> dict[str, Array]:
    arrays: dict[str, Array] = {
        prefix + "bytes": block.names.bytes,
        prefix + "offsets": block.names.offsets,
    }
    if block.frequencies is not None:
        arrays[prefix + "frequencies"] = narrow(block.frequencies)
    if isinstance(block, ColumnBlock):
        return arrays | {prefix + "learned": block.learned}
    return arrays if block.settings.hash_bits else arrays | {prefix + "lookup": block.lookup}


def _block_header(block: Block | ColumnBlock) -> dict[str, Any]:
    said = _settings_header(block.settings)
    return {**said, "reference": block.reference} if isinstance(block, ColumnBlock) else said


def _settings_header(settings: BlockSettings | ColumnSettings) -> dict[str, Any]:
    said = {
        name: value for name, value in settings.__dict__.items() if name != "lexicon"
    }  # which is in the recipe
    said = {name: value for name, value in said.items() if name not in NEW_SETTINGS or value}
    return {
        name: list(value) if isinstance(value, tuple) else value for name, value in said.items()
    }


def unpack(file: ModelFile) -> dict[str, Any]:
    """Return the parts of the classifier of an opened file, by name."""
    header = file.metadata
    file = CompactFile.of(file) if "narrow" in header["needs"] else file
    try:
        recipe = Recipe.from_dict(header["recipe"])
        labels = tuple(map(str, header["labels"]))
        blocks = _blocks(file, recipe)
        weights = {
            f.name: file.array(f"model.{f.name}")
            for f in fields(Weights)
            if f"model.{f.name}" in file.names
        }
        features = Features(tuple(map(str, header["fields"])), blocks)
        features = replace(features, weighting=_weighting(file, features))
        multilabel = "several-labels" in header["needs"]
        own = labels[1:] if multilabel else labels
        model = LinearModel(
            features, own, Weights(**weights), str(header.get("link", "softmax")), multilabel
        )
        model = unpack_decision(file, model, recipe)
        _check_model(file, model, recipe)
        file.check_finite(name for name in SMALL if name in file.names)
        _warn_of_other_unicode(file)
        label = header["label"]
        if not (label is None or isinstance(label, str)):
            raise file.damaged("the name of its label column must be text")
        return {
            "recipe": recipe,
            "model": model,
            "stored_totals": LazyTotals(file, labels, blocks, recipe),
            "exact": bool(header["exact"]),
            "label": label,
            "stale": bool(header.get("stale", False)),
            "kept": kept_in(file, model),
        }
    except ModelFileError:
        raise
    except (KeyError, ValueError, TypeError, IndexError, OverflowError, AttributeError) as error:
        raise file.damaged(error) from None


def _weighting(file: ModelFile, features: Features) -> Weighting | None:
    said = file.metadata.get("weighting")
    if said is None:
        return None
    block_ends = Features(features.fields, features.of_text).block_ends
    signs = any(block.settings.hash_signs for block in features.of_text)
    rarity, lengths = file.array("weighting.rarity"), file.array("weighting.mean_lengths")
    n_columns = int(block_ends[-1]) if len(block_ends) else 0
    fits = (
        said["term"] in TERMS
        and said["unit"] in UNITS
        and rarity.dtype == lengths.dtype == np.float64
    )
    if (
        not fits
        or rarity.shape not in ((0,), (n_columns,))
        or lengths.shape not in ((0,), block_ends.shape)
    ):
        raise file.damaged("its weighting does not fit its features")
    return Weighting(said["term"], said["unit"], block_ends, rarity, lengths, signs)


def _blocks(file: ModelFile, recipe: Recipe) -> tuple[Block | ColumnBlock, ...]:
    """Return the blocks of features, which must be those that the recipe asks for."""
    headers, texts = file.metadata["blocks"], file.metadata["fields"]
    if not isinstance(headers, list) or not isinstance(texts, list):
        raise file.damaged("its blocks and fields must be lists")
    asked: tuple[BlockSettings | ColumnSettings, ...] = (
        *recipe.blocks(len(texts)),
        *recipe.columns,
    )
    same = len(asked) == len(headers) and all(
        _settings_header(one).items() <= header.items()
        for one, header in zip(asked, headers, strict=True)
    )
    if not same:
        raise file.damaged("its features must be those of its recipe")
    return tuple(_block(file, number, one) for number, one in enumerate(asked))


def _block(
    file: ModelFile, number: int, settings: BlockSettings | ColumnSettings
) -> Block | ColumnBlock:
    names = Names(file.array(f"block{number}.bytes"), file.array(f"block{number}.offsets"))
    typed = (names.bytes.dtype.name, names.offsets.dtype.name) == ("uint8", "int64")
    if not typed or (names.bytes.ndim, names.offsets.ndim) != (1, 1) or len(names.offsets) == 0:
        raise file.damaged("its names must be bytes and offsets")
    there = f"block{number}.frequencies" in file.names
    frequencies = file.array(f"block{number}.frequencies") if there else None
    block: Block | ColumnBlock
    if isinstance(settings, ColumnSettings):
        block = _column_block(file, number, settings, names, frequencies)
    else:
        block = Block(settings, names, frequencies)
        if not settings.hash_bits:
            block.__dict__["lookup"] = file.array(
                f"block{number}.lookup"
            )  # used where it lies, not built again
    if frequencies is not None and (
        frequencies.shape != (block.n_columns,) or frequencies.dtype.kind not in "iu"
    ):
        raise file.damaged("its frequencies do not fit its features")
    return block


def _column_block(
    file: ModelFile, number: int, settings: ColumnSettings, names: Names, frequencies: Array | None
) -> ColumnBlock:
    learned, reference = (
        file.array(f"block{number}.learned"),
        file.metadata["blocks"][number]["reference"],
    )
    fits = learned.dtype == np.float64 and learned.ndim == 1 and np.all(np.abs(learned) <= MOST)
    if not fits or not (reference is None or isinstance(reference, str)):
        raise file.damaged("what it learned of a column must be numbers and a level")
    if not ascend(names.offsets, len(names.bytes)):
        raise file.damaged("its names do not fit their bytes")
    block = ColumnBlock(settings, names, learned, reference, frequencies)
    if not is_whole(block):
        raise file.damaged("its columns must have the features of their kind")
    return block


def _check_model(file: ModelFile, model: LinearModel, recipe: Recipe) -> None:
    header = file.metadata
    if model.multilabel != (header["labels"][:1] == [ALL_DOCUMENTS]):
        raise file.damaged(
            "it must have a label for all documents where they have several, and only there"
        )
    if recipe.narrow != ("narrow" in header["needs"]):
        raise file.damaged("it must be narrow where its recipe says so, and only there")
    has_totals = "naive-bayes" in header["needs"]
    if has_totals != (recipe.learner.needs == "totals"):
        raise file.damaged("it must need the learner of its recipe")
    if not has_totals and any(block.frequencies is None for block in model.features.blocks):
        raise file.damaged("it must say how many documents have its features")
    sizes = {len(header["labels"]), len(header["documents"]), len(header["label_weights"])}
    sizes.add(len(model.weights.offset) + model.multilabel)
    if len(sizes) != 1 or not model.features.blocks:
        raise file.damaged("its labels, blocks and offsets do not fit each other")
    least = 0 if recipe.learner.needs == "nothing" else 1  # weights by hand know no documents
    numbers = _are_numbers(header["documents"], whole=True, least=least)
    if not numbers or not _are_numbers(header["label_weights"], whole=False, least=least):
        raise file.damaged("its labels must have numbers of documents and weights")
    if model.link not in LINKS:
        raise file.damaged("what its scores mean must be known")
    if list(model.labels) != sorted(set(model.labels), key=str.encode):
        raise file.damaged("its labels are not in order")
    _ = model.engine  # checks the shapes of all arrays


def _warn_of_other_unicode(file: ModelFile) -> None:
    made_with = file.metadata["unicode"]
    if not isinstance(made_with, str):
        raise file.damaged("it must say which Unicode it was made with")
    if made_with != _core.UNICODE_VERSION:
        warnings.warn(
            f"{file.where} was trained with Unicode {made_with}, this linnet has {_core.UNICODE_VERSION}: words of "
            "characters that are new or changed may be cut differently. Train it again to be sure.",
            stacklevel=2,
        )


def _are_numbers(values: object, *, whole: bool, least: int) -> bool:
    kinds = (int,) if whole else (int, float)
    return isinstance(values, list) and all(
        type(value) in kinds and 0 <= value < MOST_DOCUMENTS and (value > 0 or not least)
        for value in values
    )
