"""The learners that contracts hold for.

Those of the register, and a toy that is one file and one line.
"""

from unittest.mock import patch

from linnet.learning.learner import Ability
from linnet.learning.learners import LEARNERS, takes, with_ability
from tests.learning.nearest_mean import LINE

registered = patch.dict(LEARNERS, LINE)  # while this is open, the toy is in the register

with registered:
    EVERY_LEARNER = list(LEARNERS)
    TRAINED = [name for name in EVERY_LEARNER if name not in ("lexicon", "converted")]
    EXACT = with_ability(Ability.EXACT)
    SMOOTHED = [name for name in EXACT if takes(name, "smoothing")]
