// The files of the folder: choosing, saving, and what happens to them elsewhere.

const fileQuestion = new Question("file");

/** The names of files with this ending. */
function filesEndingIn(ending) {
  return live.files.map(({ name }) => name).filter((name) => name.endsWith(ending));
}

function digestOf(name) {
  return live.files.find((file) => file.name === name)?.digest ?? null;
}

/** A file that is edited here: what it was when it was read, and how to ask about it. */
class EditedFile {
  /** `parts` are the ids of what asks; `editor` has the text; `base` is what was read. */
  constructor(parts, editor, base) {
    Object.assign(this, { parts, editor, base, isSaving: false });
    find(`#${parts}-take`).addEventListener("click", () => this.take());
    find(`#${parts}-keep`).addEventListener("click", () => this.save(true));
    find(`#${parts}-save`).addEventListener("click", () => this.save());
    editor.area.addEventListener("keydown", (event) => {
      if (event.key !== "s" || !(event.ctrlKey || event.metaKey) || !this.base().name) return;
      event.preventDefault();
      this.save();
    });
  }

  get isChanged() {
    return this.editor.text !== this.base().text;
  }

  /** Whether the file that was read is not there any more. */
  get isGone() {
    const { name, digest } = this.base();
    return Boolean(name) && digest !== null && digestOf(name) === null;
  }

  get isUnsaved() {
    return this.isChanged || this.isGone;
  }

  /** Follows what somebody else has done to the file, or asks. */
  async follow() {
    const { name, digest } = this.base();
    if (!name || this.isSaving) return;
    const now = digestOf(name);
    if (now === digest) return this.ask(null);
    if (now === null) {
      if (digest === null) return;
      return this.ask(`${name} is gone from the folder; what you see is still here, and Save makes it again.`, false);
    }
    if (this.isChanged) return this.ask(`${name} was changed elsewhere.`);
    await this.take();
  }

  /** Asks what to do, or stops asking. */
  ask(said, canTake = true) {
    find(`#${this.parts}-conflict`).hidden = said === null;
    if (said === null) return;
    if (find("#live-status").textContent.startsWith("Saved ")) say("");
    find(`#${this.parts}-conflict-said`).textContent = said;
    find(`#${this.parts}-take`).hidden = !canTake;
  }

  /** Takes what is in the file. */
  async take() {
    const { name } = this.base();
    const answer = await new Question("file").ask({ name });
    if (answer === null || name !== this.base().name) return;
    if (answer.problem) return say(...problemWords(answer.problem));
    Object.assign(this.base(), { text: answer.text, digest: answer.digest });
    this.ask(null);
    this.editor.text = answer.text;
    this.changed();
  }

  /** Writes the text into the file, unless somebody else has changed that; one that is
   * gone is made again. */
  async save(overwrite = this.isGone) {
    const { name, digest } = this.base();
    const { text } = this.editor;
    if (!name) return false;
    this.isSaving = true;
    const answer = await new Question("save").ask({ name, text, digest, overwrite });
    this.isSaving = false;
    if (answer === null) return false;
    if (answer.problem) {
      say(...problemWords(answer.problem));
      return false;
    }
    if (!answer.saved) {
      const isGone = answer.changed.text === null;
      this.ask(isGone ? `${name} is gone from the folder.` : `${name} was changed elsewhere.`, !isGone);
      return false;
    }
    Object.assign(this.base(), { text, digest: answer.digest });
    this.ask(null);
    const said = `Saved ${name}.`;
    say(said);
    setTimeout(() => find("#live-status").textContent === said && say(""), 4000);
    this.saved();
    return true;
  }
}
