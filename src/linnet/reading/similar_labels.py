"""Labels that differ only in case or spaces: which belong together, and by which spelling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from linnet.errors import counted, quoted, shortened

MOST_GROUPS = 5  # that are named
MOST_LABELS = 100_000  # beyond which nothing is counted

Counts = Mapping[str, int]


def fold_key(label: str) -> str:
    """Return what labels have in common that differ only in case or spaces.

    >>> fold_key(" Open  Ticket") == fold_key("open ticket"), fold_key("  ")
    (True, '  ')
    """
    return " ".join(label.split()).casefold() or label


def similar_groups(labels: Iterable[str]) -> list[list[str]]:
    """Return the groups of labels that differ only in case or spaces.

    >>> similar_groups(["Spam", "ham", "spam "])
    [['Spam', 'spam ']]
    """
    groups: dict[str, list[str]] = {}
    for label in labels:
        groups.setdefault(fold_key(label), []).append(label)
    return [group for group in groups.values() if len(group) > 1]


def folded_names(counts: Counts, known: Sequence[str] = ()) -> dict[str, str]:
    """Return the one spelling of each label that changes.

    It is the known label, or else the most frequent spelling, without outer and double spaces; of
    those that are as frequent, the first by bytes.

    >>> folded_names({"Billing": 120, "billing ": 3, "BILLING": 1, "Sales": 9})
    {'billing ': 'Billing', 'BILLING': 'Billing'}
    >>> folded_names({"billing ": 3, "Sales": 9}, known=["BILLING", "Sales"])
    {'billing ': 'BILLING'}
    """
    chosen = {fold_key(label): label for label in sorted(known, reverse=True)}
    for key, spellings in _spellings(counts).items():
        first = min(spellings, key=lambda name: (-spellings[name], name.encode()))
        chosen.setdefault(key, first)
    names = {label: chosen[fold_key(label)] for label in counts.keys() - set(known)}
    return {label: names[label] for label in counts if names.get(label, label) != label}


def _spellings(counts: Counts) -> dict[str, Counter[str]]:
    """Return for each group how often each spelling is there, whatever its spaces."""
    groups: dict[str, Counter[str]] = {}
    for label, n in counts.items():
        spelling = " ".join(label.split()) or label
        groups.setdefault(fold_key(label), Counter())[spelling] += n
    return groups


def similar_sentence(counts: Counts, known: Sequence[str] = ()) -> str:
    """Return in words which labels differ only in case or spaces, "" where none do.

    >>> similar_sentence({"Billing": 120, "billing ": 3, "Sales": 9})
    "labels differ only in case or spaces: 'Billing' 120, 'billing ' 3"
    """
    unseen = [label for label in known if label not in counts]
    groups = similar_groups([*counts, *unseen])
    here = [group for group in groups if any(label in counts for label in group)]
    if not here:
        return ""
    words = [_group_in_words(group, counts) for group in here[:MOST_GROUPS]]
    n_more = len(here) - MOST_GROUPS
    if n_more > 0:
        words.append(f"{counted(n_more, 'more group')}")
    return f"labels differ only in case or spaces: {'; '.join(words)}"


def _group_in_words(group: Sequence[str], counts: Counts) -> str:
    most_first = sorted(group, key=lambda label: -counts.get(label, 0))
    parts = [
        f"{quoted(label)} {counts[label]:,}" if label in counts else f"{quoted(label)} in the model"
        for label in most_first
    ]
    return shortened(parts, len(parts))
