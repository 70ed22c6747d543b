// Numbers and measures: as text, and as small pictures beside it.

const NO_VALUE = "–";

const SCORE_KIND = REPORT.probable ? "probability" : "score";

// "12,345"
const wholeNumber = (number) => number.toLocaleString("en-US");

// "1 document", "12,345 documents"
function countOf(number, noun) {
  const ending = number === 1 ? "" : "s";
  return `${wholeNumber(number)} ${noun}${ending}`;
}

const decimal = (number) => (isMissing(number) ? NO_VALUE : number.toFixed(3));

const percent = (share) => `${(100 * share).toFixed(1)}\u00a0%`;

// A probability or score as short as it can be without becoming 0 or 1.
function scoreText(score) {
  if (isMissing(score)) return NO_VALUE;
  if (!REPORT.probable) return score.toFixed(2);
  if (score > 0 && score < 0.001) return "<0.001";
  if (score > 0.9995) return ">0.999";
  return score.toFixed(3);
}

const hasValue = (measure) => Boolean(measure) && measure.value !== null;

// A measure {value, interval} with its interval in brackets, if it has one.
function measureText(measure) {
  if (!hasValue(measure)) return NO_VALUE;
  const value = decimal(measure.value);
  if (!measure.interval) return value;

  const [low, high] = measure.interval.map(decimal);
  const interval = make("span", { class: "interval" }, `(${low} to ${high})`);
  return make("span", {}, `${value} `, interval);
}

// Where a share and its interval lie between 0 and 1; the numbers stand beside it.
function intervalPicture(measure) {
  const picture = make("span", { class: "track", "aria-hidden": "true" });
  if (!hasValue(measure) || measure.value < 0 || measure.value > 1) return picture;

  const [low, high] = measure.interval || [measure.value, measure.value];
  const band = make("span", { class: "band" });
  band.style.left = `${100 * low}%`;
  band.style.width = `${100 * (high - low)}%`;
  const dot = make("span", { class: "dot" });
  dot.style.left = `${100 * measure.value}%`;
  picture.append(band, dot);
  return picture;
}

// A bar as long as a share of its box.
function barPicture(share) {
  const bar = make("span");
  bar.style.width = `${100 * share}%`;
  return make("span", { class: "bar", "aria-hidden": "true" }, bar);
}
