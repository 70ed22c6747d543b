// How many answers are wrong when only the surest documents are answered.

function riskSection() {
  const curve = REPORT.risk_coverage;
  const help =
    "The surest documents are answered first. From left to right more of them get an answer " +
    "(coverage), and more of the answers are wrong (risk). The point is where this model answers.";
  const area =
    `Area under the curve (AURC): ${decimal(curve.area)}. 0 is perfect; ` +
    `answering in random order comes to about ${decimal(curve.risk[curve.risk.length - 1])}.`;
  return [note(help), riskCoverageChart(curve).figure, note(area)];
}

function riskCoverageChart(curve) {
  const { chosen, coverage, risk } = curve;
  const rows = coverage.map((share, index) => [
    decimal(share),
    decimal(risk[index]),
    curve.thresholds[index] === null ? "" : scoreText(curve.thresholds[index]),
  ]);
  const highest = Math.max(...risk, chosen.risk || 0, 0.01);
  const axes = {
    x: { title: "coverage: share of documents answered", range: UNIT_RANGE },
    y: { title: "risk: share of answers wrong", range: [-0.05 * highest, 1.1 * highest] },
  };
  const traces = (colours) => [
    riskTrace(curve, colours),
    ...(chosen.risk === null ? [] : [chosenTrace(chosen, colours)]),
  ];
  const sure = REPORT.probable ? "lowest probability" : "lowest lead of the score";
  const numbers = { columns: ["coverage", "risk", sure], rows };
  return chart("Risk and coverage", axes, traces, numbers);
}

function riskTrace({ coverage, risk }, colours) {
  return {
    x: coverage,
    y: risk,
    mode: "lines",
    line: { color: colours.accent, width: 2 },
    hovertemplate: "%{x:.3f} answered, %{y:.3f} of these wrong<extra></extra>",
  };
}

function chosenTrace({ coverage, risk }, colours) {
  return {
    x: [coverage],
    y: [risk],
    text: ["this model"],
    mode: "markers+text",
    textposition: coverage > 0.5 ? "top left" : "top right",
    cliponaxis: false,
    marker: { color: colours.ink, size: 10 },
    hovertemplate: "this model: %{x:.3f} answered, %{y:.3f} of these wrong<extra></extra>",
  };
}
