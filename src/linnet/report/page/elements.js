// How numbers, names and texts are shown. Texts of documents enter the page here only, as text.

const REPORT = JSON.parse(document.getElementById("report-data").textContent);

// What is invisible or turns the direction of a line; joiners stay, they are part of how words and emoji look.
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/;

function make(name, given = {}, ...inside) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(given)) {
    if (key === "onclick" || key === "oninput" || key === "onchange") {
      element.addEventListener(key.slice(2), value);
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(key, value === true ? "" : value);
    }
  }
  element.append(...inside.flat().filter((one) => one !== null && one !== undefined));
  return element;
}

// A text from outside: alone in its direction, with a sign for each character that cannot be seen.
function shown(text, name = "bdi") {
  const parts = String(text).split(new RegExp(`(${HIDDEN.source})`));
  return make(name, { dir: "auto" }, parts.filter((part) => part !== "").map((part) => HIDDEN.test(part) ? sign(part) : part));
}

const code = (character) => `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
const sign = (character) => make("span", { class: "hidden-character", title: "a character that cannot be seen" }, code(character));

const label = (place) => shown(place < 0 ? "(unsure)" : REPORT.labels[place]);
// Where only plain text can stand: options, names for screen readers.
const labelText = (place) => place < 0 ? "(unsure)" : REPORT.labels[place].replace(new RegExp(HIDDEN, "g"), code);

const whole = (number) => number.toLocaleString("en-US");
const counted = (number, thing) => `${whole(number)} ${thing}${number === 1 ? "" : "s"}`;
const decimal = (number) => number === null || number === undefined ? "–" : number.toFixed(3);
const percent = (share) => `${(100 * share).toFixed(1)}\u00a0%`;

// A probability or score as short as it can be without becoming 0 or 1.
function scored(number) {
  if (number === null || number === undefined) return "–";
  if (!REPORT.probable) return number.toFixed(2);
  if (number > 0 && number < 0.001) return "<0.001";
  return number > 0.9995 ? ">0.999" : number.toFixed(3);
}

function measured(measure) {
  if (!measure || measure.value === null) return "–";
  const ends = measure.interval;
  if (!ends) return decimal(measure.value);
  return make("span", {}, `${decimal(measure.value)} `, make("span", { class: "interval" }, `(${decimal(ends[0])} to ${decimal(ends[1])})`));
}

// Where a share and its interval lie between 0 and 1; the numbers stand beside it.
function track(measure) {
  const box = make("span", { class: "track", "aria-hidden": "true" });
  if (!measure || measure.value === null || measure.value < 0 || measure.value > 1) return box;
  const [low, high] = measure.interval || [measure.value, measure.value];
  const band = make("span", { class: "band" });
  band.style.left = `${100 * low}%`;
  band.style.width = `${100 * (high - low)}%`;
  const dot = make("span", { class: "dot" });
  dot.style.left = `${100 * measure.value}%`;
  box.append(band, dot);
  return box;
}

function bar(share) {
  const box = make("span", { class: "bar", "aria-hidden": "true" });
  const inner = make("span");
  inner.style.width = `${100 * share}%`;
  box.append(inner);
  return box;
}

// A table whose first column names its rows. Columns: a name, or {name, kind: "text" | "picture"}; others are numbers.
function table(caption, columns, rows) {
  const kinds = columns.map((column) => column.kind || "number");
  const head = columns.map((column, at) => make("th", { scope: "col", class: at ? kinds[at] : "text" }, typeof column === "string" ? column : column.name));
  const body = rows.map((row) => make("tr", {}, row.map((cell, at) =>
    at ? make("td", { class: kinds[at] }, cell) : make("th", { scope: "row", class: "text" }, cell))));
  return scrolling(caption, make("table", {},
    make("caption", {}, shown(caption, "span")), make("thead", {}, make("tr", {}, head)), make("tbody", {}, body)));
}

// Wide tables scroll by themselves, and then by keyboard too; the page never does.
function scrolling(caption, inside) {
  const box = make("div", { class: "scrolling", "data-name": caption }, inside);
  stops.observe(box);
  return box;
}

// Only what scrolls is a stop for the keyboard.
const stops = new ResizeObserver((seen) => {
  for (const { target } of seen) {
    const wide = target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight;
    for (const [name, value] of [["tabindex", "0"], ["role", "region"], ["aria-label", target.dataset.name]]) {
      if (wide) target.setAttribute(name, value);
      else target.removeAttribute(name);
    }
  }
});

const said = (...inside) => make("p", {}, ...inside);
const noted = (...inside) => make("p", { class: "note" }, ...inside);

// Whatever JSON another part of the program gave, in words.
function told(value) {
  if (value === null || value === undefined) return "–";
  if (typeof value === "number") return Number.isInteger(value) ? whole(value) : String(Number(value.toPrecision(4)));
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length && typeof value[0] === "object" ? listed(value) : shown(value.join(", "));
  if (typeof value === "object") return "value" in value && "interval" in value ? measured(value) : inline(value);
  return shown(value);
}

// A small object on one line: name = value, name = value.
function inline(value) {
  return make("span", {}, Object.entries(value).flatMap(([name, one], at) => [at ? ", " : "", shown(worded(name)), " = ", told(one)]));
}

const worded = (name) => name.replace(/[-_]/g, " ");

function described(value) {
  const pairs = Object.entries(value).flatMap(([name, one]) => [make("dt", {}, shown(worded(name))), make("dd", {}, told(one))]);
  return make("dl", {}, pairs);
}

function listed(values, caption = "What was found") {
  const names = [...new Set(values.flatMap((one) => Object.keys(one)))]
    .filter((name) => values.some((one) => one[name] !== null && !Array.isArray(one[name])));
  const columns = names.map((name) => ({ name: shown(worded(name)), kind: typeof values[0][name] === "number" ? "number" : "text" }));
  return table(caption, columns, values.map((one) => names.map((name) => told(one[name]))));
}
