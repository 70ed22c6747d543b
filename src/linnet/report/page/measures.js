// The measures of all documents, and of parts of them.

const MEASURE_WORDS = { brier: "Brier", mcc: "MCC", f1: "F1", roc: "ROC", auc: "AUC" };

// "macro F1" for "macro-f1".
function measureName(name) {
  const words = name.split("-").map((word) => MEASURE_WORDS[word] || word);
  return words.join(" ");
}

function measuresSection() {
  const { measures, training, slices } = REPORT;
  return [
    note(
      "In brackets the 95 % confidence interval: about 95 of 100 test sets like this one give an " +
        "interval that holds the true value.",
    ),
    measuresTable(measures, training),
    ...missingIntervals(measures),
    training
      ? note("The gap between the two columns is what the model has learned by heart.")
      : null,
    ...(slices || []).flatMap(sliceTable),
  ];
}

function measuresTable(measures, training) {
  const columns = ["measure", "value", { name: "", kind: "picture" }];
  if (training) columns.push("on the training part");
  columns.push({ name: "is", kind: "text" });
  const rows = Object.entries(measures).map(([name, measure]) => {
    const isPercent = name.endsWith("-percent");
    const cells = [measureName(name), measureText(measure)];
    cells.push(isPercent ? "" : intervalPicture(measure));
    if (training) cells.push(measureText(training[name]));
    cells.push(REPORT.meanings[name] || "");
    return cells;
  });
  return table("Measures of all documents", columns, rows);
}

// Why some measures have no interval, where this is known.
function missingIntervals(measures) {
  const reasonOf = (name) => measures[name] && measures[name].reason;
  const names = Object.keys(measures);
  const reasons = new Set(names.map(reasonOf).filter(Boolean));
  return [...reasons].map((reason) => {
    const concerned = names.filter((name) => reasonOf(name) === reason);
    return note(`No interval for ${concerned.map(measureName).join(", ")}: ${reason}.`);
  });
}

// Measures by what a column says, or by the length of the text.
function sliceTable({ by, slices, left_out: leftOut, left_out_documents: leftOutDocuments }) {
  const [, , ...names] = Object.keys(slices[0]); // after the name and the documents
  const titles = names.map((name) => measureName(name.replace("_", "-")));
  const rows = slices.map((part) => {
    const measures = names.map((name) => measureText(part[name]));
    return [safeText(part.name), wholeNumber(part.documents), ...measures];
  });
  const parts = table(`By ${by}`, ["part", "documents", ...titles], rows);
  if (!leftOut) return [parts];
  const smaller = countOf(leftOut, "smaller part");
  return [parts, note(`${smaller} with ${countOf(leftOutDocuments, "document")} left out.`)];
}
