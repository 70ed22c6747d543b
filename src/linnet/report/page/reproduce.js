// What was tried, and how to make the same model again.

function triedSection() {
  const { tuning, record } = REPORT;
  if (tuning) return tuningContent(tuning);
  if (record) return recordContent(record);
  const stored = "a model file tells what was tried only where a recipe was chosen.";
  const help = " writes all of it into its own report.";
  return [paragraph(`Not stored: ${stored} `, code("linnet tune --report"), help)];
}

function tuningContent({ tried, ...others }) {
  const isSingle = ([, value]) => typeof value !== "object" || value === null;
  const singles = Object.entries(others).filter(isSingle);
  const caption = "What was tried, the best first";
  return [
    singles.length ? objectList(Object.fromEntries(singles)) : null,
    Array.isArray(tried) ? objectTable(tried, caption) : null,
  ];
}

// What the model file says of its training.
function recordContent({ metric, tried, best, estimate, baseline, stale }) {
  const pairs = [["recipes tried", String(tried)]];
  if (estimate) pairs.push(...estimatePairs(metric, estimate));
  if (baseline) {
    const accuracy = ["accuracy ", decimal(baseline.accuracy)];
    const how = [" by always saying ", safeText(baseline.label)];
    pairs.push(["baseline", [...accuracy, ...how]]);
  }
  if (stale) pairs.push(["since then", "the model has changed"]);
  const caption = "The best recipes that were tried, the best first";
  return [definitionList(pairs), best.length ? objectTable(best, caption) : null];
}

function estimatePairs(metric, estimate) {
  return [
    [`estimated ${spacedName(metric)}`, measureText(estimate.measures[metric])],
    ["estimated by", estimateOrigin(estimate)],
  ];
}

function estimateOrigin({ documents, outer_folds: folds, on_new_documents: areNew }) {
  if (areNew) return `${countOf(documents, "new document")} when it was retrained`;
  const how = folds === null ? "reserved from the start" : `in ${folds} outer folds`;
  return `${countOf(documents, "document")} ${how}`;
}

function reproduceSection() {
  const { reproduce, words } = REPORT;
  const recipe = safeText(reproduce.recipe, "code");
  return [
    words ? paragraph("Made by ", safeText(words), ".") : null,
    definitionList(originPairs(reproduce)),
    paragraph("The recipe, as ", code("linnet train DATA --recipe recipe.toml"), " takes it:"),
    make("pre", { tabindex: "0", "aria-label": "The recipe" }, recipe),
  ];
}

// What was learned, and by which program and files.
function originPairs({ learned, seed, versions }) {
  const sizes = [countOf(learned.documents, "document"), countOf(learned.features, "feature")];
  const programs = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const files = Object.entries(REPORT.files || {});
  return [
    ["learned", sizes.join(", ")],
    ["fingerprint of these documents", code(learned.fingerprint)],
    ["seed", String(seed)],
    ["versions", programs.join(", ")],
    ...files.map(([name, file]) => [`${name}, SHA-256`, fileIdentity(file)]),
  ];
}

function fileIdentity({ name, sha256 }) {
  return [safeText(name), " ", code(sha256 || "not a file")];
}
