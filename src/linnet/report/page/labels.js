// Tables with a line per label: with many labels, a search box, and only the first lines of what it finds.

const LINES = 30;

// `lines` are {name, cells} or {name, element}; `holder` gets those to show.
function search(lines, most, show) {
  const state = make("p", { class: "note", role: "status" });
  const update = (wanted) => {
    const found = lines.filter((line) => line.name.toLowerCase().includes(wanted.trim().toLowerCase()));
    show(found.slice(0, most));
    state.textContent = found.length > most || wanted ? `${Math.min(most, found.length)} of ${counted(lines.length, "label")} shown` : "";
  };
  const box = make("input", { type: "search", "aria-label": "Search labels", placeholder: "Search labels", oninput: (event) => update(event.target.value) });
  update("");
  return lines.length > most ? make("div", { class: "search" }, box, state) : null;
}

function searchable(caption, columns, lines, most = LINES) {
  const holder = make("div");
  const box = search(lines, most, (found) => holder.replaceChildren(table(caption, columns, found.map((line) => line.cells))));
  return make("div", {}, box, holder);
}

function labelsSection() {
  const names = ["precision", "recall", "f1", "roc-area", "average-precision"].filter((name) => REPORT.per_label.some((row) => row[name]));
  const columns = ["label", "documents", ...names.map((name) => measureName(name))];
  const lines = REPORT.per_label.map((row) => ({
    name: labelText(row.label),
    cells: [label(row.label), whole(row.documents), ...names.map((name) => measured(row[name]))],
  }));
  const left = REPORT.labels.length - REPORT.per_label.length;
  return [
    noted("Where there is no interval, the label has fewer than 20 documents: too few to say how sure the number is."),
    make("div", { class: "stacked" }, searchable("Measures of each label, the largest first", columns, lines)),
    left > 0 ? noted(`${counted(left, "smaller label")} left out here; --report report.json has all.`) : null,
  ];
}

function featuresSection() {
  const lines = REPORT.features.filter((one) => one.features.length).map((one) => ({ name: labelText(one.label), element: featureCard(one) }));
  if (!lines.length) return [said("No feature speaks for one label more than for the others.")];
  const holder = make("div", { class: "cards" });
  const box = search(lines, 12, (found) => holder.replaceChildren(...found.map((line) => line.element)));
  return [
    noted("Lead: how far the weight of a feature for this label lies above its mean weight for the other labels."),
    box, holder,
  ];
}

function featureCard(one) {
  const rows = one.features.map((feature) => [shown(feature.feature), whole(feature.documents), feature.lead === null ? "veto" : feature.lead.toFixed(2)]);
  return make("article", {}, make("h3", {}, label(one.label)),
    table(`Strongest features of ${labelText(one.label)}`, ["feature", "documents", "lead"], rows));
}
