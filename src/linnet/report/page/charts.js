// Charts: drawn by Plotly in the colours of the page, with their numbers in a table below.

const CHARTS = [];

function colours() {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(["ink", "soft", "line", "accent", "paper"].map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}

// Plotly reads some HTML in names; here a name is nothing but text.
const plain = (text) => {
  const short = text.length > 24 ? `${text.slice(0, 23)}…` : text;
  return short.replace(/&/g, "&amp;").replace(/</g, "&lt;");
};

function axis(title, range, c) {
  return {
    title: { text: title, standoff: 8 }, range, gridcolor: c.line, linecolor: c.line, zeroline: false, fixedrange: true,
    tickfont: { color: c.soft }, automargin: true,
  };
}

// `traces(colours)` gives what to draw; `axes` has x and y as [title, range, more].
function chart(title, axes, traces, rows) {
  const holder = make("div", { class: "chart", role: "img", "aria-label": title });
  const draw = (width) => {
    const c = colours();
    const layout = {
      paper_bgcolor: "transparent", plot_bgcolor: "transparent", margin: { l: 48, r: 12, t: 20, b: 44 }, height: 300,
      font: { family: "system-ui, sans-serif", size: 12, color: c.ink }, showlegend: false, dragmode: false, hovermode: "closest",
      hoverlabel: { bgcolor: c.paper, bordercolor: c.line, font: { color: c.ink } },
      xaxis: { ...axis(...axes.x.slice(0, 2), c), ...axes.x[2] }, yaxis: { ...axis(...axes.y.slice(0, 2), c), ...axes.y[2] },
      ...(width ? { width } : { autosize: true }),
    };
    Plotly.react(holder, traces(c), layout, { displayModeBar: false, responsive: !width });
  };
  CHARTS.push({ holder, draw });
  const numbers = make("details", {}, make("summary", {}, "The numbers of this chart"), table(title, rows.columns, rows.rows));
  const figure = make("figure", {}, make("figcaption", {}, shown(title)), holder, numbers);
  return { figure, draw, holder };
}

function drawAll(width) {
  for (const one of CHARTS) if (one.holder.isConnected) one.draw(width);
}

function diagonal(c) {
  return { x: [0, 1], y: [0, 1], mode: "lines", line: { color: c.soft, width: 1, dash: "dot" }, hoverinfo: "skip" };
}

function setTheme(dark) {
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  document.getElementById("theme").textContent = dark ? "Light" : "Dark";
  document.getElementById("theme").setAttribute("aria-label", dark ? "Use light colours" : "Use dark colours");
  drawAll();
}

function followTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => document.documentElement.dataset.theme === "dark";
  setTheme(dark.matches);
  dark.addEventListener("change", () => setTheme(dark.matches));
  document.getElementById("theme").addEventListener("click", () => setTheme(!isDark()));
  // Paper is light, and narrower than most screens.
  let before = false;
  addEventListener("beforeprint", () => {
    before = isDark();
    setTheme(false);
    drawAll(matchMedia("print").matches ? undefined : 330);
  });
  addEventListener("afterprint", () => setTheme(before));
}
