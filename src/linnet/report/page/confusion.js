// Which label was predicted for which: each cell is a button that shows some of its documents.

const MOST_MATRIX_LABELS = 30;
const MOST_WIDE_LABELS = 8; // above, the cells are narrower

const cellKey = (predicted, trueLabel) => `${predicted} ${trueLabel}`;

// A map from cell to value, from rows [predicted, true, value].
function byCell(rows) {
  const cells = rows.map(([predicted, trueLabel, value]) => [cellKey(predicted, trueLabel), value]);
  return new Map(cells);
}

function confusionSection() {
  const panel = make("div", { class: "panel", id: "cell" });
  const examples = byCell(REPORT.examples);
  const makeButton = (predicted, trueLabel, n) => {
    const indices = examples.get(cellKey(predicted, trueLabel)) || [];
    return cellButton(panel, { predicted, trueLabel, n, indices });
  };
  const isLarge = REPORT.labels.length > MOST_MATRIX_LABELS;
  return [isLarge ? confusedPairs(makeButton) : confusionMatrix(makeButton), panel];
}

function cellButton(panel, cell) {
  const { predicted, trueLabel, n } = cell;
  const labels = `predicted ${labelText(predicted)}, truly ${labelText(trueLabel)}`;
  const attributes = {
    type: "button",
    class: "cell",
    "aria-controls": "cell",
    "data-cell": cellKey(predicted, trueLabel),
    "aria-label": `${countOf(n, "document")} ${labels}: show some`,
    onclick: (event) => showCell(panel, event.currentTarget, cell),
  };
  return make("button", attributes, wholeNumber(n));
}

// Show the documents of a cell in the panel, and take the reader there.
function showCell(panel, button, { predicted, trueLabel, n, indices }) {
  for (const pressed of document.querySelectorAll(".cell[aria-pressed]")) {
    pressed.removeAttribute("aria-pressed");
  }
  button.setAttribute("aria-pressed", "true");

  const names = ["Predicted ", labelElement(predicted), ", truly ", labelElement(trueLabel)];
  const heading = make("h3", { tabindex: "-1" }, names);
  const all = countOf(n, "document");
  const isPart = indices.length < n;
  const size = isPart ? `${indices.length} of ${all}, the surest first.` : `${all}.`;
  panel.replaceChildren(heading, note(size), documentList(indices), closeButton(panel, button));
  heading.focus();
}

function closeButton(panel, cell) {
  const close = () => {
    panel.replaceChildren();
    cell.removeAttribute("aria-pressed");
    cell.focus();
  };
  return make("button", { type: "button", class: "quiet", onclick: close }, "Close");
}

function confusionMatrix(makeButton) {
  const counts = byCell(REPORT.confusion);
  const countAt = (predicted, trueLabel) => counts.get(cellKey(predicted, trueLabel)) || 0;
  const columns = [...REPORT.labels.keys()];
  const isUnsure = REPORT.confusion.some(([predicted]) => predicted < 0);
  const rows = isUnsure ? [...columns, -1] : columns;
  const totalOf = (trueLabel) => rows.reduce((sum, row) => sum + countAt(row, trueLabel), 0);
  const totals = columns.map(totalOf);

  const cellAt = (predicted, trueLabel) => {
    const n = countAt(predicted, trueLabel);
    const content = n ? makeButton(predicted, trueLabel, n) : make("span", { class: "none" }, "0");
    return matrixCell(content, predicted === trueLabel, n / Math.max(1, totals[trueLabel]));
  };
  const body = rows.map((predicted) => {
    const cells = columns.map((trueLabel) => cellAt(predicted, trueLabel));
    return make("tr", {}, rowName(labelElement(predicted)), cells);
  });
  return matrixTable(columns, body);
}

function matrixCell(content, isRight, share) {
  const cell = make("td", { class: isRight ? "right" : "" }, content);
  cell.style.setProperty("--share", `${Math.round(100 * share)}%`);
  return cell;
}

function matrixTable(columns, body) {
  const name = "Rows: predicted labels. Columns: true labels. Framed: right.";
  const help =
    "The stronger the colour, the larger the share of the true label. " +
    "Choose a cell to read some of its documents.";
  const corner = make("th", { scope: "col", class: "text" }, "predicted \\ true");
  const heads = columns.map((index) => make("th", { scope: "col" }, labelElement(index)));
  const isDense = columns.length > MOST_WIDE_LABELS;
  const matrix = make(
    "table",
    { class: isDense ? "matrix dense" : "matrix" },
    make("caption", {}, make("span", {}, `${name} ${help}`)),
    make("thead", {}, make("tr", {}, corner, heads)),
    make("tbody", {}, body),
  );
  return scrolling(name, matrix);
}

// With too many labels for a matrix: the most frequent mistakes.
function confusedPairs(makeButton) {
  if (!REPORT.confusion.length) return paragraph("No document was taken for another label.");
  const rows = REPORT.confusion.map(([predicted, trueLabel, n]) => [
    labelElement(trueLabel),
    labelElement(predicted),
    makeButton(predicted, trueLabel, n),
  ]);
  const columns = ["true label", { name: "taken for", kind: "text" }, "documents"];
  const intro = `With ${wholeNumber(REPORT.labels.length)} labels, the most frequent mistakes.`;
  return make(
    "div",
    { class: "pairs" },
    paragraph(`${intro} Choose a number to read some of its documents.`),
    table("The most frequent mistakes", columns, rows),
  );
}
