// The state of the page, and small things that several parts need.

const opening = JSON.parse(find("#opening").textContent);

drawer.append(find("#live-tabs").content);
find("#help dl").append(find("#live-keys").content);
// It is the first thing to be read.
find("#tabs").after(find("#exercise-panel"));

/** What is being edited; all that is asked follows from it. */
const live = {
  /** The grammar that is chosen: `kind` is `built-in`, `file` or `own`. */
  choice: { kind: "built-in", name: "left" },
  /** What is in the file, and its digest; of another grammar its text at first. */
  base: { text: "", digest: null },
  /** Whether it was chosen a moment ago, and is to be seen. */
  isNew: false,
  /** The rule to begin with; empty for the usual one. */
  start: "",
  /** The last text of the grammar that could be read, and the one before this edit. */
  good: null,
  before: null,
  /** When the grammar was last typed in. */
  typed: 0,
  /** What is known of the grammar: its rules, its mistakes. */
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

/** A button that does something. */
function doing(words, action) {
  const button = element("button", ...[words].flat());
  button.type = "button";
  button.addEventListener("click", action);
  return button;
}

/** Nodes of an answer as `TreeView` wants them. */
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

/** The grammar as requests give it. */
function givenGrammar() {
  const { choice, start } = live;
  if (choice.kind === "built-in") return { name: choice.name, start };
  return { name: choice.name, source: grammarEditor.text, start };
}
