// Whatever JSON another part of the program gave, in words.

function valueText(value) {
  if (isMissing(value)) return NO_VALUE;
  if (typeof value === "number") return numberText(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return arrayText(value);
  if (typeof value === "object") return objectText(value);
  return safeText(value);
}

function numberText(number) {
  if (Number.isInteger(number)) return wholeNumber(number);
  return String(Number(number.toPrecision(4)));
}

function arrayText(array) {
  if (typeof array[0] === "object") return objectTable(array);
  return safeText(array.join(", "));
}

// A measure, or a small object on one line: name = value, name = value.
function objectText(object) {
  if ("value" in object && "interval" in object) return measureText(object);
  const items = Object.entries(object).map(([name, value]) => [
    safeText(spacedName(name)),
    " = ",
    valueText(value),
  ]);
  return make("span", {}, commaSeparated(items).flat());
}

// The names and values of an object, one below the other.
function objectList(object) {
  const pairs = Object.entries(object).map(([name, value]) => [
    safeText(spacedName(name)),
    valueText(value),
  ]);
  return definitionList(pairs);
}

// A row for each object, a column for each name that has a single value in one of them.
function objectTable(objects, caption = "What was found") {
  const isSingle = (value) => value !== null && !Array.isArray(value);
  const allNames = [...new Set(objects.flatMap(Object.keys))];
  const names = allNames.filter((name) => objects.some((object) => isSingle(object[name])));
  const columns = names.map((name) => ({
    name: safeText(spacedName(name)),
    kind: typeof objects[0][name] === "number" ? "number" : "text",
  }));
  const rows = objects.map((object) => names.map((name) => valueText(object[name])));
  return table(caption, columns, rows);
}
