// Which label was given for which: each cell is a button that shows some of its documents.

function confusionSection() {
  const panel = make("div", { class: "panel", id: "cell" });
  const examples = new Map(REPORT.examples.map(([predicted, true_, places]) => [`${predicted} ${true_}`, places]));
  const button = (predicted, true_, n) => make("button", {
    type: "button", class: "cell", "aria-controls": "cell", "data-cell": `${predicted} ${true_}`,
    "aria-label": `${counted(n, "document")} predicted ${labelText(predicted)}, truly ${labelText(true_)}: show some`,
    onclick: (event) => showCell(panel, event.currentTarget, predicted, true_, n, examples.get(`${predicted} ${true_}`) || []),
  }, whole(n));
  const many = REPORT.labels.length > 30;
  return [many ? pairs(button) : matrix(button), panel];
}

function showCell(panel, from, predicted, true_, n, places) {
  for (const one of document.querySelectorAll(".cell[aria-pressed]")) one.removeAttribute("aria-pressed");
  from.setAttribute("aria-pressed", "true");
  const heading = make("h3", { tabindex: "-1" }, "Predicted ", label(predicted), ", truly ", label(true_));
  const how = places.length < n ? `${places.length} of ${counted(n, "document")}, the surest first.` : `${counted(n, "document")}.`;
  const close = make("button", { type: "button", class: "quiet", onclick: () => { panel.replaceChildren(); from.removeAttribute("aria-pressed"); from.focus(); } }, "Close");
  panel.replaceChildren(heading, noted(how), documentList(places), close);
  heading.focus();
}

function matrix(button) {
  const counts = new Map(REPORT.confusion.map(([predicted, true_, n]) => [`${predicted} ${true_}`, n]));
  const columns = REPORT.labels.map((_, place) => place);
  const rows = REPORT.confusion.some(([predicted]) => predicted < 0) ? [...columns, -1] : columns;
  const totals = columns.map((true_) => rows.reduce((sum, predicted) => sum + (counts.get(`${predicted} ${true_}`) || 0), 0));
  const cell = (predicted, true_) => {
    const n = counts.get(`${predicted} ${true_}`) || 0;
    const box = make("td", { class: predicted === true_ ? "right" : "" }, n ? button(predicted, true_, n) : make("span", { class: "none" }, "0"));
    box.style.setProperty("--share", `${Math.round(100 * n / Math.max(1, totals[true_]))}%`);
    return box;
  };
  const caption = "Rows: predicted labels. Columns: true labels. Framed: right.";
  const head = make("tr", {}, make("th", { scope: "col", class: "text" }, "predicted \\ true"), columns.map((place) => make("th", { scope: "col" }, label(place))));
  const body = rows.map((predicted) => make("tr", {}, make("th", { scope: "row", class: "text" }, label(predicted)), columns.map((true_) => cell(predicted, true_))));
  return scrolling(caption, make("table", { class: `matrix${columns.length > 8 ? " dense" : ""}` },
    make("caption", {}, make("span", {}, `${caption} The stronger the colour, the larger the share of the true label. Choose a cell to read some of its documents.`)),
    make("thead", {}, head), make("tbody", {}, body)));
}

function pairs(button) {
  if (!REPORT.confusion.length) return said("No document was taken for another label.");
  const rows = REPORT.confusion.map(([predicted, true_, n]) => [label(true_), label(predicted), button(predicted, true_, n)]);
  return make("div", { class: "pairs" }, said(`With ${whole(REPORT.labels.length)} labels, the most frequent mistakes. Choose a number to read some of its documents.`),
    table("The most frequent mistakes", ["true label", { name: "taken for", kind: "text" }, "documents"], rows));
}
