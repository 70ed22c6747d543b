// What other parts of the program found: curves, what was tried; and how to make all of this again.

function curvesSection() {
  const curves_ = REPORT.curves;
  if (!curves_ || !curves_.length) return [said("Not measured here: ", make("code", {}, "linnet curve"), " draws how the score grows with the documents learned, and along a setting.")];
  return curves_.map((one) => curve(one).figure);
}

const SERIES = { held_out: "held out", training: "training" };

// {along, metric, points: [{at, training: {mean, low, high}, held_out: …}]}; `at` may be null: no limit.
function curve(one) {
  const points = one.points.filter((point) => point.held_out.mean !== null).sort((a, b) => (a.at ?? Infinity) - (b.at ?? Infinity) || 0);
  const at = points.map((point) => point.at === null ? "no limit" : point.at);
  const numbers = at.every((value) => typeof value === "number" && value > 0);
  const title = one.along === "documents" ? "Learning curve" : `Validation curve along ${worded(one.along)}`;
  const drawn = (key, c, dash, colour) => {
    const [mean, low, high] = ["mean", "low", "high"].map((name) => points.map((point) => point[key][name]));
    const text = mean.map((_, place) => place === mean.length - 1 ? SERIES[key] : "");
    return [
      { x: [...at, ...[...at].reverse()], y: [...high, ...[...low].reverse()], fill: "toself", fillcolor: colour, opacity: 0.14, line: { width: 0 }, mode: "lines", hoverinfo: "skip" },
      { x: at, y: mean, text, mode: "lines+markers+text", textposition: "top left", cliponaxis: false, line: { color: colour, dash, width: 2 }, hovertemplate: "%{x}: %{y:.3f}<extra></extra>" },
    ];
  };
  const rows = points.map((point) => [told(point.at === null ? "no limit" : point.at), ...Object.keys(SERIES).map((key) => measured({ value: point[key].mean, interval: [point[key].low, point[key].high] }))]);
  return chart(title, { x: [worded(one.along), undefined, { type: numbers ? "log" : "category", tickmode: "array", tickvals: at, ticktext: at.map(told) }], y: [worded(one.metric), undefined] },
    (c) => [...drawn("held_out", c, "solid", c.accent), ...drawn("training", c, "dash", c.soft)],
    { columns: [worded(one.along), ...Object.values(SERIES)], rows });
}

function triedSection() {
  const { tuning, record } = REPORT;
  if (!tuning && record) return recordSection(record);
  if (!tuning) return [said("Not stored: a model file tells what was tried only where a recipe was chosen. ", make("code", {}, "linnet tune --report"), " writes all of it into its own report.")];
  const { tried, ...others } = tuning;
  const rest = Object.fromEntries(Object.entries(others).filter(([, value]) => typeof value !== "object" || value === null));
  return [Object.keys(rest).length ? described(rest) : null, Array.isArray(tried) ? listed(tried, "What was tried, the best first") : null];
}

// What the model file says of its training.
function recordSection(record) {
  const { metric, tried, best, estimate, baseline, stale } = record;
  const lines = [["recipes tried", String(tried)]];
  if (estimate) {
    const how = estimate.outer_folds === null ? "reserved from the start" : `in ${estimate.outer_folds} outer folds`;
    lines.push([`estimated ${worded(metric)}`, measured(estimate.measures[metric])], ["estimated by", `${counted(estimate.documents, "document")} ${how}`]);
  }
  if (baseline) lines.push(["baseline", ["accuracy ", decimal(baseline.accuracy), " by always saying ", shown(baseline.label)]]);
  if (stale) lines.push(["since then", "the model has changed"]);
  return [
    make("dl", {}, lines.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)])),
    best.length ? listed(best, "The best recipes that were tried, the best first") : null,
  ];
}

function reproduceSection() {
  const { reproduce, files, words } = REPORT;
  const { learned, versions } = reproduce;
  const lines = [
    ["learned", `${counted(learned.documents, "document")}, ${counted(learned.features, "feature")}`],
    ["fingerprint of these documents", make("code", {}, learned.fingerprint)],
    ["seed", String(reproduce.seed)],
    ["versions", Object.entries(versions).map(([name, version]) => `${name} ${version}`).join(", ")],
    ...Object.entries(files || {}).map(([name, file]) => [`${name}, SHA-256`, [shown(file.name), " ", make("code", {}, file.sha256 || "not a file")]]),
  ];
  return [
    words ? said("Made by ", shown(words), ".") : null,
    make("dl", {}, lines.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)])),
    said("The recipe, as ", make("code", {}, "linnet train DATA --recipe recipe.toml"), " takes it:"),
    make("pre", { tabindex: "0", "aria-label": "The recipe" }, shown(reproduce.recipe, "code")),
  ];
}
