// What was judged, by which documents, and the measures of all of them.

function dataSection() {
  const { data, per_label: rows, features, labels } = REPORT;
  const learned = new Map(features.map((one) => [one.label, one.learned]));
  const all = [...learned.values()].reduce((sum, n) => sum + n, 0) || 1;
  const largest = Math.max(...rows.map((row) => row.documents), 1);
  const lines = rows.map((row) => ({
    name: labelText(row.label),
    cells: [label(row.label), whole(row.documents), percent(row.documents / Math.max(1, data.documents)), bar(row.documents / largest),
      REPORT.unknown.includes(row.label) ? "unknown" : whole(learned.get(row.label)), percent((learned.get(row.label) || 0) / all)],
  }));
  const columns = ["label", "documents", "share", { name: "", kind: "picture" }, "learned", "share learned"];
  return [
    said(`${counted(data.documents, "document")} with ${counted(labels.length, "label")}, read from `, shown(data.name), "."),
    ...REPORT.cautions.map((one) => make("p", { class: "caution" }, make("strong", {}, "Mind: "), shown(one, "span"))),
    searchable("Label balance, the largest first", columns, lines),
  ];
}

function leaksSection() {
  if (!REPORT.leaks) {
    return [said("Not checked: whether these documents were also among those that the model has learned is not known. ",
      make("code", {}, "--train DATA"), " checks it.")];
  }
  return [described(REPORT.leaks)];
}

function looksSection() {
  const { looks } = REPORT;
  if (!looks) return [said("Not counted: how often these documents have been used to judge a model is not known.")];
  const { times, models, ...rest } = looks;
  if (times === undefined) return [described(looks)];
  return [
    said(`These documents have been looked at ${counted(times, "time")} with ${counted(models, "model")}.`,
      times > 1 ? " The more often one looks and chooses, the more the best number flatters." : ""),
    Object.keys(rest).length ? described(rest) : null,
  ];
}

const CAPITALS = { mcc: "MCC", ece: "ECE", f1: "F1", roc: "ROC" };
const measureName = (name) => name.split("-").map((word) => CAPITALS[word] || word).join(" ");

function measuresSection() {
  const { measures, training, meanings } = REPORT;
  const columns = ["measure", "value", { name: "", kind: "picture" }, ...(training ? ["on the training part"] : []), { name: "is", kind: "text" }];
  const rows = Object.entries(measures).map(([name, one]) => [
    measureName(name), measured(one), track(one), ...(training ? [measured(training[name])] : []), meanings[name] || "",
  ]);
  return [
    noted("In brackets the 95 % interval: where the number would lie if other documents of the same kind had been drawn."),
    table("Measures of all documents", columns, rows),
    training ? noted("The gap between the two columns is what the model has learned by heart.") : null,
    REPORT.slices ? described(REPORT.slices) : null,
  ];
}
