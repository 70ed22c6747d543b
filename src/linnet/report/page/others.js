// What other parts of the program found: curves, what was tried; and how to make all of this again.

function curvesSection() {
  const curves_ = REPORT.curves;
  if (!curves_ || !curves_.length) return [said("Not measured here: ", make("code", {}, "linnet curve"), " draws how the score grows with the documents learned, and along a setting.")];
  return curves_.map((one) => curve(one).figure);
}

// {title, along, log, series: [{name, at, mean, low, high}]}
function curve(one) {
  const dashes = ["solid", "dash", "dot"];
  const rows = one.series.flatMap((series) => series.at.map((at, place) => [series.name, told(at), decimal(series.mean[place])]));
  const band = (series, c, at) => [
    { x: [...series.at, ...[...series.at].reverse()], y: [...series.high, ...[...series.low].reverse()], fill: "toself", fillcolor: c.accent, opacity: 0.12, line: { width: 0 }, hoverinfo: "skip" },
    { x: series.at, y: series.mean, mode: "lines+markers+text", name: plain(series.name), text: series.mean.map((_, place) => place === series.mean.length - 1 ? plain(series.name) : ""), textposition: "top left", line: { color: at ? c.soft : c.accent, dash: dashes[at % 3], width: 2 } },
  ];
  return chart(one.title, { x: [one.along, undefined, one.log ? { type: "log" } : {}], y: [one.measure || "score", undefined] },
    (c) => one.series.flatMap((series, at) => band(series, c, at)), { columns: ["series", one.along, "score"], rows });
}

function triedSection() {
  const { tuning } = REPORT;
  if (!tuning) return [said("Nothing: the model came from one recipe. ", make("code", {}, "linnet tune"), " tries several.")];
  const { tried, ...rest } = tuning;
  return [Object.keys(rest).length ? described(rest) : null, Array.isArray(tried) ? listed(tried, "What was tried, the best first") : null];
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
