// Leaks from the training documents, and how often the test set has been used.

const LEAK_TITLES = {
  exact: "The same text but for case, punctuation and spaces",
  near: "Nearly the same text",
  group: "The same group on both sides",
};

function leaksSection() {
  const { leaks, without_leaks: measures } = REPORT;
  if (!leaks) return [leaksNotChecked()];
  const kinds = Object.entries(LEAK_TITLES);
  return [
    leakSummary(leaks),
    measures ? measuresWithoutLeaks(measures) : null,
    ...kinds.map(([kind, title]) => leakDetails(title, leaks[kind])),
    columnLeaks(leaks.columns),
  ];
}

function leaksNotChecked() {
  if (REPORT.on_training_documents) {
    return paragraph("The model was trained on all of these documents.");
  }
  return paragraph(
    "Not checked: whether some of these documents were also among those that the model was " +
      "trained on is not known. ",
    code("--train DATA"),
    " checks it.",
  );
}

function leakSummary({ documents, leaking, empty }) {
  const all = countOf(documents, "document");
  const summary = leaking
    ? `${wholeNumber(leaking)} of ${all} leak: the model has in some way seen them.`
    : `None of ${all} was seen in training.`;
  if (!empty) return paragraph(summary);
  const notCompared = `${countOf(empty, "document")} without a letter or digit cannot be compared.`;
  return paragraph(summary, ` ${notCompared}`);
}

function measuresWithoutLeaks(measures) {
  const firstTwo = Object.entries(measures).slice(0, 2);
  const items = firstTwo.map(([name, measure]) => [`${measureName(name)} `, measureText(measure)]);
  return paragraph("Without them: ", ...commaSeparated(items), ".");
}

function leakDetails(title, leak) {
  if (!leak) return note(`${title}: not checked.`);
  if (!leak.documents) return note(`${title}: none.`);
  const sameLabel = `${wholeNumber(leak.same_label)} with the same label`;
  const summary = `${title}: ${countOf(leak.documents, "document")}, ${sameLabel}`;
  const examples = objectTable(leak.examples, "Some of them");
  return make("details", { open: true }, make("summary", {}, summary), examples);
}

function columnLeaks(columns) {
  if (!columns) return note("Columns that give labels away: not checked.");
  if (!columns.length) return note("Columns that give labels away: none.");
  return objectTable(columns, "Columns that alone give labels away");
}

function testSetUsesSection() {
  const { looks } = REPORT;
  if (!looks) {
    const unknown = "how often these documents have been used to judge a model is not known.";
    return [paragraph(`Not counted: ${unknown}`)];
  }
  const { times, models, ...others } = looks;
  if (times === undefined) return [objectList(looks)];

  const uses = `${countOf(times, "time")} with ${countOf(models, "model")}`;
  const warning = " The more often one looks and chooses, the more the best number flatters.";
  return [
    paragraph(`These documents have been looked at ${uses}.`, times > 1 ? warning : ""),
    Object.keys(others).length ? objectList(others) : null,
  ];
}
