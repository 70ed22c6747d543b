"""The sections of a model file: one file for each, and one line in the register `SECTIONS`."""

from linnet.storage.section import Section
from linnet.storage.sections.compact import COMPACT
from linnet.storage.sections.decision import DECISION
from linnet.storage.sections.features import FEATURES
from linnet.storage.sections.kept_documents import KEPT_DOCUMENTS
from linnet.storage.sections.labels import LABELS
from linnet.storage.sections.recipe import RECIPE
from linnet.storage.sections.totals import TOTALS
from linnet.storage.sections.training_record import TRAINING_RECORD
from linnet.storage.sections.weighting import WEIGHTING
from linnet.storage.sections.weights import WEIGHTS

# In the order in which they are read: a section may use what those before it have read.
SECTIONS: tuple[Section, ...] = (
    RECIPE,
    COMPACT,
    LABELS,
    FEATURES,
    WEIGHTING,
    WEIGHTS,
    DECISION,
    TOTALS,
    KEPT_DOCUMENTS,
    TRAINING_RECORD,
)
NEEDS = frozenset(need for section in SECTIONS for need in section.needs)
