// The memo table of a packrat parser: the result of every rule at every place so far.

// The maximum size of the table, so that all of it can be seen at once.
const MEMO_COLUMNS = 60;
const MEMO_ROWS = 40;

/** Shows the table at a moment, with the columns around the place of the moment. */
function showMemo(table, reading, moment) {
  if (!reading.hasFailures) {
    const calls = reading.data.rule_calls.toLocaleString("en");
    const stopped = reading.data.failure?.is_given_up ? ", where the parser was stopped," : "";
    table.replaceChildren(element("caption", `There are ${calls} rule calls${stopped || ","} too many to show; `, code("trace --stats"), " counts what a memo saves."));
    return;
  }
  const event = Math.min(moment.event, reading.eventCount - 1);
  const { place: at, rules, cells } = memoAt(reading, event, moment.options);
  const length = reading.text.length + 1;
  const first = Math.max(0, Math.min(at - MEMO_COLUMNS / 2, length - MEMO_COLUMNS));
  const last = Math.min(length, first + MEMO_COLUMNS);
  const all = Array.from({ length: last - first }, (_, index) => first + index);
  const columns = all.filter((column) => !isInside(reading.text, column));
  const head = element("tr", headCell("col", "Rule"));
  for (const column of columns) {
    const character = String.fromCodePoint(reading.text.codePointAt(column) ?? 0x2403);
    const sign = { "\n": "↵", "\u2403": "end" }[character] ?? character;
    const cell = headCell("col", shortPlace(column), classed("span", "character", sign));
    if (column === at) cell.className = "tried";
    head.append(cell);
  }
  const rows = rules.slice(0, MEMO_ROWS).map((rule) => {
    const row = element("tr", headCell("row", code(reading.data.rules[rule])));
    row.append(...columns.map((column) => memoCell(cells.get(`${rule} ${column}`))));
    return row;
  });
  const caption = element("caption", ...memoWords(reading, event, rules.length, moment.options));
  table.replaceChildren(caption, element("thead", head), element("tbody", ...rows));
}

function headCell(scope, ...children) {
  const cell = element("th", ...children);
  cell.scope = scope;
  return cell;
}

/** The results known after an event; a packrat parser makes no calls inside a known call. */
function memoAt(reading, event, { isPackrat }) {
  const cells = new Map();
  const rules = new Set();
  for (const call of reading.calls) {
    if (call.enter > event) break;
    if (isPackrat && call.parent?.isKnown) continue;
    const key = `${call.rule} ${call.start}`;
    const cell = cells.get(key) ?? { call, tries: 0, results: new Set() };
    cell.tries += 1;
    // If results vary, so that the memo does not store them, all are shown.
    if (call.exit <= event) cell.results.add(call.matched ? `→${shortPlace(call.end)}` : "✗");
    cell.isOpen = cell.call.exit > event;
    cells.set(key, cell);
    rules.add(call.rule);
  }
  return { place: reading.events[event]?.start ?? 0, rules: [...rules], cells };
}

function memoCell(cell) {
  if (!cell) return element("td");
  const { call, tries, results, isOpen } = cell;
  const result = isOpen ? "…" : [...results].join(" ");
  const made = element("td", result);
  if (tries > 1) made.append(classed("span", "tries", ` ×${tries}`));
  made.className = isOpen ? "tried" : call.matched ? "matched" : "failed";
  if (tries > 1) made.classList.add("again");
  return made;
}

/** The words under the table: how many calls a memo has saved so far. */
function memoWords(reading, event, rules, { isPackrat }) {
  const calls = reading.calls.filter(({ enter }) => enter <= event);
  const again = calls.filter(({ earlier }) => earlier).length;
  const inside = calls.filter(({ parent }) => parent?.isKnown).length;
  const found = calls.filter(({ earlier, parent }) => earlier && !parent?.isKnown).length;
  const left = rules > MEMO_ROWS ? ` The first ${MEMO_ROWS} of ${rules} rules are shown.` : "";
  const count = (number) => number.toLocaleString("en");
  const made = `${count(calls.length - inside - found)} rule calls, ${count(calls.length - inside)} lookups, ${count(found)} found.`;
  const plain = `${count(calls.length)} calls so far; a memo would know the result of ${count(again)}. With a memo: `;
  return [
    `${isPackrat ? "" : plain}${made}${left} → is the column after a match, ✗ a failure, × how often it was ${isPackrat ? "looked up" : "called"}.`,
  ];
}
