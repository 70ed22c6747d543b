// The documents that were evaluated, and how many have each label.

const BALANCE_ROWS = 12;

function dataSection() {
  const { data, labels } = REPORT;
  const sizes = `${countOf(data.documents, "document")} with ${countOf(labels.length, "label")}`;
  return [
    paragraph(`${sizes}, read from `, safeText(data.name), "."),
    ...otherCautions().map(cautionElement),
    labelBalance(),
  ];
}

// All cautions but the one that stands beside the headline.
function otherCautions() {
  return REPORT.on_training_documents ? REPORT.cautions.slice(1) : REPORT.cautions;
}

function cautionElement(caution) {
  return make("p", { class: "caution" }, make("strong", {}, "Mind: "), safeText(caution, "span"));
}

function labelBalance() {
  const { per_label: rows, data, features, unknown } = REPORT;
  const learned = new Map(features.map((row) => [row.label, row.learned]));
  const allLearned = [...learned.values()].reduce((sum, n) => sum + n, 0) || 1;
  const largest = Math.max(...rows.map((row) => row.documents), 1);
  const lines = rows.map(({ label, documents }) => ({
    name: labelText(label),
    cells: [
      labelElement(label),
      wholeNumber(documents),
      percent(documents / Math.max(1, data.documents)),
      barPicture(documents / largest),
      unknown.includes(label) ? "unknown" : wholeNumber(learned.get(label)),
      percent((learned.get(label) || 0) / allLearned),
    ],
  }));
  const picture = { name: "", kind: "picture" };
  const columns = ["label", "documents", "share", picture, "learned", "share learned"];
  return searchableTable("Label balance, the largest first", columns, lines, BALANCE_ROWS);
}
