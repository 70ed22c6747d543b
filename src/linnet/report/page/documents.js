// Documents as a list: their text, and what was predicted for them.

// The documents with these indices.
function documentList(indices) {
  const items = indices.map((index) => documentItem(REPORT.documents[index]));
  return make("ol", { class: "documents" }, items);
}

function documentItem(document_) {
  const text = make("p", { class: "text" }, documentText(document_.text));
  return make("li", {}, text, note(predictionNote(document_)));
}

function documentText(text) {
  return text === "" ? make("em", {}, "(no text)") : safeText(text);
}

// The row of a document, its predicted label and, where another one is true, the true label.
function predictionNote(document_) {
  const { row, predicted, true: trueLabel, scores } = document_;
  const [predictedScore, trueScore] = scores;
  const parts = [`row ${wholeNumber(row)} · predicted `, labelElement(predicted)];
  if (predictedScore !== null) parts.push(` (${SCORE_KIND} ${scoreText(predictedScore)})`);
  if (predicted !== trueLabel) {
    parts.push(", truly ", labelElement(trueLabel), ` (${scoreText(trueScore)})`);
  }
  return parts;
}
