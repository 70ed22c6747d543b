// How the score grows with the documents learned, or along a setting.

const SERIES = { held_out: "held out", training: "training" };
const NO_LIMIT = "no limit";

function curvesSection() {
  const { curves } = REPORT;
  if (!curves || !curves.length) {
    const help = " draws how the score grows with the documents learned, and along a setting.";
    return [paragraph("Not measured here: ", code("linnet curve"), help)];
  }
  return curves.map((curve) => curveChart(curve).figure);
}

// {along, metric, points: [{at, training: {mean, low, high}, held_out: …}]}; `at` null: no limit.
function curveChart({ along, metric, points }) {
  const measured = points.filter((point) => point.held_out.mean !== null).sort(byPosition);
  const positions = measured.map((point) => (point.at === null ? NO_LIMIT : point.at));
  const isDocuments = along === "documents";
  const title = isDocuments ? "Learning curve" : `Validation curve along ${spacedName(along)}`;
  const axes = {
    x: { title: spacedName(along), ...positionAxis(positions) },
    y: { title: spacedName(metric) },
  };
  const traces = (colours) => [
    ...seriesTraces(measured, positions, "held_out", { color: colours.accent, dash: "solid" }),
    ...seriesTraces(measured, positions, "training", { color: colours.soft, dash: "dash" }),
  ];
  const rows = measured.map((point, index) => curveRow(point, positions[index]));
  const numbers = { columns: [spacedName(along), ...Object.values(SERIES)], rows };
  return chart(title, axes, traces, numbers);
}

function byPosition(first, second) {
  return (first.at ?? Infinity) - (second.at ?? Infinity) || 0;
}

function positionAxis(positions) {
  const allPositive = positions.every((at) => typeof at === "number" && at > 0);
  return {
    type: allPositive ? "log" : "category",
    tickmode: "array",
    tickvals: positions,
    ticktext: positions.map(valueText),
  };
}

// The band from low to high, and the line of means with its name at the end.
function seriesTraces(points, positions, series, { color, dash }) {
  const valuesOf = (name) => points.map((point) => point[series][name]);
  const means = valuesOf("mean");
  const last = means.length - 1;
  const band = {
    x: [...positions, ...[...positions].reverse()],
    y: [...valuesOf("high"), ...valuesOf("low").reverse()],
    fill: "toself",
    fillcolor: color,
    opacity: 0.14,
    line: { width: 0 },
    mode: "lines",
    hoverinfo: "skip",
  };
  const line = {
    x: positions,
    y: means,
    text: means.map((_, index) => (index === last ? SERIES[series] : "")),
    mode: "lines+markers+text",
    textposition: "top left",
    cliponaxis: false,
    line: { color, dash, width: 2 },
    hovertemplate: "%{x}: %{y:.3f}<extra></extra>",
  };
  return [band, line];
}

function curveRow(point, position) {
  const measures = Object.keys(SERIES).map((series) => {
    const { mean, low, high } = point[series];
    return measureText({ value: mean, interval: [low, high] });
  });
  return [valueText(position), ...measures];
}
