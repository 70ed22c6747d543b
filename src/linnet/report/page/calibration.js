// How often the model is right when it is this sure.

function calibrationSection() {
  if (!REPORT.probable) {
    return [
      paragraph(
        "This model gives scores, not probabilities, so there is nothing to compare with shares. ",
        code("linnet calibrate"),
        " makes probabilities of them.",
      ),
    ];
  }
  const bins = REPORT.calibration.filter((bin) => bin.right.interval);
  if (bins.length < 2) return [paragraph("Too few documents for a curve.")];
  const help =
    "Groups of as many documents each, by how sure the model was. On the dotted line, " +
    "probabilities are what they say; below it, the model is too sure of itself.";
  return [note(help), calibrationChart(bins).figure];
}

function calibrationChart(bins) {
  const rows = bins.map((bin) => [
    decimal(bin.probability),
    measureText(bin.right),
    wholeNumber(bin.documents),
  ]);
  const axes = unitAxes("probability of the label given", "share right");
  const traces = (colours) => [diagonalTrace(colours), calibrationTrace(bins, colours)];
  const numbers = { columns: ["probability", "share right", "documents"], rows };
  const title = "Calibration: how often it is right when it is this sure";
  return chart(title, axes, traces, numbers);
}

function calibrationTrace(bins, colours) {
  const distances = (end) => bins.map(({ right }) => Math.abs(right.interval[end] - right.value));
  return {
    x: bins.map((bin) => bin.probability),
    y: bins.map((bin) => bin.right.value),
    mode: "lines+markers",
    marker: { color: colours.accent, size: 7 },
    line: { color: colours.accent, width: 1 },
    error_y: {
      type: "data",
      symmetric: false,
      array: distances(1),
      arrayminus: distances(0),
      color: colours.soft,
      thickness: 1,
    },
    hovertemplate: "said %{x:.3f}, right %{y:.3f}<extra></extra>",
  };
}
