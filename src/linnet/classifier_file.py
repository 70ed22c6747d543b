"""A classifier as the arrays and the header of a model file, and back.

Of totals only what the model does not tell already is written: names are shared, presences that equal sums and
frequencies that equal presences are left out, and numbers take the narrowest type that holds them.
"""

import warnings
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from linnet import __version__, _core
from linnet.errors import ModelFileError
from linnet.features.blocks import Block, BlockSettings, Features
from linnet.features.column_blocks import ColumnBlock
from linnet.features.columns import ColumnSettings
from linnet.features.names import Names
from linnet.features.other_documents import is_whole
from linnet.features.weighting import TERMS, UNITS, Weighting
from linnet.learning.by_hand import ByHand
from linnet.learning.class_totals import ALL_DOCUMENTS, NO_COLUMNS, BlockTotals, ClassTotals
from linnet.learning.full_gaussian import FullGaussian
from linnet.learning.naive_bayes import NaiveBayes
from linnet.model.linear_model import LinearModel, Weights
from linnet.model.scores import LINKS
from linnet.model_file import FORMAT, ModelFile
from linnet.recipe import Recipe

if TYPE_CHECKING:
    from linnet.classifier import Classifier

NEEDS = frozenset(
    {"naive-bayes", "linear", "weighting", "columns", "lexicon", "tokenizer", "products", "several-labels"}
)
MOST_DOCUMENTS = 2**53  # whole numbers are exact up to here
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
    if model.cutoffs is not None:
        arrays["model.cutoffs"] = model.cutoffs
    if model.features.weighting is not None:
        metadata["weighting"] = {"term": model.features.weighting.term, "unit": model.features.weighting.unit}
        arrays |= {f"weighting.{name}": getattr(model.features.weighting, name) for name in ("rarity", "mean_lengths")}
    for number, block in enumerate(model.features.blocks):
        arrays.update(_pack_names(f"block{number}.", block))
        if totals.blocks:
            arrays.update(_pack_block(f"block{number}.", block, totals.blocks[number]))
    return metadata, arrays


def _needs(classifier: "Classifier") -> list[str]:
    """Return what a program must know to open the file."""
    needs = {"naive-bayes" if isinstance(classifier.recipe.learner, NaiveBayes) else "linear"}
    if classifier.model.features.weighting is not None:
        needs.add("weighting")
    if classifier.model.features.of_columns:
        needs.add("columns")
    if classifier.recipe.features.lexicons:
        needs.add("lexicon")
    if classifier.recipe.features.tokenizer is not None:
        needs.add("tokenizer")
    if classifier.several:
        needs.add("several-labels")
    if isinstance(classifier.recipe.learner, FullGaussian):
        needs.add("products")
    return sorted(needs)


def _pack_names(prefix: str, block: Block | ColumnBlock) -> dict[str, Array]:
    arrays: dict[str, Array] = {prefix + "bytes": block.names.bytes, prefix + "offsets": block.names.offsets}
    if block.frequencies is not None:
        arrays[prefix + "frequencies"] = _narrow(block.frequencies)
    if isinstance(block, ColumnBlock):
        return arrays | {prefix + "learned": block.learned}
    return arrays if block.settings.hash_bits else arrays | {prefix + "lookup": block.lookup}


def _block_header(block: Block | ColumnBlock) -> dict[str, Any]:
    said = _settings_header(block.settings)
    return {**said, "reference": block.reference} if isinstance(block, ColumnBlock) else said


def _settings_header(settings: BlockSettings | ColumnSettings) -> dict[str, Any]:
    said = {name: value for name, value in settings.__dict__.items() if name != "lexicon"}  # which is in the recipe
    return {name: list(value) if isinstance(value, tuple) else value for name, value in said.items()}


def _pack_block(prefix: str, block: Block | ColumnBlock, total: BlockTotals) -> dict[str, Array]:
    arrays: dict[str, Array] = {}
    if block.settings.hash_bits:
        if block.settings.keep_names and len(total.name_frequencies) == len(total.names):
            arrays[prefix + "name_frequencies"] = _narrow(total.name_frequencies)
        return arrays | {prefix + "columns": total.columns} | _pack_totals(prefix + "totals.", total)
    inside = total.names.among(block.names)
    arrays.update(_pack_totals(prefix + "totals.", total.take(inside)))
    if not np.all(inside):
        outside = total.take(~inside)
        arrays[prefix + "outside.bytes"], arrays[prefix + "outside.offsets"] = (
            outside.names.bytes,
            outside.names.offsets,
        )
        arrays.update(_pack_totals(prefix + "outside.", outside))
    return arrays


def _pack_totals(prefix: str, total: BlockTotals) -> dict[str, Array]:
    arrays = {"sizes": _narrow(np.diff(total.starts)), "labels": _narrow(total.labels), "sums": _narrow(total.sums)}
    if not np.array_equal(total.presences, total.sums):
        arrays["presences"] = _narrow(total.presences)
    if len(total.squares):
        arrays["squares"] = total.squares
    if not np.array_equal(total.frequencies, _documents_of(total)):
        arrays["frequencies"] = _narrow(total.frequencies)
    return {prefix + name: array for name, array in arrays.items()}


def _documents_of(total: BlockTotals) -> npt.NDArray[np.float64]:
    return np.asarray(np.bincount(total.feature_of_pair, total.presences, minlength=len(total)), np.float64)


def _narrow(array: Array) -> Array:
    """Return the same numbers in the narrowest type; fractions stay float64."""
    if array.dtype.kind == "f" and not np.all((array == np.floor(array)) & (array >= 0)):
        return array
    return array.astype(np.min_scalar_type(int(array.max())) if len(array) else np.uint8)


@dataclass(frozen=True)
class LazyTotals:
    """Totals that stay in the file until somebody learns, forgets or merges."""

    file: ModelFile
    labels: tuple[str, ...]
    blocks: tuple[Block | ColumnBlock, ...]
    recipe: Recipe

    @property
    def frozen(self) -> bool:
        """Whether features stay as they are, so that documents may have none of them any more."""
        return not self.recipe.adds_up

    @property
    def documents(self) -> npt.NDArray[np.int64]:
        return np.array(self.file.metadata["documents"], np.int64)

    @property
    def n_documents(self) -> int:
        return int(self.documents[0] if self.labels[:1] == (ALL_DOCUMENTS,) else self.documents.sum())

    def load(self) -> ClassTotals:
        """Return the totals of the file, which is read to its end and so may well be checked."""
        self.file.check_whole()
        header = self.file.metadata
        try:
            mark = int(header["fingerprint"][:16], 16), int(header["fingerprint"][16:], 16)
            numbered = enumerate(self.blocks) if isinstance(self.recipe.learner, NaiveBayes) else ()
            blocks = tuple(self._block(number, block) for number, block in numbered)
            return ClassTotals(self.labels, self.documents, np.array(header["label_weights"]), blocks, mark)
        except (KeyError, ValueError, TypeError, IndexError, OverflowError) as error:
            raise _damaged(self.file, error) from None

    def _block(self, number: int, block: Block | ColumnBlock) -> BlockTotals:
        prefix = f"block{number}."
        columns = self.file.array(prefix + "columns") if block.settings.hash_bits else NO_COLUMNS
        inside = self._totals(prefix + "totals.", block.settings, block.names, columns)
        if block.settings.hash_bits:
            if self.frozen:
                return inside
            kept = block.settings.keep_names
            frequencies = self.file.array(prefix + "name_frequencies").astype(np.int64) if kept else NO_COLUMNS
            if frequencies.shape != (len(block.names),) or not np.all(frequencies > 0):
                raise _damaged(self.file, "its names do not fit their frequencies")
            return replace(inside, name_frequencies=frequencies)
        if prefix + "outside.bytes" not in self.file.names:
            return inside
        names = Names(self.file.array(prefix + "outside.bytes"), self.file.array(prefix + "outside.offsets"))
        outside = self._totals(prefix + "outside.", block.settings, names, NO_COLUMNS)
        joined, *places = _core.unite(inside.names.bytes, inside.names.offsets, names.bytes, names.offsets)
        same = np.arange(len(self.labels), dtype=np.int32)
        placed = [(*t.arrays(), p, same) for t, p in zip((inside, outside), places, strict=True)]
        arrays = _core.combine(placed[0], placed[1], 1.0, len(joined[1]) - 1)
        return BlockTotals(block.settings, Names(*joined), NO_COLUMNS, *arrays)

    def _totals(
        self, prefix: str, settings: BlockSettings | ColumnSettings, names: Names, columns: Array
    ) -> BlockTotals:
        array, there = self.file.array, self.file.names
        sizes = array(prefix + "sizes").astype(np.int64)
        starts = np.zeros(len(sizes) + 1, np.int64)
        np.cumsum(sizes, out=starts[1:])
        sums = array(prefix + "sums").astype(np.float64)
        presences = array(prefix + "presences").astype(np.float64) if prefix + "presences" in there else sums
        labels = array(prefix + "labels").astype(np.int32)
        total = BlockTotals(settings, names, columns, np.empty(len(sizes), np.int64), starts, labels, sums, presences)
        _check_totals(self.file, total, len(self.labels))
        frequencies = array(prefix + "frequencies") if prefix + "frequencies" in there else _documents_of(total)
        # a bin may be empty, a word was seen
        least = 0 if self.frozen or isinstance(settings, ColumnSettings) else 1
        if frequencies.shape != sizes.shape or not np.all((frequencies >= least) & (frequencies < MOST_DOCUMENTS)):
            raise _damaged(self.file, "its frequencies do not fit its features")
        squares = array(prefix + "squares") if prefix + "squares" in there else np.empty(0)
        needed = self.frozen and self.recipe.naive_bayes.squares
        if squares.shape not in (sums.shape, sums.shape if needed else (0,)) or not np.all(np.isfinite(squares)):
            raise _damaged(self.file, "its sums of squares do not fit its totals")
        return replace(total, frequencies=frequencies.astype(np.int64), squares=squares)


def _check_totals(file: ModelFile, total: BlockTotals, n_labels: int) -> None:
    names, columns, bits = total.names, total.columns, total.settings.hash_bits
    if not _ascend(names.offsets, len(names.bytes)):
        raise _damaged(file, "its names do not fit their bytes")
    if bits and len(columns) and not (_ascend(columns, 2**bits - 1, first=None) and np.all(np.diff(columns) > 0)):
        raise _damaged(file, "its hashed columns are not in order")
    sums, presences = total.sums, total.presences
    size = len(columns) if bits else len(names)
    fits = len(total) == size and total.labels.shape == sums.shape == presences.shape
    if not fits or not _ascend(total.starts, len(total.labels)):
        raise _damaged(file, "its totals do not fit its features")
    known = np.all((total.labels >= 0) & (total.labels < n_labels))
    least = -np.inf if isinstance(total.settings, ColumnSettings) else 0  # numbers may be below 0, counts may not
    sound = np.isfinite(sums) & (sums >= least) & (presences >= 0) & (presences < np.inf)
    if not known or not np.all(sound):
        raise _damaged(file, "its totals are not those of any documents")


def _ascend(numbers: Array, last: int, first: int | None = 0) -> bool:
    """Return whether whole numbers go up from the first to the last, which a column only has to stay within."""
    if numbers.ndim != 1 or numbers.dtype != np.int64 or len(numbers) == 0:
        return False
    within = numbers[0] >= 0 and numbers[-1] <= last if first is None else numbers[0] == first and numbers[-1] == last
    return bool(within and np.all(numbers[1:] >= numbers[:-1]))


def unpack(file: ModelFile) -> tuple[Recipe, LinearModel, LazyTotals, bool, str | None]:
    """Return recipe, model, totals, whether the totals are exact, and the label column, of an opened file."""
    header = file.metadata
    try:
        recipe = Recipe.from_dict(header["recipe"])
        labels = tuple(map(str, header["labels"]))
        blocks = _blocks(file, recipe)
        weights = {f.name: file.array(f"model.{f.name}") for f in fields(Weights) if f"model.{f.name}" in file.names}
        features = Features(tuple(map(str, header["fields"])), blocks)
        features = replace(features, weighting=_weighting(file, Features(features.fields, features.of_text).block_ends))
        cutoffs = file.array("model.cutoffs") if "model.cutoffs" in file.names else None
        own = labels if cutoffs is None else labels[1:]
        model = LinearModel(features, own, Weights(**weights), str(header.get("link", "softmax")), cutoffs)
        _check_model(file, model, recipe)
        _warn_of_other_unicode(file)
        label = header["label"]
        if not (label is None or isinstance(label, str)):
            raise _damaged(file, "the name of its label column must be text")
        return recipe, model, LazyTotals(file, labels, blocks, recipe), bool(header["exact"]), label
    except ModelFileError:
        raise
    except (KeyError, ValueError, TypeError, IndexError, OverflowError, AttributeError) as error:
        raise _damaged(file, error) from None


def _weighting(file: ModelFile, block_ends: Array) -> Weighting | None:
    said = file.metadata.get("weighting")
    if said is None:
        return None
    rarity, lengths = file.array("weighting.rarity"), file.array("weighting.mean_lengths")
    n_columns = int(block_ends[-1]) if len(block_ends) else 0
    fits = said["term"] in TERMS and said["unit"] in UNITS and rarity.dtype == lengths.dtype == np.float64
    if not fits or rarity.shape not in ((0,), (n_columns,)) or lengths.shape not in ((0,), block_ends.shape):
        raise _damaged(file, "its weighting does not fit its features")
    return Weighting(said["term"], said["unit"], block_ends, rarity, lengths)


def _blocks(file: ModelFile, recipe: Recipe) -> tuple[Block | ColumnBlock, ...]:
    """Return the blocks of features, which must be those that the recipe asks for."""
    headers, texts = file.metadata["blocks"], file.metadata["fields"]
    if not isinstance(headers, list) or not isinstance(texts, list):
        raise _damaged(file, "its blocks and fields must be lists")
    asked: tuple[BlockSettings | ColumnSettings, ...] = (*recipe.blocks(len(texts)), *recipe.columns)
    same = len(asked) == len(headers) and all(
        _settings_header(one).items() <= header.items() for one, header in zip(asked, headers, strict=True)
    )
    if not same:
        raise _damaged(file, "its features must be those of its recipe")
    return tuple(_block(file, number, one) for number, one in enumerate(asked))


def _block(file: ModelFile, number: int, settings: BlockSettings | ColumnSettings) -> Block | ColumnBlock:
    names = Names(file.array(f"block{number}.bytes"), file.array(f"block{number}.offsets"))
    typed = (names.bytes.dtype.name, names.offsets.dtype.name) == ("uint8", "int64")
    if not typed or (names.bytes.ndim, names.offsets.ndim) != (1, 1) or len(names.offsets) == 0:
        raise _damaged(file, "its names must be bytes and offsets")
    there = f"block{number}.frequencies" in file.names
    frequencies = file.array(f"block{number}.frequencies") if there else None
    block: Block | ColumnBlock
    if isinstance(settings, ColumnSettings):
        block = _column_block(file, number, settings, names, frequencies)
    else:
        block = Block(settings, names, frequencies)
        if not settings.hash_bits:
            block.__dict__["lookup"] = file.array(f"block{number}.lookup")  # used where it lies, not built again
    if frequencies is not None and (frequencies.shape != (block.n_columns,) or frequencies.dtype.kind not in "iu"):
        raise _damaged(file, "its frequencies do not fit its features")
    return block


def _column_block(
    file: ModelFile, number: int, settings: ColumnSettings, names: Names, frequencies: Array | None
) -> ColumnBlock:
    learned, reference = file.array(f"block{number}.learned"), file.metadata["blocks"][number]["reference"]
    fits = learned.dtype == np.float64 and learned.ndim == 1 and np.all(np.isfinite(learned))
    if not fits or not (reference is None or isinstance(reference, str)):
        raise _damaged(file, "what it learned of a column must be numbers and a level")
    if not _ascend(names.offsets, len(names.bytes)):
        raise _damaged(file, "its names do not fit their bytes")
    block = ColumnBlock(settings, names, learned, reference, frequencies)
    if not is_whole(block):
        raise _damaged(file, "its columns must have the features of their kind")
    return block


def _check_model(file: ModelFile, model: LinearModel, recipe: Recipe) -> None:
    header = file.metadata
    _check_cutoffs(file, model)
    naive = "naive-bayes" in header["needs"]
    if naive != isinstance(recipe.learner, NaiveBayes):
        raise _damaged(file, "it must need the learner of its recipe")
    if not naive and any(block.frequencies is None for block in model.features.blocks):
        raise _damaged(file, "it must say how many documents have its features")
    sizes = {len(header["labels"]), len(header["documents"]), len(header["label_weights"])}
    sizes.add(len(model.weights.offset) + (model.cutoffs is not None))
    if len(sizes) != 1 or not model.features.blocks:
        raise _damaged(file, "its labels, blocks and offsets do not fit each other")
    least = 0 if isinstance(recipe.learner, ByHand) else 1  # weights by hand know no documents
    numbers = _are_numbers(header["documents"], whole=True, least=least)
    if not numbers or not _are_numbers(header["label_weights"], whole=False, least=least):
        raise _damaged(file, "its labels must have numbers of documents and weights")
    if model.link not in LINKS:
        raise _damaged(file, "what its scores mean must be known")
    if list(model.labels) != sorted(set(model.labels), key=str.encode):
        raise _damaged(file, "its labels are not in order")
    _ = model.engine  # checks the shapes of all arrays


def _check_cutoffs(file: ModelFile, model: LinearModel) -> None:
    """Refuse what does not fit: where documents may have several labels, the first is that of all documents."""
    several, labels = "several-labels" in file.metadata["needs"], file.metadata["labels"]
    if several != (model.cutoffs is not None) or several != (labels[:1] == [ALL_DOCUMENTS]):
        raise _damaged(file, "it must have cutoffs where documents have several labels, and only there")
    if model.cutoffs is not None and (
        model.cutoffs.dtype != np.float64
        or model.cutoffs.shape != model.weights.offset.shape
        or not np.all(np.isfinite(model.cutoffs))
    ):
        raise _damaged(file, "its cutoffs do not fit its labels")


def _warn_of_other_unicode(file: ModelFile) -> None:
    made_with = file.metadata["unicode"]
    if not isinstance(made_with, str):
        raise _damaged(file, "it must say which Unicode it was made with")
    if made_with != _core.UNICODE_VERSION:
        warnings.warn(
            f"{file.where} was trained with Unicode {made_with}, this linnet has {_core.UNICODE_VERSION}: words of "
            "characters that are new or changed may be cut differently. Train it again to be sure.",
            stacklevel=2,
        )


def _are_numbers(values: object, *, whole: bool, least: int) -> bool:
    kinds = (int,) if whole else (int, float)
    return isinstance(values, list) and all(
        type(value) in kinds and 0 <= value < MOST_DOCUMENTS and (value > 0 or not least) for value in values
    )


def _damaged(file: ModelFile, why: object) -> ModelFileError:
    return ModelFileError(f"{file.where} is a damaged model file: {why}. Train it again or get a fresh copy.")
