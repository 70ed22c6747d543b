// The worst mistakes with their words by what they add, and documents whose label may be wrong.

const LEAST_SHARE = 0.2; // of the strongest word, to be marked

// What solid and dashed words speak for.
const SPEAKS_FOR = REPORT.several
  ? ["for the label", "against it"]
  : ["for the wrong label that was given", "for the true label"];

function mistakesSection() {
  if (!REPORT.mistakes.length) return [paragraph("There are none: every document was told right.")];
  const articleOf = REPORT.several
    ? multilabelMistake
    : (index) => mistake(REPORT.documents[index]);
  return [markKey(), ...REPORT.mistakes.map(articleOf)];
}

function markKey() {
  const [solid, dashed] = SPEAKS_FOR;
  return note(
    make("mark", { class: "for" }, "Solid"),
    ` words speak ${solid}, `,
    make("mark", { class: "against" }, "dashed"),
    ` ones ${dashed}; the stronger, the darker. Weak ones are plain.`,
  );
}

function mistake(document_) {
  const { why, predicted, true: trueLabel } = document_;
  const heading = [labelElement(trueLabel), " taken for ", labelElement(predicted)];
  const rows = featureRows(why, (value) => labelElement(value > 0 ? predicted : trueLabel));
  return mistakeArticle(why, heading, predictionNote(document_), rows);
}

// A document and a label that it was given wrongly, or that it lacks.
function multilabelMistake({ why, row, label, score, kind, predicted, true: trueLabels }) {
  const heading = [labelElement(label), kind === "wrong" ? " is wrong" : " is missing"];
  const notes = [
    `row ${wholeNumber(row)} · ${SCORE_KIND} of `,
    labelElement(label),
    ` ${scoreText(score)} · predicted `,
    ...labelElements(predicted),
    " · truly ",
    ...labelElements(trueLabels),
  ];
  const rows = featureRows(why, (value) => (value > 0 ? "the label" : "the rest"));
  return mistakeArticle(why, heading, notes, rows);
}

function labelElements(indices) {
  return indices.length ? commaSeparated(indices.map(labelElement)) : ["no label"];
}

function featureRows(why, speaksFor) {
  return why.features.map(([name, value]) => [
    safeText(name),
    speaksFor(value),
    Math.abs(value).toFixed(2),
  ]);
}

function mistakeArticle(why, heading, notes, rows) {
  const tooLong = "A long document: linnet explain tells what each of its features adds.";
  return make(
    "article",
    { class: "mistake" },
    make("h3", {}, heading),
    markedText(why.pieces),
    note(notes),
    rows.length ? featureDetails(rows) : null,
    why.too_long ? note(tooLong) : null,
  );
}

function featureDetails(rows) {
  const columns = ["feature", { name: "speaks for", kind: "text" }, "by"];
  const summary = make("summary", {}, "The features that count most");
  return make("details", {}, summary, table("Features of this document", columns, rows));
}

// A text from pieces [text, value], the strong ones marked.
function markedText(pieces) {
  const strongest = Math.max(...pieces.map(([, value]) => Math.abs(value)), 1e-9);
  const children = pieces.map(([text, value]) => markedPiece(text, value, strongest));
  return make("p", { class: "text" }, make("bdi", { dir: "auto" }, children));
}

function markedPiece(text, value, strongest) {
  const strength = Math.abs(value);
  const share = strength / strongest;
  const content = safeText(text, "span");
  if (share < LEAST_SHARE) return content;

  const [solid, dashed] = SPEAKS_FOR;
  const title = `${value > 0 ? solid : dashed}: ${strength.toFixed(2)}`;
  const mark = make("mark", { class: value > 0 ? "for" : "against", title }, content);
  mark.style.setProperty("--share", `${Math.round(15 + 45 * share)}%`);
  return mark;
}

function suspectsSection() {
  if (REPORT.suspects) return outOfFoldSuspects(REPORT.suspects);
  if (REPORT.several) {
    const help =
      " judges the labels of the training documents by models that have not learned them. " +
      "Of the documents here, read the worst mistakes first.";
    return [paragraph("Not looked for: ", code("--train DATA"), help)];
  }
  const kind = REPORT.probable ? "probabilities" : "scores";
  const caution = "look first whether the label or the model is wrong.";
  const source = note(`By the ${kind} of this very model, not out-of-fold ones: ${caution}`);
  if (!REPORT.doubtful.length) return [source, paragraph("None: every document got its label.")];
  return [source, documentList(REPORT.doubtful)];
}

function outOfFoldSuspects(section) {
  const suspects = Array.isArray(section) ? section : section.suspects;
  const source = "By out-of-fold probabilities: of models that had not learned the document.";
  const sourceNote = note(`${source}${suspectsLeftOut()}`);
  if (!Array.isArray(suspects)) return [sourceNote, objectList(section)];
  if (!suspects.length) return [sourceNote, paragraph("None.")];
  return [sourceNote, objectTable(suspects, "Documents whose label may be wrong")];
}

function suspectsLeftOut() {
  const n = REPORT.suspects_left_out;
  if (!n) return "";
  const reason = "since no document of another fold has the same.";
  return ` Left out: ${countOf(n, "label")} of documents, ${reason}`;
}
