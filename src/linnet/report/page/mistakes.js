// The worst mistakes with their words by what they add, and documents whose label may be wrong.

function mistakesSection() {
  const explain = REPORT.several ? setMistake : (place) => mistake(REPORT.documents[place]);
  if (!REPORT.mistakes.length) return [said("There are none: every document was told right.")];
  return [key(...SPEAKING), ...REPORT.mistakes.map(explain)];
}

// What solid and dashed words speak for.
const SPEAKING = REPORT.several ? ["for the label", "against it"] : ["for the wrong label that was given", "for the true label"];

function key(solid, dashed) {
  return noted(make("mark", { class: "for" }, "Solid"), ` words speak ${solid}, `, make("mark", { class: "against" }, "dashed"), ` ones ${dashed}; the stronger, the darker. Weak ones are plain.`);
}

function mistake(one) {
  const rows = one.why.features.map(([name, value]) => [shown(name), value > 0 ? label(one.predicted) : label(one.true), Math.abs(value).toFixed(2)]);
  return explained(one.why, [label(one.true), " taken for ", label(one.predicted)], toldOf(one), rows);
}

// A document and a label that it was given wrongly, or that it lacks.
function setMistake(one) {
  const names = (places) => places.length ? places.flatMap((place, at) => [at ? ", " : "", label(place)]) : ["no label"];
  const note = [`row ${whole(one.row)} · ${REPORT.probable ? "probability" : "score"} of `, label(one.label), ` ${scored(one.score)} · predicted `, ...names(one.predicted), " · truly ", ...names(one.true)];
  const rows = one.why.features.map(([name, value]) => [shown(name), value > 0 ? "the label" : "the rest", Math.abs(value).toFixed(2)]);
  return explained(one.why, [label(one.label), one.kind === "wrong" ? " is wrong" : " is missing"], note, rows);
}

function explained(why, heading, note, rows) {
  const strongest = Math.max(...why.pieces.map(([, value]) => Math.abs(value)), 1e-9);
  const text = make("p", { class: "text" }, make("bdi", { dir: "auto" }, why.pieces.map(([piece, value]) => word(piece, value, strongest))));
  const details = make("details", {}, make("summary", {}, "The features that count most"), table("Features of this document", ["feature", { name: "speaks for", kind: "text" }, "by"], rows));
  return make("article", { class: "mistake" }, make("h3", {}, heading), text, noted(note), rows.length ? details : null,
    why.too_long ? noted("A long document: linnet explain tells what each of its features adds.") : null);
}

function word(piece, value, strongest) {
  const share = Math.abs(value) / strongest;
  if (share < 0.2) return shown(piece, "span");
  const mark = make("mark", { class: value > 0 ? "for" : "against", title: `${SPEAKING[value > 0 ? 0 : 1]}: ${Math.abs(value).toFixed(2)}` }, shown(piece, "span"));
  mark.style.setProperty("--share", `${Math.round(15 + 45 * share)}%`);
  return mark;
}

function suspectsSection() {
  if (REPORT.suspects) {
    const found = Array.isArray(REPORT.suspects) ? REPORT.suspects : REPORT.suspects.suspects;
    const leftOut = REPORT.suspects_left_out ? ` Left out: ${counted(REPORT.suspects_left_out, "label")} of documents, since no document of another fold has the same.` : "";
    const why = noted(`By out-of-fold probabilities: of models that had not learned the document.${leftOut}`);
    return Array.isArray(found) ? [why, found.length ? listed(found, "Documents whose label may be wrong") : said("None.")] : [why, described(REPORT.suspects)];
  }
  if (REPORT.several) return [said("Not looked for: ", make("code", {}, "--train DATA"), " judges the labels of the training documents by models that have not learned them. Of the documents here, read the worst mistakes first.")];
  const kind = REPORT.probable ? "probabilities" : "scores";
  const why = noted(`By the ${kind} of this very model, not out-of-fold ones: look first whether the label or the model is wrong.`);
  if (!REPORT.doubtful.length) return [why, said("None: every document got its label.")];
  return [why, documentList(REPORT.doubtful)];
}
