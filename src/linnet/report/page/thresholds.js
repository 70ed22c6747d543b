// One label against the rest: what a threshold does to the rates and to the 2 × 2 table.

function thresholdsSection() {
  if (!REPORT.thresholds.length) return [said("No curve can be drawn: it needs documents that have a label and others that do not.")];
  const view = make("div");
  const options = REPORT.thresholds.map((one, at) => make("option", { value: at }, labelText(one.label)));
  const choice = make("select", { id: "curve-label", onchange: (event) => view.replaceChildren(...curves(REPORT.thresholds[event.target.value])) }, options);
  view.append(...curves(REPORT.thresholds[0]));
  return [make("p", { class: "controls" }, make("label", { for: "curve-label" }, "Label "), choice), view];
}

function ratesAt(one, at) {
  const right = one.right[at], wrong = one.wrong[at];
  return {
    right, wrong, missed: one.with - right, spared: one.without - wrong, recall: right / one.with, alarms: wrong / one.without,
    precision: right / (right + wrong), f1: 2 * right / (right + wrong + one.with),
  };
}

function curves(one) {
  const kind = REPORT.probable ? "probability" : "score";
  const all = one.at.map((_, at) => ratesAt(one, at));
  const numbers = {
    columns: ["threshold", "recall", "false alarms", "precision"],
    rows: all.map((rates, at) => [scored(one.at[at]), decimal(rates.recall), decimal(rates.alarms), decimal(rates.precision)]),
  };
  const name = labelText(one.label);
  let at = one.start;
  const line = (c, x, y) => ({ x, y, mode: "lines", line: { color: c.accent, width: 2 }, hovertemplate: "%{x:.3f}, %{y:.3f}<extra></extra>" });
  const point = (c, x, y) => ({ x: [x], y: [y], mode: "markers", marker: { color: c.paper, size: 12, line: { color: c.accent, width: 3 } }, hoverinfo: "skip" });
  const roc = chart(`ROC curve of ${name}`, { x: ["false alarms", [-0.02, 1.02]], y: ["recall", [-0.02, 1.02]] },
    (c) => [diagonal(c), line(c, [0, ...all.map((r) => r.alarms), 1], [0, ...all.map((r) => r.recall), 1]), point(c, all[at].alarms, all[at].recall)], numbers);
  const pr = chart(`Precision and recall of ${name}`, { x: ["recall", [-0.02, 1.02]], y: ["precision", [-0.02, 1.02]] },
    (c) => [line(c, all.map((r) => r.recall), all.map((r) => r.precision)), point(c, all[at].recall, all[at].precision)], numbers);
  const live = make("div", { class: "live" });
  const slider = make("input", { type: "range", id: "threshold", min: 0, max: one.at.length - 1, step: 1, oninput: () => move(one.at.length - 1 - Number(slider.value)) });
  const output = make("output", { for: "threshold" });
  function move(to) {
    at = to;
    output.textContent = scored(one.at[at]);
    slider.setAttribute("aria-valuetext", `${kind} ${scored(one.at[at])}, recall ${percent(all[at].recall)}, precision ${percent(all[at].precision)}`);
    live.replaceChildren(rateTable(all[at]), crossTable(one, all[at]));
    if (roc.holder.isConnected) { roc.draw(); pr.draw(); }
  }
  slider.value = one.at.length - 1 - at;
  move(at);
  requestAnimationFrame(() => { roc.draw(); pr.draw(); });
  return [
    make("div", { class: "controls slider" }, make("label", { for: "threshold" }, `A document counts as `, label(one.label), ` when its ${kind} is at least `), output, slider),
    live, make("div", { class: "pair" }, roc.figure, pr.figure),
  ];
}

function rateTable(rates) {
  const rows = [
    ["precision", percent(rates.precision), "of those counted as it, have it"],
    ["recall", percent(rates.recall), "of those that have it, are counted"],
    ["false alarms", percent(rates.alarms), "of those that do not have it, are counted"],
    ["F1", decimal(rates.f1), "precision and recall in one number"],
  ];
  return table("Rates at this threshold", ["rate", "value", { name: "", kind: "text" }], rows);
}

function crossTable(one, rates) {
  return table("Documents at this threshold", ["counted as it", "has it", "does not"], [
    ["yes", whole(rates.right), whole(rates.wrong)],
    ["no", whole(rates.missed), whole(rates.spared)],
  ]);
}

function calibrationSection() {
  if (!REPORT.probable) return [said("This model gives scores, not probabilities, so there is nothing to compare with shares. ", make("code", {}, "linnet calibrate"), " makes probabilities of them.")];
  const bins = REPORT.calibration.filter((one) => one.right.interval);
  if (bins.length < 2) return [said("Too few documents for a curve.")];
  const rows = bins.map((one) => [decimal(one.probability), measured(one.right), whole(one.documents)]);
  const reach = (end) => bins.map((one) => Math.abs(one.right.interval[end] - one.right.value));
  const drawn = chart("Calibration: how often it is right when it is this sure", { x: ["probability of the label given", [-0.02, 1.02]], y: ["share right", [-0.02, 1.02]] }, (c) => [diagonal(c), {
    x: bins.map((one) => one.probability), y: bins.map((one) => one.right.value), mode: "lines+markers",
    marker: { color: c.accent, size: 7 }, line: { color: c.accent, width: 1 },
    error_y: { type: "data", symmetric: false, array: reach(1), arrayminus: reach(0), color: c.soft, thickness: 1 },
    hovertemplate: "said %{x:.3f}, right %{y:.3f}<extra></extra>",
  }], { columns: ["probability", "share right", "documents"], rows });
  return [noted("Groups of as many documents each, by how sure the model was. On the dotted line, probabilities are what they say; below it, the model is too sure of itself."), drawn.figure];
}
