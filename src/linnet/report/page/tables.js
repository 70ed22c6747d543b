// Tables, and the boxes in which wide ones scroll.

// A table whose first column names its rows.
// A column is a name or {name, kind}; kind is "text", "picture" or, without one, "number".
function table(caption, columns, rows) {
  const kinds = columns.map((column) => column.kind || "number");
  const head = columns.map((column, index) => headCell(column, kinds[index], index));
  const body = rows.map((row) => make("tr", {}, tableRow(row, kinds)));
  const element = make(
    "table",
    {},
    make("caption", {}, safeText(caption, "span")),
    make("thead", {}, make("tr", {}, head)),
    make("tbody", {}, body),
  );
  return scrolling(caption, element);
}

function headCell(column, kind, index) {
  const name = typeof column === "string" ? column : column.name;
  return make("th", { scope: "col", class: index === 0 ? "text" : kind }, name);
}

function tableRow(row, kinds) {
  const [name, ...values] = row;
  const cells = values.map((value, index) => make("td", { class: kinds[index + 1] }, value));
  return [rowName(name), ...cells];
}

const rowName = (name) => make("th", { scope: "row", class: "text" }, name);

// Wide tables scroll by themselves, and then by keyboard too; the page never does.
function scrolling(name, content) {
  const box = make("div", { class: "scrolling", "data-name": name }, content);
  boxSizes.observe(box);
  return box;
}

const boxSizes = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    setKeyboardStop(target);
  }
});

// Only what scrolls is a stop for the keyboard.
function setKeyboardStop(box) {
  const attributes = { tabindex: "0", role: "region", "aria-label": box.dataset.name };
  const isWide = box.scrollWidth > box.clientWidth;
  const isHigh = box.scrollHeight > box.clientHeight;
  for (const [name, value] of Object.entries(attributes)) {
    if (isWide || isHigh) box.setAttribute(name, value);
    else box.removeAttribute(name);
  }
}
