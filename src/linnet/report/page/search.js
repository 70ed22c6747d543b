// Lines of labels: with many labels, a search box, and only the first lines of what it finds.

const MOST_ROWS = 30;

// A search box over lines {name, ...}, null if all can be shown; `show(lines)` shows those found.
function labelSearch(lines, most, show) {
  const status = make("p", { class: "note", role: "status" });
  const update = (query) => {
    const wanted = query.trim().toLowerCase();
    const matching = lines.filter((line) => line.name.toLowerCase().includes(wanted));
    const shown = matching.slice(0, most);
    const isPart = matching.length > most || query;
    show(shown);
    status.textContent = isPart ? `${shown.length} of ${countOf(lines.length, "label")} shown` : "";
  };
  update("");
  if (lines.length <= most) return null;

  const input = make("input", {
    type: "search",
    "aria-label": "Search labels",
    placeholder: "Search labels",
    oninput: (event) => update(event.target.value),
  });
  return make("div", { class: "search" }, input, status);
}

// A table of lines {name, cells}, with a search box if there are more than `most`.
function searchableTable(caption, columns, lines, most = MOST_ROWS) {
  const holder = make("div");
  const search = labelSearch(lines, most, (shown) => {
    const rows = shown.map((line) => line.cells);
    holder.replaceChildren(table(caption, columns, rows));
  });
  return make("div", {}, search, holder);
}
