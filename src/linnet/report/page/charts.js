// Charts: drawn by Plotly in the colours of the page, with their numbers in a table below.

const CHARTS = [];
const COLOUR_NAMES = ["ink", "soft", "line", "accent", "paper"];
const UNIT_RANGE = [-0.02, 1.02]; // 0 to 1, with room for a point at either end

// The colours of the page as it is now, by name.
function themeColours() {
  const style = getComputedStyle(document.documentElement);
  const valueOf = (name) => style.getPropertyValue(`--${name}`).trim();
  return Object.fromEntries(COLOUR_NAMES.map((name) => [name, valueOf(name)]));
}

// A chart as {figure, holder, draw}. `axes` has x and y as {title, range, ...options of Plotly},
// `traces(colours)` gives what to draw, `numbers` is the table below as {columns, rows}.
function chart(title, axes, traces, numbers) {
  const holder = make("div", { class: "chart", role: "img", "aria-label": title });
  const draw = (width) => {
    const colours = themeColours();
    const options = { displayModeBar: false, responsive: !width };
    Plotly.react(holder, traces(colours), chartLayout(axes, colours, width), options);
  };
  CHARTS.push({ holder, draw });

  const summary = make("summary", {}, "The numbers of this chart");
  const details = make("details", {}, summary, table(title, numbers.columns, numbers.rows));
  const caption = make("figcaption", {}, safeText(title));
  return { figure: make("figure", {}, caption, holder, details), holder, draw };
}

// Without a width, the chart is as wide as its place.
function chartLayout(axes, colours, width) {
  const size = width ? { width } : { autosize: true };
  return {
    paper_bgcolor: "transparent",
    plot_bgcolor: "transparent",
    margin: { l: 48, r: 12, t: 20, b: 44 },
    height: 300,
    font: { family: "system-ui, sans-serif", size: 12, color: colours.ink },
    showlegend: false,
    dragmode: false,
    hovermode: "closest",
    hoverlabel: {
      bgcolor: colours.paper,
      bordercolor: colours.line,
      font: { color: colours.ink },
    },
    xaxis: chartAxis(axes.x, colours),
    yaxis: chartAxis(axes.y, colours),
    ...size,
  };
}

function chartAxis({ title, range, ...options }, colours) {
  return {
    title: { text: title, standoff: 8 },
    range,
    gridcolor: colours.line,
    linecolor: colours.line,
    zeroline: false,
    fixedrange: true,
    tickfont: { color: colours.soft },
    automargin: true,
    ...options,
  };
}

// The dotted line from (0, 0) to (1, 1).
function diagonalTrace(colours) {
  return {
    x: [0, 1],
    y: [0, 1],
    mode: "lines",
    line: { color: colours.soft, width: 1, dash: "dot" },
    hoverinfo: "skip",
  };
}

// Draw all charts that are on the page now.
function drawAll(width) {
  const connected = CHARTS.filter((chart_) => chart_.holder.isConnected);
  for (const { draw } of connected) {
    draw(width);
  }
}
