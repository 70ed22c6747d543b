// Elements of the page. Every text enters it as text, never as HTML.

const REPORT = JSON.parse(document.getElementById("report-data").textContent);

const EVENTS = new Set(["onclick", "oninput", "onchange"]);

const isMissing = (value) => value === null || value === undefined;

// An element with its attributes and children. An attribute that is false or missing is left out,
// one that is true has no value; children that are missing are left out too.
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    setAttribute(element, name, value);
  }
  const present = children.flat().filter((child) => !isMissing(child));
  element.append(...present);
  return element;
}

function setAttribute(element, name, value) {
  if (EVENTS.has(name)) {
    const event = name.slice("on".length);
    element.addEventListener(event, value);
    return;
  }
  if (isMissing(value) || value === false) return;
  element.setAttribute(name, value === true ? "" : value);
}

const paragraph = (...children) => make("p", {}, ...children);

const note = (...children) => make("p", { class: "note" }, ...children);

const code = (text) => make("code", {}, text);

// Terms and what they mean, from pairs [term, description].
function definitionList(pairs) {
  const items = pairs.flatMap(([term, description]) => [
    make("dt", {}, term),
    make("dd", {}, description),
  ]);
  return make("dl", {}, items);
}

// The items with a comma between each two.
function commaSeparated(items) {
  return items.flatMap((item, index) => (index === 0 ? [item] : [", ", item]));
}
