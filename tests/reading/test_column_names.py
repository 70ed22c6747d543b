"""Names of columns that are obvious."""

import pytest

from linnet.reading.column_names import obvious_labels, obvious_texts


@pytest.mark.parametrize(
    ("columns", "text"),
    [
        (["Ticket ID", "Ticket Description", "Queue"], ["Ticket Description"]),
        (["Product Title", "product_description"], ["product_description"]),
        (["title", "Ticket Description"], ["title"]),
        (["job title", "name"], []),
        (["Short Description", "Long Description"], ["Short Description", "Long Description"]),
    ],
)
def test_texts(columns, text):
    assert obvious_texts(columns) == text


@pytest.mark.parametrize(
    ("columns", "label"),
    [
        (["text", "Support Queue"], ["Support Queue"]),
        (["airline_sentiment_confidence", "airline_sentiment", "name"], ["airline_sentiment"]),
        (["subject", "type", "queue", "priority", "language"], ["queue"]),
        (["Ticket Type", "newsCategory"], ["newsCategory"]),
        (["Ticket Type", "Ticket Status"], ["Ticket Type"]),
        (["type", "Ticket Type"], ["type"]),
        (["Customer Rating", "priority"], []),
        (["Issue Category", "Product Category"], ["Issue Category", "Product Category"]),
    ],
)
def test_labels(columns, label):
    assert obvious_labels(columns) == label
