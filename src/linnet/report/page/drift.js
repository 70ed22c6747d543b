// Whether the documents are like those that the model was trained on.

const SHIFT_NAMES = {
  labels: "labels",
  predicted_labels: "predicted labels",
  lengths: "text lengths",
  unknown_words: "unknown words",
  ngrams: "character n-grams",
};

// Reasons that say nothing new: documents with labels need no predicted ones.
const EXPECTED_REASONS = new Set(["the labels are there", "there are no labels"]);

function driftSection() {
  const { sentence, shifts, not_measured: notMeasured } = REPORT.drift;
  const rows = Object.entries(shifts).map(([kind, shift]) => shiftRow(kind, shift));
  return [
    paragraph(safeText(sentence, "span")),
    rows.length ? shiftTable(rows) : null,
    rows.length ? note(DISTANCE_MEANING) : null,
    ...Object.entries(notMeasured).map(([kind, reason]) => notCompared(kind, reason)),
  ];
}

const DISTANCE_MEANING =
  "Distance is the total variation distance: 0 the same, 1 nothing in common. The line in the " +
  "picture is the distance, the band is what chance alone gives, on average, with so many " +
  "documents. A shift is found where it is more than chance and large enough to matter.";

function shiftTable(rows) {
  const picture = { name: "", kind: "picture" };
  const columns = ["compared", "expected", "found", "distance", picture, "by chance", "shifted"];
  return table("New documents beside the training documents", columns, rows);
}

function shiftRow(kind, shift) {
  return [
    shiftName(kind, shift),
    quantity(kind, shift.expected),
    quantity(kind, shift.found),
    decimal(shift.distance),
    distancePicture(shift),
    decimal(shift.by_chance),
    shift.shifted ? make("strong", {}, "yes") : "no",
  ];
}

function shiftName(kind, { label }) {
  if (kind === "lengths") return "median text length, in characters";
  if (isMissing(label)) return SHIFT_NAMES[kind];
  return make("span", {}, `${SHIFT_NAMES[kind]}: `, safeText(label));
}

function quantity(kind, value) {
  if (isMissing(value)) return NO_VALUE;
  return kind === "lengths" ? wholeNumber(Math.round(value)) : percent(value);
}

function distancePicture({ distance, by_chance: byChance }) {
  const picture = make("span", { class: "track", "aria-hidden": "true" });
  const band = make("span", { class: "band" });
  band.style.left = "0";
  band.style.width = `${100 * Math.min(1, byChance)}%`;
  const dot = make("span", { class: "dot" });
  dot.style.left = `${100 * Math.min(1, distance)}%`;
  picture.append(band, dot);
  return picture;
}

function notCompared(kind, reason) {
  if (EXPECTED_REASONS.has(reason)) return null;
  return note(`Not compared: ${SHIFT_NAMES[kind]}, since ${reason}.`);
}
