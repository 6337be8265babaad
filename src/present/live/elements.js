// The state of the page, and small helpers that several parts need.

const opening = JSON.parse(find("#opening").textContent);

drawer.append(find("#live-tabs").content);
find("#help dl").append(find("#live-keys").content);
// The exercise is the first thing to read.
find("#tabs").after(find("#exercise-panel"));

/** The grammar that is being edited. All questions to the program depend on it. */
const live = {
  /** The chosen grammar: `kind` is `built-in`, `file` or `own`. */
  choice: { kind: "built-in", name: "left" },
  /** The content of the file, and its digest; for other grammars, the original text. */
  base: { text: "", digest: null },
  /** Whether the grammar was just chosen, and has not been shown yet. */
  isNew: false,
  /** The start rule; empty for the default one. */
  start: "",
  /** The last valid text of the grammar, and the valid text before the current edit. */
  good: null,
  before: null,
  /** The time at which somebody last typed in the grammar. */
  typed: 0,
  /** The program's answer about the grammar: its rules and its mistakes. */
  grammar: null,
  /** The files of the folder, each with its digest. */
  files: [],
};

/** An option of a select. */
function option(value, text = value) {
  return Object.assign(element("option", text), { value });
}

function optionGroup(label, options) {
  const group = element("optgroup", ...options);
  group.label = label;
  return group;
}

/** A button that calls `action`. */
function doing(words, action) {
  const button = element("button", ...[words].flat());
  button.type = "button";
  button.addEventListener("click", action);
  return button;
}

/** Nodes of an answer as `TreeView` expects them. */
function treeNodes(nodes) {
  return nodes.map(({ label, text, parent }, key) => ({
    key,
    parent,
    label,
    text,
    whole: text || `${key}`,
    name: text ? `${label}, matched ${text}` : label,
    mark: "",
    span: [0, 0],
    classes: [],
  }));
}

/** The grammar in the form in which requests name it. */
function givenGrammar() {
  const { choice, start } = live;
  if (choice.kind === "built-in") return { name: choice.name, start };
  return { name: choice.name, source: grammarEditor.text, start };
}
