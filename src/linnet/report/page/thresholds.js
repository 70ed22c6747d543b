// One label against the rest: what a threshold does to the rates and to the 2 × 2 table.

function thresholdsSection() {
  const all = REPORT.thresholds;
  if (!all.length) {
    const need = "it needs documents that have a label and others that do not.";
    return [paragraph(`No curve can be drawn: ${need}`)];
  }
  const view = make("div");
  const show = (index) => view.replaceChildren(...thresholdView(all[index]));
  const options = all.map(({ label }, index) => make("option", { value: index }, labelText(label)));
  const onchange = (event) => show(event.target.value);
  const choice = make("select", { id: "curve-label", onchange }, options);
  const label = make("label", { for: "curve-label" }, "Label ");
  show(0);
  return [make("p", { class: "controls" }, label, choice), view];
}

// Counts and rates at one threshold.
function ratesAt(thresholds, index) {
  const right = thresholds.right[index];
  const wrong = thresholds.wrong[index];
  return {
    right,
    wrong,
    missed: thresholds.with - right,
    spared: thresholds.without - wrong,
    recall: right / thresholds.with,
    alarms: wrong / thresholds.without,
    precision: right / (right + wrong),
    f1: (2 * right) / (right + wrong + thresholds.with),
  };
}

// The slider of one label, with the tables and charts that it moves.
function thresholdView(thresholds) {
  const rates = thresholds.at.map((_, index) => ratesAt(thresholds, index));
  const last = rates.length - 1; // thresholds fall from the first to the last; the slider rises
  let current = thresholds.start;
  const charts = thresholdCharts(thresholds, rates, () => rates[current]);
  const drawCharts = () => charts.forEach(({ draw }) => draw());

  const tables = make("div", { class: "live" });
  const output = make("output", { for: "threshold" });
  const oninput = () => moveTo(last - Number(slider.value));
  const range = { min: 0, max: last, step: 1 };
  const slider = make("input", { type: "range", id: "threshold", ...range, oninput });
  function moveTo(index) {
    current = index;
    const score = scoreText(thresholds.at[index]);
    output.textContent = score;
    slider.setAttribute("aria-valuetext", ratesInWords(score, rates[index]));
    tables.replaceChildren(rateTable(rates[index]), crossTable(rates[index]));
    if (charts[0].holder.isConnected) drawCharts();
  }
  slider.value = last - current;
  moveTo(current);
  requestAnimationFrame(drawCharts);

  const figures = charts.map(({ figure }) => figure);
  const controls = [sliderLabel(thresholds.label), output, slider];
  return [
    make("div", { class: "controls slider" }, controls),
    tables,
    make("div", { class: "pair" }, figures),
  ];
}

function sliderLabel(label) {
  const condition = ` when its ${SCORE_KIND} is at least `;
  const children = ["A document counts as ", labelElement(label), condition];
  return make("label", { for: "threshold" }, children);
}

function ratesInWords(score, { recall, precision }) {
  return `${SCORE_KIND} ${score}, recall ${percent(recall)}, precision ${percent(precision)}`;
}

// The ROC and the precision-recall chart, with a point at the current rates.
function thresholdCharts(thresholds, rates, currentRates) {
  const name = labelText(thresholds.label);
  const alarms = rates.map((rate) => rate.alarms);
  const recalls = rates.map((rate) => rate.recall);
  const precisions = rates.map((rate) => rate.precision);
  const numbers = thresholdNumbers(thresholds, rates);

  const rocTraces = (colours) => [
    diagonalTrace(colours),
    curveTrace(colours, [0, ...alarms, 1], [0, ...recalls, 1]),
    pointTrace(colours, currentRates().alarms, currentRates().recall),
  ];
  const precisionTraces = (colours) => [
    curveTrace(colours, recalls, precisions),
    pointTrace(colours, currentRates().recall, currentRates().precision),
  ];
  const rocAxes = unitAxes("false alarms", "recall");
  const precisionAxes = unitAxes("recall", "precision");
  return [
    chart(`ROC curve of ${name}`, rocAxes, rocTraces, numbers),
    chart(`Precision and recall of ${name}`, precisionAxes, precisionTraces, numbers),
  ];
}

// Two axes from 0 to 1.
function unitAxes(x, y) {
  return { x: { title: x, range: UNIT_RANGE }, y: { title: y, range: UNIT_RANGE } };
}

function thresholdNumbers(thresholds, rates) {
  const rows = rates.map((rate, index) => [
    scoreText(thresholds.at[index]),
    decimal(rate.recall),
    decimal(rate.alarms),
    decimal(rate.precision),
  ]);
  return { columns: ["threshold", "recall", "false alarms", "precision"], rows };
}

function curveTrace(colours, x, y) {
  const line = { color: colours.accent, width: 2 };
  return { x, y, mode: "lines", line, hovertemplate: "%{x:.3f}, %{y:.3f}<extra></extra>" };
}

function pointTrace(colours, x, y) {
  const line = { color: colours.accent, width: 3 };
  const marker = { color: colours.paper, size: 12, line };
  return { x: [x], y: [y], mode: "markers", marker, hoverinfo: "skip" };
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

function crossTable(rates) {
  const rows = [
    ["yes", wholeNumber(rates.right), wholeNumber(rates.wrong)],
    ["no", wholeNumber(rates.missed), wholeNumber(rates.spared)],
  ];
  return table("Documents at this threshold", ["counted as it", "has it", "does not"], rows);
}
