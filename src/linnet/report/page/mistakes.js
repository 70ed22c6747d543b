// The worst mistakes with their words by what they add, and documents whose label may be wrong.

function mistakesSection() {
  if (!REPORT.mistakes.length) return [said("There are none: every document was told right.")];
  const key = make("p", { class: "note" },
    make("mark", { class: "for" }, "Solid"), " words speak for the wrong label that was given, ",
    make("mark", { class: "against" }, "dashed"), " ones for the true label; the stronger, the darker. Weak ones are plain.");
  return [key, ...REPORT.mistakes.map((place) => mistake(REPORT.documents[place]))];
}

function mistake(one) {
  const strongest = Math.max(...one.why.pieces.map(([, value]) => Math.abs(value)), 1e-9);
  const text = make("p", { class: "text" }, make("bdi", { dir: "auto" }, one.why.pieces.map(([piece, value]) => word(piece, value, strongest))));
  const rows = one.why.features.map(([name, value]) => [shown(name), value > 0 ? label(one.predicted) : label(one.true), Math.abs(value).toFixed(2)]);
  const details = make("details", {}, make("summary", {}, "The features that count most"), table("Features of this document", ["feature", { name: "speaks for", kind: "text" }, "by"], rows));
  return make("article", { class: "mistake" }, make("h3", {}, label(one.true), " taken for ", label(one.predicted)), text, make("p", { class: "note" }, toldOf(one)), rows.length ? details : null,
    one.why.too_long ? noted("A long document: linnet explain tells what each of its features adds.") : null);
}

function word(piece, value, strongest) {
  const share = Math.abs(value) / strongest;
  if (share < 0.2) return shown(piece, "span");
  const mark = make("mark", { class: value > 0 ? "for" : "against", title: `${value > 0 ? "for the label given" : "for the true label"}: ${Math.abs(value).toFixed(2)}` }, shown(piece, "span"));
  mark.style.setProperty("--share", `${Math.round(15 + 45 * share)}%`);
  return mark;
}

function suspectsSection() {
  if (REPORT.suspects) {
    const found = Array.isArray(REPORT.suspects) ? REPORT.suspects : REPORT.suspects.suspects;
    const why = noted("By out-of-fold probabilities: of models that had not learned the document.");
    return Array.isArray(found) ? [why, found.length ? listed(found, "Documents whose label may be wrong") : said("None.")] : [why, described(REPORT.suspects)];
  }
  const kind = REPORT.probable ? "probabilities" : "scores";
  const why = noted(`By the ${kind} of this very model, not out-of-fold ones: look first whether the label or the model is wrong.`);
  if (!REPORT.doubtful.length) return [why, said("None: every document got its label.")];
  return [why, documentList(REPORT.doubtful)];
}
