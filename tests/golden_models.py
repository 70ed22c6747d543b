"""The models of tests/golden of every kind that came after naive Bayes on texts.

How they were made, and their answers.

`python -m tests.golden_models` writes the files that are not there yet, and what they answer beside
them in answers.json. A file that is there is never made again: it stands for all that people have
saved.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from linnet import Classifier, calibrate, lexicon_classifier, load, read, train
from linnet.storage.training_record import TrainingRecord

FOLDER = Path(__file__).parent / "golden"
ANSWERS = FOLDER / "answers.json"

TRAINING = {
    "text": [
        "good film, good fun",
        "a dull film",
        "good plot",
        "dull jokes, not good",
        "naïve café ☕",
        "日本語 film",
    ],
    "label": ["pos", "neg", "pos", "neg", "übrig", "übrig"],
    "author": ["ann", "bob", "ann", None, "cyd", "bob"],
    "place": ["north", "south", "south", "north", "north", "south"],
    "age": [31.0, 54.5, None, 18.0, 40.0, 27.0],
    "pay": [10.0, 12.0, 11.0, 30.5, 21.0, 20.0],
    "size": [1.0, 2.0, 1.5, -1.0, 0.5, 4.0],
    "extra": [
        {"stars": 5},
        {"stars": 1, "late": True},
        {"stars": 4.5},
        {"late": True},
        {"kind": "café"},
        {},
    ],
}
SETS = [["funny", "good"], ["dull"], ["good"], ["dull", "funny"], [], ["good"]]
ASKED = {
    "text": ["good jokes and a good plot", "", "not dull", "a café 日本語"],
    "author": ["ann", None, "bob", "cyd"],
    "place": ["north", "north", "south", "north"],
    "age": [30.0, None, -2.5, 99.0],
    "pay": [11.0, 0.0, 25.0, 19.5],
    "size": [1.0, 0.0, -3.0, 2.5],
    "extra": [{"stars": 5}, {}, {"late": True, "unheard of": 3}, {"kind": "café"}],
}
MORE = {
    "text": ["good new words", "dull film"],
    "label": ["pos", "neg"],
    "author": ["ann", "bob"],
    "place": ["south", "south"],
    "age": [33.0, 45.0],
    "pay": [12.5, 14.0],
    "size": [1.0, 3.0],
    "extra": [{"stars": 3}, {"late": True}],
}
TONE = {"good": 3, "dull": -2.5, "café": 1, "not bad": 1}


@dataclass(frozen=True)
class Golden:
    """A recipe, whether its documents have several labels each or are cut by `str.split`, and how
    it is calibrated.
    """

    recipe: dict[str, Any] = field(default_factory=dict)
    multilabel: bool = False
    tokenizer: Any = None
    calibration: dict[str, Any] | None = None
    record: dict[str, Any] | None = None

    @property
    def columns(self) -> dict[str, Any]:
        """How the columns beside the text are read."""
        trials = [self.recipe["trials"]] if "trials" in self.recipe else []
        return {
            "categorical": self.recipe.get("categorical", []),
            "numeric": [*self.recipe.get("numeric", []), *trials],
            "features": self.recipe.get("named"),
        }

    def table(self, table: dict[str, list[Any]]) -> dict[str, list[Any]]:
        """Return the columns of a table that the model reads."""
        named = self.columns
        used = ["text", *named["categorical"], *named["numeric"], named["features"], "label"]
        return {name: values for name, values in table.items() if name in used}

    def documents(self, table: dict[str, list[Any]], sets: list[Any] | None = None) -> Any:
        """Return a table as documents, with sets of labels where there are several."""
        labels = {"label": sets} if sets and self.multilabel else {}
        return read(
            {**self.table(table), **labels}, text="text", labelled="label" in table, **self.columns
        )

    def training(self, n: int = 6) -> Any:
        """Return the first documents that it was trained on."""
        return self.documents({name: values[:n] for name, values in TRAINING.items()}, SETS[:n])

    def doubtful(self) -> Any:
        """Return the documents that it was trained on twice, then with labels of each other.

        None is sure.
        """
        twice = {name: values * 2 for name, values in TRAINING.items()}
        labels = TRAINING["label"]
        return self.documents(
            twice | {"label": labels + labels[1:] + labels[:1]}, SETS + SETS[1:] + SETS[:1]
        )

    def more(self) -> Any:
        """Return two documents to learn and to forget."""
        return self.documents(MORE, [["good"], ["dull", "funny"]])

    def asked(self, times: int = 1) -> Any:
        """Return the documents that the answers are for."""
        return self.documents({name: values * times for name, values in ASKED.items()})

    def one_by_one(self) -> list[Any]:
        """Return the same documents as dicts or, where there is only text, as texts."""
        table = self.table(ASKED)
        rows = [
            dict(zip(table, values, strict=True)) for values in zip(*table.values(), strict=True)
        ]
        return [row["text"] for row in rows] if list(table) == ["text"] else rows

    def make(self) -> Classifier:
        """Return the model, trained now."""
        if self.recipe.get("learner") == "converted":
            return converted_to_ascii() if self.recipe.get("ascii_only") else converted()
        if self.recipe.get("learner") == "lexicon":
            return lexicon_classifier(self.recipe["lexicons"], offset=self.recipe["offset"])
        trained = train(self.training(), self.recipe, tokenizer=self.tokenizer)
        if self.record is not None:
            return trained.with_record(TrainingRecord.from_json(self.record))
        return (
            trained
            if self.calibration is None
            else calibrate(trained, self.doubtful(), **self.calibration)
        )


def converted() -> Classifier:
    """Return a pipeline of scikit-learn's as a classifier.

    Hashed to an odd number of columns, with signs.
    """
    from sklearn.feature_extraction.text import HashingVectorizer, TfidfTransformer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    from linnet.sklearn import to_classifier

    hashed = HashingVectorizer(
        n_features=13, norm=None, token_pattern=r"\b\w+\b", ngram_range=(1, 2)
    )
    pipeline = make_pipeline(hashed, TfidfTransformer(), LogisticRegression())
    return to_classifier(pipeline.fit(TRAINING["text"], TRAINING["label"]))


def converted_to_ascii() -> Classifier:
    """Return a pipeline that strips accents to ASCII and chooses columns before it weighs them."""
    from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer
    from sklearn.feature_selection import SelectKBest, chi2
    from sklearn.multiclass import OneVsRestClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.svm import LinearSVC

    from linnet.sklearn import to_classifier

    counts = CountVectorizer(strip_accents="ascii")
    model = OneVsRestClassifier(LinearSVC(random_state=0))
    pipeline = make_pipeline(counts, SelectKBest(chi2, k=6), TfidfTransformer(), model)
    return to_classifier(pipeline.fit(TRAINING["text"], TRAINING["label"]))


SVM_COLUMNS = {
    "learner": "svm",
    "categorical": ["author", "place"],
    "coding": "reference",
    "cross": [["author", "place"]],
    "numeric": ["age"],
    "numeric_as": "standard",
    "length": True,
}
SVM_BINS = {
    "learner": "svm",
    "weighting": "bm25",
    "categorical": ["place"],
    "coding": "reference",
    "numeric": ["age", "pay"],
    "numeric_as": "bins",
    "named": "extra",
}
RECORD = {
    "metric": "accuracy",
    "tried": 3,
    "best": [
        {
            "settings": {"words": "1-2", "strength": "1/n"},
            "value": 0.75,
            "standard_error": 0.25,
            "features": 12,
            "documents": 6,
        },
        {
            "settings": {"words": None, "strength": 0.01},
            "value": 0.5,
            "standard_error": None,
            "features": 7,
            "documents": 6,
        },
    ],
    "estimate": {
        "documents": 6,
        "outer_folds": 2,
        "measures": {
            "accuracy": {"value": 0.5, "interval": [0.1, 0.9]},
            "log-loss": {"value": 1.25, "interval": None, "reason": "there are few documents"},
        },
    },
    "baseline": {"label": "neg", "accuracy": 1 / 3},
    "labels": {"neg": 2, "pos": 2, "übrig": 2},
    "versions": {"linnet": "0.1.0"},
    "stopped": "budget",
    "stale": False,
}
MODELS = {
    "logistic": Golden({"learner": "logistic", "words": "1-2", "weighting": "tfidf"}),
    "svm-columns": Golden(SVM_COLUMNS),
    "svm-bins": Golden(SVM_BINS),
    "mixed": Golden({"learner": "mixed", "categorical": ["author"], "numeric": ["age"]}),
    "categorical": Golden(
        {"learner": "categorical", "words": None, "categorical": ["author", "place"]}
    ),
    "binomial": Golden({"learner": "binomial", "trials": "pay"}),
    "gaussian": Golden({"learner": "gaussian", "words": None, "numeric": ["age", "pay"]}),
    "full-gaussian": Golden(
        {
            "learner": "full-gaussian",
            "words": None,
            "numeric": ["pay", "size"],
            "covariance": "shared",
            "ridge": 0.5,
        }
    ),
    "lexicon": Golden(
        {
            "learner": "lexicon",
            "lexicons": {"neg": ["dull", "bad"], "pos": TONE},
            "offset": {"neg": 0.25},
        }
    ),
    "lexicon-features": Golden(
        {"learner": "logistic", "lexicons": {"tone": TONE}, "negation": True}
    ),
    "hashed": Golden({"learner": "logistic", "hash_bits": 4, "keep_names": True}),
    "hashed-bayes": Golden(
        {"learner": "multinomial", "weighting": "tfidf", "hash_bits": 4, "keep_names": True}
    ),
    "narrow": Golden(
        {
            "learner": "svm",
            "words": "1-2",
            "weighting": "tfidf",
            "select": "chi2",
            "select_top": 12,
            "narrow": True,
        }
    ),
    "narrow-bayes": Golden({"learner": "multinomial", "chars": "2", "narrow": True}),
    "several-bayes": Golden({"learner": "multinomial", "min_documents": 2}, multilabel=True),
    "several-logistic": Golden({"learner": "logistic", "cutoff": {"good": 0.3}}, multilabel=True),
    "tokenizer": Golden({"learner": "multinomial", "words": "1-2"}, tokenizer=str.split),
    "platt": Golden(
        {"learner": "svm"},
        calibration={"cutoffs": ["neg=budget:pos:0.6", "pos=0.4", "übrig=0.4"], "unsure": True},
    ),
    "isotonic": Golden(
        {"learner": "logistic"}, calibration={"method": "isotonic", "cutoffs": ["cost"]}
    ),
    "temperature": Golden(
        {"learner": "logistic"},
        multilabel=True,
        calibration={"method": "temperature", "cutoffs": ["good=f1"]},
    ),
    "html": Golden({"learner": "multinomial", "html": True}),
    "recorded": Golden({"learner": "logistic"}, record=RECORD),
    "converted": Golden({"learner": "converted"}),
    "converted-ascii": Golden({"learner": "converted", "ascii_only": True}),
}


def path_of(name: str) -> Path:
    """Return where a model lies."""
    return FOLDER / f"format-1-{name}.linnet"


def opened(name: str) -> Classifier:
    """Return a golden model, opened with its tokenizer."""
    return load(path_of(name), tokenizer=MODELS[name].tokenizer)


def answer(name: str) -> dict[str, Any]:
    """Return what a golden model says of the documents that are asked."""
    scores = opened(name).score(MODELS[name].asked())
    calibrated = (
        {"probabilities": scores.probabilities().tolist()}
        if MODELS[name].calibration is not None
        else {}
    )
    return {"labels": scores.labels(), "scores": scores.values.tolist(), **calibrated}


def make_missing() -> None:
    """Make the models that are not there, and write down what they answer."""
    answers = json.loads(ANSWERS.read_text(encoding="utf-8")) if ANSWERS.exists() else {}
    for name, golden in MODELS.items():
        if not path_of(name).exists():
            golden.make().save(path_of(name))
            answers[name] = answer(name)
    lines = [
        f"{json.dumps(name)}: {json.dumps(answers[name], ensure_ascii=False)}"
        for name in sorted(answers)
    ]
    ANSWERS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    make_missing()
