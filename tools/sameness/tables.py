"""What is run, as data: data sets, settings and chains of commands. To add a case, add a line.

Options and commands are written as they would be typed after `linnet`. The folder `data` has the
files that data.py makes.
"""

from typing import NamedTuple


class DataSet(NamedTuple):
    """Training and test documents, and a text to explain."""

    training: str
    test: str
    text: str


class Solving(NamedTuple):
    """The solvers that a loss with a penalty can use."""

    learner: str
    loss: str
    penalty: str
    solvers: str


DATA_SETS = {
    "sms": DataSet("data/sms.jsonl", "data/sms-test.jsonl", "You have won a prize, call me now"),
    "trec": DataSet("data/trec.jsonl", "data/trec-test.jsonl", "Who was the first man in space?"),
    "hotel": DataSet("data/hotel.jsonl", "data/hotel-test.jsonl", "房间很干净，早餐不好"),
    "multilabel": DataSet("data/films.jsonl", "data/films-test.jsonl", "a funny and sad film"),
}

# Every learner that reads texts, on every data set.
LEARNER_COMMANDS = (
    "train {training} -o model.linnet --threads 1 --json {options}",
    "train {training} -o two-threads.linnet --threads 2 --json {options}",
    "predict model.linnet {test} --top 9 --threads 1",
    "explain model.linnet '{text}' --json",
    "evaluate model.linnet {test} --json --threads 1",
    "inspect model.linnet --json",
    "cross-validate {training} --folds 3 --json --threads 1 {options}",
)
# Every such learner, on every data set, with each of the main settings.
SETTING_COMMANDS = (
    "train {training} -o model.linnet --threads 1 --json {options}",
    "predict model.linnet {test} --top 9 --threads 1",
)
MAIN_SETTINGS = {
    "pairs of words": "--words 1-2 --min-documents 2",
    "characters": "--words none --chars 2-4 --most-frequent 5000",
    "characters in words": "--chars-in-words 3-4 --max-documents 0.5 --most-frequent 8000",
    "tf-idf": "--words 1-2 --weighting tfidf",
    "hashed": "--hash-bits 14",
    "selected": "--select chi2 --select-top 500",
    "class weights": "--class-weights balanced",
    "calibrated": "--calibration auto",
    "float16": "--narrow",
}
# Settings that a learner cannot do without, and learners that need more than texts.
NEEDED_SETTINGS = {"binomial": "--trials length"}
NOT_FOR_TEXTS = ("categorical", "full-gaussian", "lexicon")
# These learn from totals: what they have learned can be forgotten, and put together.
TOTALS_LEARNERS = ("multinomial", "bernoulli", "complement", "poisson", "binomial", "mixed")
# These go on from the weights and features that they have.
APPROXIMATE_LEARNERS = (
    "gaussian",
    "logistic",
    "svm",
    "nb-logistic",
    "nb-svm",
    "perceptron",
    "passive-aggressive",
)

# Data set, options. Each is trained, and labels the test documents.
SETTINGS = (
    ("sms", "--learner multinomial --smoothing 0"),
    ("sms", "--learner multinomial --smoothing 0.01"),
    ("sms", "--learner multinomial --prior uniform"),
    ("sms", "--learner multinomial --prior ham=0.5,spam=0.5"),
    ("sms", "--learner bernoulli --smoothing 0.1 --prior uniform"),
    ("trec", "--learner complement --norm"),
    ("trec", "--learner complement --norm --weighting tfidf --smoothing 0.3"),
    ("trec", "--learner poisson --smoothing 0.5"),
    ("trec", "--learner gaussian --smoothing 0.5"),
    ("sms", "--learner binomial --trials 200"),
    ("trec", "--learner multinomial --words 1-3"),
    ("trec", "--learner multinomial --words 2"),
    ("trec", "--learner multinomial --chars 3-5"),
    ("trec", "--learner svm --words 1-2 --chars 2-3 --chars-in-words 4"),
    ("trec", "--learner multinomial --word-pattern sklearn"),
    ("trec", "--learner multinomial --word-pattern python"),
    ("trec", "--learner multinomial --word-pattern spaces"),
    ("hotel", "--learner multinomial --word-pattern python"),
    ("hotel", "--learner svm --chars 1-2 --words none"),
    ("trec", "--learner multinomial --keep-case"),
    ("hotel", "--learner multinomial --strip-accents"),
    ("trec", "--learner multinomial --strip-accents --keep-case --words 1-2"),
    ("trec", "--learner multinomial --stop-words the,of,and"),
    ("trec", "--learner multinomial --min-documents 0.01 --max-documents 0.2"),
    ("trec", "--learner multinomial --min-documents 3 --max-documents 400"),
    ("trec", "--learner multinomial --most-frequent 500"),
    ("trec", "--learner multinomial --select mutual-information --select-top 300"),
    ("trec", "--learner svm --select mutual-information --select-top 300"),
    ("trec", "--learner svm --select weights --select-top 300"),
    ("trec", "--learner logistic --select chi2 --select-top 100 --weighting tfidf"),
    ("sms", "--learner svm --weighting presence"),
    ("sms", "--learner svm --weighting sublinear"),
    ("sms", "--learner svm --weighting tfidf-log10"),
    ("sms", "--learner svm --weighting tfidf"),
    ("sms", "--learner svm --weighting sublinear-tfidf"),
    ("sms", "--learner svm --weighting bm25"),
    ("trec", "--learner multinomial --weighting presence --unit-length l1"),
    ("trec", "--learner multinomial --weighting sublinear --unit-length l2"),
    ("trec", "--learner multinomial --weighting tfidf --unit-length none"),
    ("trec", "--learner multinomial --weighting tfidf-log10 --unit-length l1"),
    ("trec", "--learner multinomial --weighting sublinear-tfidf"),
    ("trec", "--learner multinomial --weighting bm25 --unit-length l2"),
    ("trec", "--learner multinomial --hash-bits 12 --keep-names"),
    ("trec", "--learner svm --hash-bits 12 --keep-names --words 1-2"),
    ("trec", "--learner svm --hash-bits 18 --chars 3-4 --weighting tfidf"),
    ("sms", "--learner multinomial --length"),
    ("sms", "--learner svm --length --words 1-2"),
    ("sms", "--learner svm --lexicon good=data/positive-words.txt --length"),
    ("sms", "--learner svm --lexicon tone=data/AFINN-111.txt --lexicon v=data/vader_lexicon.txt"),
    ("sms", "--learner logistic --lexicon tone=data/vader_lexicon.txt --negation"),
    ("sms", "--learner mixed --lexicon tone=data/AFINN-111.txt --words none"),
    ("trec", "--learner multinomial --private 3"),
    ("trec", "--learner svm --private 5"),
    ("sms", "--learner multinomial --keep-documents"),
    ("trec", "--learner logistic --seed 7"),
    ("trec", "--learner perceptron --seed 7"),
    ("trec", "--learner logistic --strength 1e-2"),
    ("trec", "--learner logistic --strength 0.3/n"),
    ("trec", "--learner svm --strength 10/n --tolerance 1e-6"),
    ("sms", "--learner logistic --penalty elastic --l1-share 0.2 --strength 1e-3"),
    ("sms", "--learner nb-logistic --smoothing 0.1 --strength 0.3/n"),
    ("trec", "--learner nb-logistic --penalty l1 --strength 1e-3"),
    ("trec", "--learner nb-svm --smoothing 0.1 --loss hinge"),
    ("trec", "--learner nb-svm --penalty elastic --offset penalised"),
    ("trec", "--learner perceptron --no-averaged --rounds 3"),
    ("trec", "--learner perceptron --offset none"),
    ("trec", "--learner passive-aggressive --variant pa-1 --cap 0.1"),
    ("trec", "--learner passive-aggressive --variant pa-2 --cap 0.1"),
    ("trec", "--learner passive-aggressive --variant pa --no-averaged"),
    ("trec", "--learner passive-aggressive --offset none --rounds 2"),
    ("sms", "--learner svm --class-weights ham=1,spam=3"),
    ("sms", "--learner multinomial --class-weights ham=2,spam=0.5"),
    ("sms", "--learner multinomial --cutoff 0.9 --unsure"),
    ("sms", "--learner multinomial --cutoff spam=0.95"),
    ("sms", "--learner svm --calibration platt --cutoff spam=f1"),
    ("sms", "--learner logistic --cutoff spam=budget:ham:0.01"),
    ("multilabel", "--learner logistic --cutoff 0.3"),
    ("multilabel", "--learner svm --cutoff funny=0.2,sad=-0.1"),
    ("multilabel", "--learner multinomial --cutoff funny=f1"),
    ("multilabel", "--learner logistic --calibration platt --words 1-2 --weighting tfidf"),
    ("multilabel", "--learner logistic --penalty l1 --strength 1e-3"),
    ("multilabel", "--learner nb-svm --narrow"),
    ("sms", "--learner svm --narrow --words 1-2 --weighting tfidf --calibration platt"),
    ("sms", "--learner multinomial --narrow --words 1-2 --keep-documents"),
    ("hotel", "--learner svm --narrow --chars 1-3 --words none"),
)

# Every calibration, of these learners on these data sets.
CALIBRATIONS = ("temperature", "shared-platt", "platt", "isotonic")
CALIBRATED_LEARNERS = ("multinomial", "bernoulli", "logistic", "svm", "perceptron")
CALIBRATED_DATA_SETS = ("sms", "trec")

# Every solver with every loss and penalty that it can do, each with every kind of offset.
SMOOTH = "auto newton lbfgs gradient-descent"
SOLVINGS = (
    Solving("logistic", "softmax", "l2", f"{SMOOTH} dual"),
    Solving("logistic", "softmax", "none", SMOOTH),
    Solving("logistic", "logistic", "l2", f"{SMOOTH} dual"),
    Solving("logistic", "logistic", "l1", "auto coordinate"),
    Solving("logistic", "logistic", "elastic", "auto coordinate"),
    Solving("logistic", "logistic", "none", SMOOTH),
    Solving("svm", "squared-hinge", "l2", f"{SMOOTH} dual"),
    Solving("svm", "squared-hinge", "l1", "auto coordinate"),
    Solving("svm", "squared-hinge", "elastic", "auto coordinate"),
    Solving("svm", "squared-hinge", "none", SMOOTH),
    Solving("svm", "hinge", "l2", "auto dual"),
)
OFFSETS = ("free", "penalised", "none")
SOLVED_DATA_SETS = ("sms", "trec")

# Columns beside the text: options, all of the generated file of orders.
LEVELS = "--categorical colour --categorical place"
NUMBERS = "--numeric size --numeric price"
COLUMN_SETTINGS = (
    f"--learner categorical --words none {LEVELS}",
    f"--learner categorical --words none {LEVELS} --cross colour,place --smoothing 0.5",
    f"--learner categorical --words none {NUMBERS} --numeric-as bins",
    f"--learner gaussian --words none {NUMBERS}",
    f"--learner gaussian {NUMBERS} --numeric-as standard",
    f"--learner full-gaussian --words none {NUMBERS}",
    f"--learner full-gaussian --words none {NUMBERS} --covariance shared",
    f"--learner full-gaussian --words none {NUMBERS} --ridge 0.1 --numeric-as standard",
    f"--learner mixed {LEVELS} {NUMBERS}",
    f"--learner mixed {LEVELS} {NUMBERS} --length --smoothing 0.2",
    f"--learner multinomial {LEVELS}",
    "--learner multinomial --weight weight",
    "--learner bernoulli --weight weight --words 1-2",
    "--learner complement --weight weight --weighting tfidf",
    "--learner binomial --trials trials --words none --numeric hits",
    f"--learner poisson --words none --numeric hits {LEVELS}",
    f"--learner svm {LEVELS} {NUMBERS}",
    f"--learner svm {LEVELS} {NUMBERS} --coding reference --numeric-as plain",
    f"--learner svm {LEVELS} {NUMBERS} --cross colour,place --numeric-as bins --bins 6",
    f"--learner logistic {LEVELS} {NUMBERS} --weight weight --weighting tfidf",
    f"--learner logistic {NUMBERS} --coding reference --numeric-as bins --narrow",
    "--learner svm --weight weight",
    "--learner perceptron --weight weight",
    "--learner passive-aggressive --weight weight",
    f"--learner nb-svm {LEVELS} --weight weight",
    "--learner logistic --features extra",
    "--learner multinomial --features extra",
    "--learner logistic --calibration platt --group author",
    "--learner multinomial --calibration temperature --time day",
    "--learner svm --calibration isotonic --group author --class-weights balanced",
    "--learner multinomial --text title --text text",
    "--learner svm --text title --text text --words 1-2 --hash-bits 14",
    "--learner svm --tokenizer data/tokens.py:pieces",
    "--learner multinomial --tokenizer data/tokens.py:pieces --words 1-2",
)
COLUMN_COMMANDS = (
    "train data/orders.jsonl -o model.linnet --threads 1 --json {options}",
    "train data/orders.jsonl -o two-threads.linnet --threads 2 --json {options}",
    "predict model.linnet data/orders-test.jsonl --top 9 --threads 1 {reading}",
    "evaluate model.linnet data/orders-test.jsonl --json --threads 1 {reading}",
    "inspect model.linnet --json",
)

# What is learned can be forgotten, and models of parts can be put together.
TOTALS_COMMANDS = (
    "train data/sms.jsonl -o first.linnet --threads 1 --json {options}",
    "train data/sms-more.jsonl -o second.linnet --threads 1 --json {options}",
    "learn first.linnet data/sms-more.jsonl -o learned.linnet --threads 1 --json",
    "forget learned.linnet data/sms-more.jsonl -o forgotten.linnet --threads 2 --json",
    "merge first.linnet second.linnet -o merged.linnet --json",
    "learn merged.linnet data/sms-test.jsonl --threads 2 --json",
    "forget merged.linnet data/sms.jsonl --threads 1 --json",
    "predict merged.linnet data/sms-test.jsonl --top 9",
)
TOTALS_SETTINGS = {
    "words": "",
    "pairs of words": "--words 1-2 --smoothing 0.5",
    "hashed": "--hash-bits 14",
    "in two documents": "--min-documents 2",
    "float16": "--narrow",
}
APPROXIMATE_COMMANDS = (
    "train data/trec.jsonl -o first.linnet --threads 1 --json {options}",
    "learn first.linnet data/trec-test.jsonl -o learned.linnet --threads 1 --json",
    "learn learned.linnet data/trec-test.jsonl --threads 2 --json",
    "predict learned.linnet data/trec-test.jsonl --top 9",
)
APPROXIMATE_SETTINGS = {
    "words": "",
    "tf-idf": "--weighting tfidf --words 1-2",
    "hashed": "--hash-bits 14",
}
