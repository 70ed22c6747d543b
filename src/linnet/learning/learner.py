"""What a learner is."""

from linnet.learning.by_hand import ByHand
from linnet.learning.full_gaussian import FullGaussian
from linnet.learning.linear import Linear
from linnet.learning.naive_bayes import NaiveBayes
from linnet.learning.online import Online

Learner = NaiveBayes | FullGaussian | Linear | Online | ByHand
