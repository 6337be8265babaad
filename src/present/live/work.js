// Work that is not in a file: the browser keeps it, and the person can download or delete it.

const WORK = "bracket24 work ";

/** A person with write access has files, and may use another folder tomorrow. So unsaved work lasts
    only as long as the tab. A class has no files, so its work stays. */
const storage = opening.may_write ? "sessionStorage" : "localStorage";

/** Work that the browser fails to keep: it stays until the page is closed. */
const unkept = new Map();

function recallWork(name) {
  if (unkept.has(name)) return unkept.get(name);
  try {
    return JSON.parse(window[storage].getItem(WORK + name));
  } catch {
    return null;
  }
}

/** Keeps work under a name; null deletes it. */
function keepWork(name, work) {
  unkept.delete(name);
  try {
    if (work === null) window[storage].removeItem(WORK + name);
    else window[storage].setItem(WORK + name, JSON.stringify(work));
  } catch {
    unkept.set(name, work);
  }
  tellWork();
}

/** The names of kept work that begin with `start`, without that beginning. */
function workNames(start) {
  const names = new Set(unkept.keys());
  try {
    for (const key of Object.keys(window[storage])) if (key.startsWith(WORK)) names.add(key.slice(WORK.length));
  } catch {
    // The browser keeps nothing.
  }
  return [...names].filter((name) => name.startsWith(start)).map((name) => name.slice(start.length)).sort();
}

function tellWork() {
  find("#work").hidden = opening.may_write || workNames("").length === 0;
  const said = unkept.size ? "Not saved: this browser has no storage left. Download your work." : "Saved in this browser.";
  if (find("#work-said").textContent !== said) find("#work-said").textContent = said;
}

/** The files to hand in, as in a folder of `bracket24 exercise`. */
function workFiles() {
  const files = new Map();
  // An own grammar, a file of the folder and its tests may have the same name.
  const add = (name, { text }) => {
    const numbered = (number) => (number < 2 ? name : name.replace(/(\.[^.]*)?$/, `-${number}$1`));
    let number = 1;
    while (files.has(numbered(number))) number += 1;
    files.set(numbered(number), text);
  };
  for (const kind of ["grammar file ", "grammar own "]) {
    for (const name of workNames(kind)) add(name, recallWork(kind + name));
  }
  for (const name of workNames("tests ")) add(name || "tests.txt", recallWork(`tests ${name}`));
  const notes = workNames("exercise ").map((name) => recallWork(`exercise ${name}`));
  const lines = notes.map(({ file, state: how, hints }) => `${file.replace(/\.pest$/, "")} ${how} ${hints}\n`);
  if (lines.length) files.set("progress.txt", lines.join(""));
  if (textEditor.text) files.set("text.txt", textEditor.text);
  return files;
}

function downloadWork() {
  download(zipped(workFiles()), "bracket24-work.zip");
}

/** Deletes all work that the browser keeps for the person. */
function startAfresh() {
  if (!confirm("Delete your work from this browser? Download it first if you want to keep it.")) return;
  for (const name of workNames("")) keepWork(name, null);
  openAfresh();
}

/** Opens the page again, and forgets what it shows. */
function openAfresh() {
  clearTimeout(addressTimer);
  removeEventListener("pagehide", writePlace);
  location.replace(location.pathname + location.search);
}

function download(blob, name) {
  const link = element("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
