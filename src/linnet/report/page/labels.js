// The measures of each label, and the features that speak for it most.

const LABEL_MEASURES = ["precision", "recall", "f1", "roc-area", "average-precision"];
const MOST_CARDS = 12;

function labelsSection() {
  const { labels, per_label: rows } = REPORT;
  const nLeftOut = labels.length - rows.length;
  const leftOut = `${countOf(nLeftOut, "smaller label")} left out here`;
  return [
    note(
      "Where there is no interval, the label has fewer than 20 documents: too few to say how " +
        "sure the number is.",
    ),
    make("div", { class: "stacked" }, labelMeasures(rows)),
    nLeftOut > 0 ? note(`${leftOut}; --report report.json has all.`) : null,
  ];
}

function labelMeasures(rows) {
  const names = LABEL_MEASURES.filter((name) => rows.some((row) => row[name]));
  const columns = ["label", "documents", ...names.map(measureName)];
  const lines = rows.map((row) => {
    const measures = names.map((name) => measureText(row[name]));
    const cells = [labelElement(row.label), wholeNumber(row.documents), ...measures];
    return { name: labelText(row.label), cells };
  });
  return searchableTable("Measures of each label, the largest first", columns, lines);
}

function featuresSection() {
  const rows = REPORT.features.filter((row) => row.features.length);
  if (!rows.length) {
    return [paragraph("No feature speaks for one label more than for the others.")];
  }
  const lines = rows.map((row) => ({ name: labelText(row.label), card: featureCard(row) }));
  const holder = make("div", { class: "cards" });
  const search = labelSearch(lines, MOST_CARDS, (shown) => {
    holder.replaceChildren(...shown.map((line) => line.card));
  });
  const contrast =
    "Contrast: how far the weight of a feature for this label lies above its mean weight for " +
    "the other labels.";
  return [note(contrast), search, holder];
}

function featureCard({ label, features }) {
  const rows = features.map(({ feature, documents, lead: contrast }) => [
    safeText(feature),
    wholeNumber(documents),
    contrast === null ? "veto" : contrast.toFixed(2),
  ]);
  const caption = `Strongest features of ${labelText(label)}`;
  const heading = make("h3", {}, labelElement(label));
  return make("article", {}, heading, table(caption, ["feature", "documents", "contrast"], rows));
}
