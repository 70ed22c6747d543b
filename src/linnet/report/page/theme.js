// Light and dark colours: those of the system until the reader chooses.

const PRINT_WIDTH = 330; // pixels of a chart on paper

const isDark = () => document.documentElement.dataset.theme === "dark";

function setTheme(dark) {
  const button = document.getElementById("theme");
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  button.textContent = dark ? "Light" : "Dark";
  button.setAttribute("aria-label", dark ? "Use light colours" : "Use dark colours");
  drawAll();
}

function followTheme() {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const button = document.getElementById("theme");
  setTheme(system.matches);
  system.addEventListener("change", () => setTheme(system.matches));
  button.addEventListener("click", () => setTheme(!isDark()));
  followPrinting();
}

// Paper is light, and narrower than most screens.
function followPrinting() {
  let wasDark = false;
  addEventListener("beforeprint", () => {
    wasDark = isDark();
    setTheme(false);
    drawAll(matchMedia("print").matches ? undefined : PRINT_WIDTH);
  });
  addEventListener("afterprint", () => setTheme(wasDark));
}
