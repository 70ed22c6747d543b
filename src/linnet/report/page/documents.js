// Documents as a list: what they say, and what was said of them.

function told_of(document_) {
  const [given, true_] = document_.scores;
  const kind = REPORT.probable ? "probability" : "score";
  const parts = [`row ${whole(document_.row)} · predicted `, label(document_.predicted), given === null ? "" : ` (${kind} ${scored(given)})`];
  if (document_.predicted !== document_.true) parts.push(", truly ", label(document_.true), ` (${scored(true_)})`);
  return parts;
}

function textOf(text) {
  return text === "" ? make("em", {}, "(no text)") : shown(text);
}

function documentList(places) {
  return make("ol", { class: "documents" }, places.map((place) => {
    const one = REPORT.documents[place];
    return make("li", {}, make("p", { class: "text" }, textOf(one.text)), make("p", { class: "note" }, told_of(one)));
  }));
}
