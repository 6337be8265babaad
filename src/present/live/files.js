// The files of the folder: choosing and saving them, and following changes made elsewhere.

const fileQuestion = new Question("file");

async function listFiles() {
  if (!opening.folder) return;
  const answer = await new Question("files").ask({});
  if (!answer?.problem) live.files = answer ?? [];
}

/** The names of files with this ending. */
function filesEndingIn(ending) {
  return live.files.map(({ name }) => name).filter((name) => name.endsWith(ending));
}

function digestOf(name) {
  return live.files.find((file) => file.name === name)?.digest ?? null;
}

/** A file that is edited here: its content when it was read, and the controls for conflicts. */
class EditedFile {
  /** The ids of the controls begin with `parts`. `editor` has the text. `base` returns the content
   * that was read, and `key` the name under which edits of the file are kept. */
  constructor(parts, editor, base, key) {
    Object.assign(this, { parts, editor, base, key, isSaving: false });
    find(`#${parts}-take`).addEventListener("click", () => this.take());
    find(`#${parts}-keep`).addEventListener("click", () => (opening.may_write ? this.save(true) : this.keepMine()));
    find(`#${parts}-save`).addEventListener("click", () => this.save());
    if (!opening.may_write) {
      find(`#${parts}-take`).textContent = "Load the teacher’s";
      find(`#${parts}-keep`).textContent = "Keep mine";
    }
    editor.area.addEventListener("keydown", (event) => {
      if (event.key !== "s" || !(event.ctrlKey || event.metaKey) || (opening.may_write && !this.base().name)) return;
      event.preventDefault();
      this.save();
    });
  }

  get isChanged() {
    return this.editor.text !== this.base().text;
  }

  /** Whether the file that was read no longer exists. */
  get isGone() {
    const { name, digest } = this.base();
    return Boolean(name) && digest !== null && digestOf(name) === null;
  }

  get isUnsaved() {
    return this.isChanged || this.isGone;
  }

  /** Keeps unsaved edits in the browser. */
  keep() {
    const [key, base] = [this.key(), this.base()];
    if (key !== null) keepWork(key, this.isUnsaved || key.startsWith("grammar own ") ? { text: this.editor.text, base } : null);
  }

  /** Shows the edits that another tab has kept. If none are kept, this tab shows the file, or the
   * text of a link, which is kept once somebody types in it. */
  recall() {
    const key = this.key();
    const work = key === null ? null : recallWork(key);
    if (work === null || work.text === this.editor.text) return;
    Object.assign(this.base(), work.base);
    this.editor.text = work.text;
    this.changed();
  }

  /** Loads a change that somebody else made to the file, or asks what to do. */
  async follow() {
    const { name, digest } = this.base();
    if (!name || this.isSaving) return;
    const now = digestOf(name);
    if (now === digest) return this.ask(null);
    if (now === null) {
      if (digest === null) return;
      const canSave = opening.may_write ? ", and Save recreates the file" : "";
      return this.ask(`${name} is gone from the folder; your text is still here${canSave}.`, false);
    }
    if (this.isChanged) return this.ask(opening.may_write ? `${name} was changed elsewhere.` : `Your teacher changed ${name}. You still see your version.`);
    await this.take();
  }

  /** Asks what to do, or stops asking. */
  ask(said, canTake = true) {
    find(`#${this.parts}-conflict`).hidden = said === null;
    if (said === null) return;
    if (find("#live-status").textContent.startsWith("Saved ")) say("");
    find(`#${this.parts}-conflict-said`).textContent = said;
    find(`#${this.parts}-take`).hidden = !canTake;
    find(`#${this.parts}-keep`).hidden = !canTake && !opening.may_write;
  }

  /** Reads the file; returns whether the program could read it. */
  async read() {
    const { name } = this.base();
    const answer = await new Question("file").told({ name });
    if (answer === null || name !== this.base().name) return false;
    Object.assign(this.base(), { text: answer.text, digest: answer.digest });
    this.ask(null);
    return true;
  }

  /** Loads the content of the file. The person can undo the loss of their own text. */
  async take() {
    const { isChanged } = this;
    if (!(await this.read())) return;
    const { text } = this.base();
    if (isChanged) {
      this.editor.replace([[0, this.editor.text.length, text]]);
      sayShortly("Undo (Ctrl+Z) brings your text back.");
    }
    this.editor.text = text;
    this.keep();
    this.changed();
  }

  /** Keeps the person's edits, now as edits of the file's new content. */
  async keepMine() {
    if (await this.read()) this.keep();
  }

  /** Writes the text to the file, unless somebody else has changed the file. Creates a deleted file
   * again. */
  async save(overwrite = this.isGone) {
    const { name, digest } = this.base();
    const { text } = this.editor;
    if (!opening.may_write) sayShortly("Saved in this browser.");
    if (!name || !opening.may_write) return false;
    this.isSaving = true;
    const answer = await new Question("save").told({ name, text, digest, overwrite });
    this.isSaving = false;
    if (answer === null) return false;
    if (!answer.saved) {
      const isGone = answer.digest === null;
      this.ask(isGone ? `${name} is gone from the folder.` : `${name} was changed elsewhere.`, !isGone);
      return false;
    }
    Object.assign(this.base(), { text, digest: answer.digest });
    this.keep();
    this.ask(null);
    sayShortly(`Saved ${name}.`);
    this.saved();
    return true;
  }
}
