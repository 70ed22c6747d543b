// Documents as a list: what they say, and what was said of them.

function toldOf(one) {
  const [given, true_] = one.scores;
  const kind = REPORT.probable ? "probability" : "score";
  const parts = [`row ${whole(one.row)} · predicted `, label(one.predicted), given === null ? "" : ` (${kind} ${scored(given)})`];
  if (one.predicted !== one.true) parts.push(", truly ", label(one.true), ` (${scored(true_)})`);
  return parts;
}

function textOf(text) {
  return text === "" ? make("em", {}, "(no text)") : shown(text);
}

function documentList(places) {
  return make("ol", { class: "documents" }, places.map((place) => {
    const one = REPORT.documents[place];
    return make("li", {}, make("p", { class: "text" }, textOf(one.text)), make("p", { class: "note" }, toldOf(one)));
  }));
}
