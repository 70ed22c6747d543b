// The sections of the page, in order, and its table of contents.

// Documents with several labels have no confusion matrix; without answers there are measures alone.
const where = (there, ...sections) => there ? sections : [];
const SECTIONS = [
  ["data", "Data", dataSection],
  ["leaks", "Leak check", leaksSection],
  ["looks", "Test-set uses", testSetUses],
  ["measures", "Measures", measuresSection],
  ["labels", "Labels", labelsSection],
  ...where(REPORT.confusion, ["confusion", "Confusion", confusionSection]),
  ...where(REPORT.thresholds, ["thresholds", "Thresholds", thresholdsSection]),
  ...where(REPORT.confusion, ["calibration", "Calibration", calibrationSection]),
  ["curves", "Learning curves", curvesSection],
  ["features", "Strongest features", featuresSection],
  ...where(REPORT.mistakes, ["mistakes", "Worst mistakes", mistakesSection], ["suspects", "Doubtful labels", suspectsSection]),
  ["tried", "What was tried", triedSection],
  ["reproduce", "How to reproduce", reproduceSection],
];

const main = document.getElementById("report");
const contents = document.getElementById("contents");
for (const [id, title, build] of SECTIONS) {
  main.append(make("section", { id, "aria-labelledby": `${id}-title` }, make("h2", { id: `${id}-title` }, title), build().filter(Boolean)));
  contents.append(make("li", {}, make("a", { href: `#${id}` }, title)));
}
followTheme();

// The table of contents marks where the reader is.
const links = new Map([...contents.querySelectorAll("a")].map((link) => [link.getAttribute("href").slice(1), link]));
const watch = new IntersectionObserver((seen) => {
  for (const { target, isIntersecting } of seen) if (isIntersecting) {
    for (const link of links.values()) link.removeAttribute("aria-current");
    links.get(target.id).setAttribute("aria-current", "true");
  }
}, { rootMargin: "-20% 0px -70% 0px" });
for (const section of main.querySelectorAll("section")) watch.observe(section);
