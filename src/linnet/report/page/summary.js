// What was judged, by which documents, and the measures of all of them.

function dataSection() {
  const { data, per_label: rows, features, labels } = REPORT;
  const cautions = REPORT.cautions.slice(REPORT.on_training_documents ? 1 : 0); // the first stands beside the headline
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
    ...cautions.map((one) => make("p", { class: "caution" }, make("strong", {}, "Mind: "), shown(one, "span"))),
    searchable("Label balance, the largest first", columns, lines, 12),
  ];
}

function leaksSection() {
  if (!REPORT.leaks && REPORT.on_training_documents) return [said("The model was trained on all of these documents.")];
  if (!REPORT.leaks) {
    return [said("Not checked: whether some of these documents were also among those that the model was trained on is not known. ",
      make("code", {}, "--train DATA"), " checks it.")];
  }
  const { documents, leaking, empty } = REPORT.leaks;
  const without = REPORT.without_leaks;
  return [
    said(leaking ? `${whole(leaking)} of ${counted(documents, "document")} leak: the model has in some way seen them.` : `None of ${counted(documents, "document")} was seen in training.`,
      empty ? ` ${counted(empty, "document")} without a letter or digit cannot be compared.` : ""),
    without ? said("Without them: ", Object.entries(without).slice(0, 2).flatMap(([name, one], at) => [at ? ", " : "", `${measureName(name)} `, measured(one)]), ".") : null,
    ...Object.entries(LEAKS).map(([name, title]) => leak(title, REPORT.leaks[name])),
    columnLeaks(REPORT.leaks.columns),
  ];
}

const LEAKS = { exact: "The same text but for case, punctuation and spaces", near: "Nearly the same text", group: "The same group on both sides" };

function leak(title, found) {
  if (!found) return noted(`${title}: not checked.`);
  if (!found.documents) return noted(`${title}: none.`);
  return make("details", { open: true }, make("summary", {}, `${title}: ${counted(found.documents, "document")}, ${whole(found.same_label)} with the same label`),
    listed(found.examples, "Some of them"));
}

function columnLeaks(columns) {
  if (!columns) return noted("Columns that give labels away: not checked.");
  return columns.length ? listed(columns, "Columns that alone give labels away") : noted("Columns that give labels away: none.");
}

function testSetUses() {
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

const CAPITALS = { brier: "Brier", mcc: "MCC", f1: "F1", roc: "ROC", auc: "AUC" };
const measureName = (name) => name.split("-").map((word) => CAPITALS[word] || word).join(" ");

// Measures by what a column says, or by the length of the text.
function slice(one) {
  const [, , ...names] = Object.keys(one.slices[0]);
  const rows = one.slices.map((part) => [shown(part.name), whole(part.documents), ...names.map((name) => measured(part[name]))]);
  return [table(`By ${one.by}`, ["part", "documents", ...names.map((name) => measureName(name.replace("_", "-")))], rows),
    one.left_out ? noted(`${counted(one.left_out, "smaller part")} with ${counted(one.left_out_documents, "document")} left out.`) : null];
}

// Why some measures have no interval, where this is known.
function reasons(measures) {
  const known = [...new Set(Object.values(measures).map((one) => one && one.reason).filter(Boolean))];
  return known.map((reason) => {
    const names = Object.keys(measures).filter((name) => measures[name] && measures[name].reason === reason);
    return noted(`No interval for ${names.map(measureName).join(", ")}: ${reason}.`);
  });
}

function measuresSection() {
  const { measures, training, meanings } = REPORT;
  const columns = ["measure", "value", { name: "", kind: "picture" }, ...(training ? ["on the training part"] : []), { name: "is", kind: "text" }];
  const rows = Object.entries(measures).map(([name, one]) => [
    measureName(name), measured(one), name.endsWith("-percent") ? "" : track(one), ...(training ? [measured(training[name])] : []), meanings[name] || "",
  ]);
  return [
    noted("In brackets the 95 % interval: where the number would lie if other documents of the same kind had been drawn."),
    table("Measures of all documents", columns, rows),
    ...reasons(measures),
    training ? noted("The gap between the two columns is what the model has learned by heart.") : null,
    ...(REPORT.slices || []).flatMap(slice),
  ];
}
