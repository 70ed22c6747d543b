"""One `classify` call in process, against scikit-learn's predict of one text."""

from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline

from benchmarks.measure import ag_news, report, seconds
from linnet.recipe.recipe import Recipe
from linnet.tuning.train import train

CALLS = 2000


def run() -> None:
    texts, labels = ag_news()
    classifier = train({"text": texts, "label": labels}, Recipe.of(learner="multinomial"))
    pipeline = make_pipeline(CountVectorizer(), MultinomialNB()).fit(texts[:5000], labels[:5000])
    some = texts[:CALLS]
    ours = seconds(lambda: [classifier.classify(text) for text in some], 5) / CALLS
    peer = seconds(lambda: [pipeline.predict([text]) for text in some[:200]], 2) / 200
    report("one classify call (a news item)", ours, peer, 20)
    print(f"{'':44} {ours * 1e6:.2f} µs a call (promised below 10)", flush=True)
