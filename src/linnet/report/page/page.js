// The sections of the page, in order, and its table of contents.

// Documents with several labels have no confusion matrix; without predictions there are measures
// alone. `needs` is the part of the report without which a section is left out.
const SECTIONS = [
  { id: "data", title: "Data", build: dataSection },
  { id: "leaks", title: "Leak check", build: leaksSection },
  { id: "looks", title: "Test-set uses", build: testSetUsesSection },
  { id: "drift", title: "Drift", build: driftSection, needs: "drift" },
  { id: "measures", title: "Measures", build: measuresSection },
  { id: "labels", title: "Labels", build: labelsSection },
  { id: "confusion", title: "Confusion", build: confusionSection, needs: "confusion" },
  { id: "thresholds", title: "Thresholds", build: thresholdsSection, needs: "thresholds" },
  { id: "calibration", title: "Calibration", build: calibrationSection, needs: "confusion" },
  { id: "coverage", title: "Risk and coverage", build: riskSection, needs: "risk_coverage" },
  { id: "curves", title: "Learning curves", build: curvesSection },
  { id: "features", title: "Strongest features", build: featuresSection },
  { id: "mistakes", title: "Worst mistakes", build: mistakesSection, needs: "mistakes" },
  { id: "suspects", title: "Doubtful labels", build: suspectsSection, needs: "mistakes" },
  { id: "tried", title: "What was tried", build: triedSection },
  { id: "reproduce", title: "How to reproduce", build: reproduceSection },
];

const main = document.getElementById("report");
const contents = document.getElementById("contents");
const links = new Map();

function addSection({ id, title, build }) {
  const titleId = `${id}-title`;
  const heading = make("h2", { id: titleId }, title);
  const content = build().filter(Boolean);
  main.append(make("section", { id, "aria-labelledby": titleId }, heading, content));

  const link = make("a", { href: `#${id}` }, title);
  contents.append(make("li", {}, link));
  links.set(id, link);
}

// The table of contents marks where the reader is.
function markCurrent(id) {
  for (const link of links.values()) {
    link.removeAttribute("aria-current");
  }
  links.get(id).setAttribute("aria-current", "true");
}

function followReader() {
  const onChange = (entries) => {
    const visible = entries.filter((entry) => entry.isIntersecting);
    visible.forEach((entry) => markCurrent(entry.target.id));
  };
  const observer = new IntersectionObserver(onChange, { rootMargin: "-20% 0px -70% 0px" });
  for (const section of main.querySelectorAll("section")) {
    observer.observe(section);
  }
}

SECTIONS.filter(({ needs }) => !needs || REPORT[needs]).forEach(addSection);
followTheme();
followReader();
