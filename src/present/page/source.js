// The grammar's own text.

/** The grammar's text, each rule apart so that one can be marked. */
function showSource(panel, reading) {
  panel.replaceChildren(
    ...reading.definitions.map(({ rule, text }) => {
      const piece = element("span", text);
      if (rule) piece.dataset.rule = rule;
      return piece;
    }),
  );
}

function markDefinition(panel, rule) {
  for (const piece of panel.children) {
    const isCurrent = piece.dataset.rule !== undefined && piece.dataset.rule === rule;
    if (isCurrent) piece.setAttribute("aria-current", "true");
    else piece.removeAttribute("aria-current");
    if (isCurrent) scrollWithin(panel, piece);
  }
}

/**
 * Cuts a grammar into the texts of its rules, each with its documentation, and
 * what stands between them.
 */
function splitDefinitions(source) {
  const pieces = [];
  for (const line of source.split(/(?<=\n)/)) {
    const last = pieces.at(-1);
    const kind =
      last?.kind === "rule" && !last.text.trimEnd().endsWith("}") ? "rule" : kindOfLine(line);
    const name = /^\s*(\w+)\s*=/.exec(line)?.[1];
    if (last && (last.kind === kind ? !name : kind === "rule" && last.kind === "documentation")) {
      last.text += line;
      last.kind = kind;
      last.rule ??= name;
    } else {
      pieces.push({ kind, rule: name, text: line });
    }
  }
  return pieces;
}

function kindOfLine(line) {
  if (line.startsWith("///")) return "documentation";
  return line.startsWith("//") || line.trim() === "" ? "between" : "rule";
}
