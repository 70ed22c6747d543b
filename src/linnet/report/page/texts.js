// Texts and names of the data: they may hold anything, so what cannot be seen gets a sign.

// What is invisible or turns the direction of a line; joiners stay, they are part of how words and
// emoji look.
const HIDDEN_RANGES = [
  "\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f", // control characters but tab and line feed
  "\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f",
  "\\u202a-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb",
];
const HIDDEN = `[${HIDDEN_RANGES.join("")}]`;
const HIDDEN_CHARACTER = new RegExp(HIDDEN);
const HIDDEN_CHARACTERS = new RegExp(HIDDEN, "g");
const AROUND_HIDDEN_CHARACTERS = new RegExp(`(${HIDDEN})`);

const UNSURE = "(unsure)";

// A text of the data as an element: alone in its direction, with a sign for each hidden character.
function safeText(text, tag = "bdi") {
  const parts = String(text).split(AROUND_HIDDEN_CHARACTERS);
  const children = parts.filter((part) => part !== "").map(visiblePart);
  return make(tag, { dir: "auto" }, children);
}

function visiblePart(part) {
  if (!HIDDEN_CHARACTER.test(part)) return part;
  const attributes = { class: "hidden-character", title: "a character that cannot be seen" };
  return make("span", attributes, codePoint(part));
}

// "U+202E" for a character.
function codePoint(character) {
  const hexadecimal = character.codePointAt(0).toString(16).toUpperCase();
  return `U+${hexadecimal.padStart(4, "0")}`;
}

// A label by its index as an element; an index below 0 stands for no label.
function labelElement(index) {
  return safeText(index < 0 ? UNSURE : REPORT.labels[index]);
}

// A label by its index where only plain text can stand: options, names for screen readers.
function labelText(index) {
  if (index < 0) return UNSURE;
  return REPORT.labels[index].replace(HIDDEN_CHARACTERS, codePoint);
}

// "macro f1" for "macro_f1" or "macro-f1".
const spacedName = (name) => name.replace(/[-_]/g, " ");
