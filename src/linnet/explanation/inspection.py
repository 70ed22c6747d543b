"""What is in a model file, as plain data: what it was made of, and each label's features."""

from pathlib import Path
from typing import Any

from linnet.classifier.classifier import Classifier
from linnet.classifier.facts import model_facts, version_facts
from linnet.explanation.strongest import strongest


def inspect_model(path: str, classifier: Classifier, top: int = 10) -> dict[str, Any]:
    """Return everything about a model file, with the n strongest features of each label."""
    features = {}
    for label, strongest_of_label in strongest(classifier, top).items():
        features[label] = [feature.as_json() for feature in strongest_of_label]
    return {
        "model": path,
        "bytes": Path(path).stat().st_size,
        **model_facts(classifier),
        **version_facts(path),
        "recipe": classifier.recipe.to_dict(),
        "strongest": features,
    }
