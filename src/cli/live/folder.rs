//! The files that a page can edit: grammars and tests of grammars, in one folder.
//!
//! While a page is open, a thread polls the names and times of the files in the folder. Polling
//! works with every editor, on every system and on network folders, where the system sends no
//! notifications. It also needs no library.

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};
use std::{fs, thread};

use bracket24::digest;
use bracket24::exercises::Progress;
use bracket24::tracer::MAX_SOURCE;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::watch;

use super::answer::Problem;
use crate::cli::Failure;
use crate::cli::commands::exercise::folder::PROGRESS;
use crate::cli::file::{self, WholeFile};

/// The maximum number of files to list.
const MOST: usize = 500;

/// The pause between two polls of the folder.
const PAUSE: Duration = Duration::from_millis(200);

/// A file that was last written less than this time ago may change again without a new modification
/// time.
const RECENT: Duration = Duration::from_secs(3);

/// A folder with grammars and files of tests.
#[derive(Debug)]
pub(crate) struct Folder {
    /// The path of the folder, with all links resolved.
    pub(super) root: PathBuf,
    /// The only file that a page can edit, if the user named a file instead of a folder.
    only: Option<String>,
    /// The answers to built-in exercises, to hide from a class. `None` for the page of this machine,
    /// which shows all files and, unlike the page of a class, can write them.
    hidden: Option<Vec<String>>,
    /// The lock that the server holds while it compares and writes a file.
    writing: Mutex<()>,
}

/// The files that a class must not see, as far as the folder says now.
#[derive(Debug, Default)]
struct Hidden {
    /// The names in the folder, as they are spelled there; `None` for the page of this machine.
    present: Option<HashSet<String>>,
    /// The names of answers, in small letters: a file system may not tell capitals apart.
    files: HashSet<String>,
    /// Whether every file may be an answer.
    are_all: bool,
    /// Old lists of exercises, in small letters.
    copies: Vec<String>,
}

impl Hidden {
    fn has(&self, name: &str) -> bool {
        let name = name.to_ascii_lowercase();
        let stem = name.strip_suffix(".pest").unwrap_or(&name);
        let is_named = |it: &str| !it.starts_with("# ") && it.contains(stem);
        let mut lines = self.copies.iter().flat_map(|it| it.lines());
        self.are_all || self.files.contains(&name) || lines.any(is_named)
    }
}

/// A file, and the digest of its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct FileState {
    pub(super) name: String,
    pub(super) digest: String,
}

impl Folder {
    /// Opens the folder at `path`.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        if !path.is_dir() {
            let (what, advice) = if path.exists() {
                let advice = "give the folder that contains it, or give the file to `--grammar`";
                ("is not a folder", advice)
            } else {
                ("is not there", "give the folder that your grammars are in")
            };
            return Err(Failure::with_help(format!("{} {what}", path.display()), advice));
        }
        let root = path.canonicalize().map_err(|error| Failure::cannot_read(path, error))?;
        fs::read_dir(&root).map_err(|error| Failure::cannot_read(path, error))?;
        Ok(Self { root, only: None, hidden: None, writing: Mutex::default() })
    }

    /// The folder of the grammar file at `path`, as if the folder had no other file. `None` if a
    /// page may not ask for a file of this name, or if the file is a link out of the folder.
    pub(crate) fn of_file(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        let root = file::folder(path).canonicalize().ok()?;
        let only = Some(name.to_owned());
        let folder = Self { root, only, hidden: None, writing: Mutex::default() };
        (kind(name) == Some(Kind::Grammar) && folder.has(path)).then_some(folder)
    }

    /// The same folder, read-only and without the files `hidden`.
    pub(super) fn to_be_read(&self, hidden: Vec<String>) -> Self {
        let (root, only) = (self.root.clone(), self.only.clone());
        Self { root, only, hidden: Some(hidden), writing: Mutex::default() }
    }

    /// Whether the page offers to make new files.
    pub(crate) const fn takes_new_files(&self) -> bool {
        self.only.is_none()
    }

    /// Whether a page that asks for the file name of `path` gets the file at `path`.
    pub(crate) fn has(&self, path: &Path) -> bool {
        let name = path.file_name().and_then(|it| it.to_str());
        let here =
            name.and_then(|name| self.place(name, &self.hidden_now()).ok()?.canonicalize().ok());
        here.is_some_and(|here| path.canonicalize().is_ok_and(|it| it == here))
    }

    /// Whether the system lets the program make files in the folder.
    pub(crate) fn can_write(&self) -> bool {
        tempfile::tempfile_in(&self.root).is_ok()
    }

    /// The sorted names of the files that a page may read.
    fn names(&self, hidden: &Hidden) -> Result<Vec<String>, Problem> {
        // Whether the folder has a file of this name that a page may ask for.
        let is_shown = |name: &String| self.place(name, hidden).is_ok_and(|path| path.is_file());
        if let Some(only) = &self.only {
            return Ok(Some(only.clone()).filter(is_shown).into_iter().collect());
        }
        let entries = fs::read_dir(&self.root).map_err(|error| {
            Problem::missing(format!("the folder cannot be read: {error}"))
                .with_help("your text is still on the page; restore the folder to save it")
        })?;
        let name = |it: std::io::Result<fs::DirEntry>| it.ok()?.file_name().into_string().ok();
        let names = entries.filter_map(name).filter(|it| kind(it).is_some() && is_shown(it));
        Ok(itertools::sorted(names).collect())
    }

    /// The text of a file, without Windows line ends.
    pub(super) fn read(&self, name: &str) -> Result<String, Problem> {
        self.read_unless(name, &self.hidden_now())
    }

    fn read_unless(&self, name: &str, hidden: &Hidden) -> Result<String, Problem> {
        let path = self.place(name, hidden)?;
        // A file system may find a file that is hidden by another spelling of its name.
        let is_spelled = hidden.present.as_ref().is_none_or(|it| it.contains(name));
        let missing = || Problem::missing(format!("there is no {name} in the folder"));
        let found = fs::metadata(&path).ok().filter(|_| is_spelled).ok_or_else(missing)?;
        if found.len() > MAX_SOURCE as u64 {
            return Err(Problem::bad(format!("{name} has more than {MAX_SOURCE} bytes")));
        }
        let text = fs::read_to_string(&path)
            .map_err(|error| Problem::bad(format!("cannot read {name}: {error}")))?;
        // pest refuses the mark in a grammar, so the page shows it.
        let plain = text.strip_prefix(file::BOM).filter(|_| kind(name) == Some(Kind::Tests));
        let text = plain.unwrap_or(&text);
        if let Some(message) = no_tests(name, text) {
            return Err(Problem::forbidden(message));
        }
        Ok(in_page(text))
    }

    /// Whether a class must not see the file.
    pub(super) fn is_hidden(&self, name: &str) -> bool {
        self.hidden_now().has(name)
    }

    /// The files that a class must not see now, because they may be answers to exercises: to those
    /// that are built in, or to others with progress in this folder.
    fn hidden_now(&self) -> Hidden {
        let Some(built_in) = &self.hidden else { return Hidden::default() };
        let entries = fs::read_dir(&self.root).into_iter().flatten().flatten();
        let present = entries.filter_map(|it| it.file_name().into_string().ok()).collect();
        let files = built_in.iter().map(|it| it.to_ascii_lowercase()).collect();
        let mut hidden = Hidden { present: Some(present), files, ..Hidden::default() };
        if self.only.is_some() {
            return hidden;
        }
        let text = |it: &str| {
            fs::read(self.root.join(it)).map(|it| String::from_utf8_lossy(&it).into_owned())
        };
        match text(PROGRESS) {
            Err(error) => hidden.are_all = error.kind() != io::ErrorKind::NotFound,
            Ok(noted) => {
                let (noted, error) = Progress::read(noted.trim_start_matches(file::BOM));
                // A line that does not parse could be about any file.
                hidden.are_all = error.is_some();
                hidden.files.extend(noted.folders().map(|it| it.to_ascii_lowercase() + ".pest"));
            }
        }
        // After the repair of a damaged file, only the copy has its damaged lines.
        let is_copy = |it: &&String| it.starts_with(&format!("{PROGRESS}.old"));
        let copies = hidden.present.iter().flatten().filter(is_copy);
        let copies = copies.filter_map(|it| text(it).ok()).map(|it| it.to_ascii_lowercase());
        hidden.copies = copies.collect();
        hidden
    }

    /// Replaces a file atomically, if its text still has the digest `seen` (`None` if there was
    /// no file), or if `overwrite` is set. Keeps Windows line ends if the file has no others.
    /// Returns whether it did, and the digest of the file now (null if it is gone).
    pub(super) fn save(
        &self,
        name: &str,
        new: &str,
        seen: Option<&str>,
        overwrite: bool,
    ) -> Result<Value, Problem> {
        let path = self.place(name, &self.hidden_now())?;
        if self.hidden.is_some() {
            let message = "only the machine that runs bracket24 may write files";
            return Err(Problem::forbidden(message).with_help("your work stays in your browser"));
        }
        if let Some(message) = no_tests(name, new) {
            let help = "a test begins with its name between two lines of `===`";
            return Err(Problem::bad(message).with_help(help));
        }
        // Nobody who waits for another program's lock holds the server's own lock.
        let _locked = file::lock(&self.root)?;
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let new = in_page(new);
        let new_digest = digest(new.bytes());
        if !overwrite {
            let there = if path.exists() { Some(digest(self.read(name)?.bytes())) } else { None };
            // A page that missed the answer saves the same text again, which is no conflict.
            if there.as_deref() != seen && there.as_ref() != Some(&new_digest) {
                return Ok(json!({ "saved": false, "digest": there }));
            }
        }
        let has_only = |it: String| it.contains("\r\n") && !it.replace("\r\n", "").contains('\n');
        let is_of_windows = fs::read_to_string(&path).is_ok_and(has_only);
        let written = if is_of_windows { new.replace('\n', "\r\n") } else { new };
        WholeFile::update(&path)?.finish(written.as_bytes())?;
        Ok(json!({ "saved": true, "digest": new_digest }))
    }

    /// The path of the file called `name`. Rejects a link that leads out of the folder, and a pipe,
    /// which would make the server wait for another program.
    fn place(&self, name: &str, hidden: &Hidden) -> Result<PathBuf, Problem> {
        if kind(name).is_none() {
            let help = "the name of a grammar ends in `.pest`, of tests in `.txt`; it has no `/`";
            let message = format!("no file here can have the name {name:?}");
            return Err(Problem::forbidden(message).with_help(help));
        }
        if let Some(only) = self.only.as_ref().filter(|only| *only != name) {
            let message = format!("only {only} can be edited here");
            let help = "`bracket24 serve --folder DIR` offers all grammars of a folder";
            return Err(Problem::forbidden(message).with_help(help));
        }
        let refusal = || Problem::forbidden(format!("{name} is not shown to a class"));
        if hidden.has(name) {
            return Err(refusal());
        }
        let path = self.root.join(name);
        if path.exists() && !path.is_file() {
            return Err(Problem::bad(format!("{name} is not a file")));
        }
        if !path.is_symlink() {
            return Ok(path);
        }
        let leads = path.canonicalize().ok().filter(|leads| leads.parent() == Some(&self.root));
        let leads = leads.ok_or_else(|| {
            Problem::forbidden(format!("{name} is a link that leads out of the folder"))
        })?;
        let file = leads.file_name().and_then(|it| it.to_str());
        if file.is_some_and(|it| hidden.has(it)) {
            return Err(refusal());
        }
        if file.and_then(kind) == kind(name) {
            return Ok(leads);
        }
        Err(Problem::forbidden(format!("{name} is a link to a file of another kind")))
    }
}

/// `text` without Windows line ends, which a text field of a page does not keep.
pub(crate) fn in_page(text: &str) -> String {
    text.replace("\r\n", "\n")
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Grammar,
    Tests,
}

/// The kind of a file called `name`. `None` if `name` has another ending, has a path, is long, or has
/// a character that no file on Windows may have.
fn kind(name: &str) -> Option<Kind> {
    let mut parts = Path::new(name).components();
    let is_plain =
        matches!((parts.next(), parts.next()), (Some(Component::Normal(it)), None) if it == name);
    let is_odd = |it: char| it.is_control() || r#"/\:*?"<>|"#.contains(it);
    if !is_plain || name.starts_with('.') || name.contains(is_odd) || name.len() > 200 {
        return None;
    }
    match Path::new(name).extension()?.to_str()? {
        "pest" => Some(Kind::Grammar),
        "txt" => Some(Kind::Tests),
        _ => None,
    }
}

/// A message if a file of tests does not look like one of `grammar test`: if it has no line that
/// separates tests.
fn no_tests(name: &str, text: &str) -> Option<String> {
    let is_wrong = kind(name)? == Kind::Tests && !text.lines().any(|it| it.starts_with("==="));
    is_wrong.then(|| format!("{name} has no tests of a grammar"))
}

/// Whenever the list of files of a folder changes, sends the list, as JSON, to the subscribers.
pub(super) type Watch = watch::Sender<Arc<str>>;

/// Starts a thread that polls the folder.
pub(super) fn watch(folder: Arc<Folder>) -> Watch {
    let mut known = Known::default();
    let (watch, _) = watch::channel(known.json(&folder));
    let watching = watch.clone();
    // The thread ends with the process.
    thread::spawn(move || {
        loop {
            thread::sleep(PAUSE);
            if watching.receiver_count() == 0 {
                continue;
            }
            let files = known.json(&folder);
            watching.send_if_modified(|last| {
                let is_new = *last != files;
                *last = files;
                is_new
            });
        }
    });
    watch
}

/// For each file, the size, time and digest that it had when the server last read it. A file that
/// is not shown, such as a text without tests, has no digest.
#[derive(Debug, Default)]
pub(super) struct Known(HashMap<String, (u64, SystemTime, Option<String>)>);

impl Known {
    /// The files of the folder. Reads those that may have changed, and asks `check` before each
    /// whether to go on.
    pub(super) fn read(
        &mut self,
        folder: &Folder,
        check: impl Fn() -> Result<(), Problem>,
    ) -> Result<Vec<FileState>, Problem> {
        let (mut known, mut files) = (HashMap::new(), Vec::new());
        let hidden = folder.hidden_now();
        for name in folder.names(&hidden)? {
            check()?;
            let found = folder.place(&name, &hidden).ok().and_then(|it| fs::metadata(it).ok());
            let Some((size, Ok(written))) = found.map(|it| (it.len(), it.modified())) else {
                continue;
            };
            // A file with a time in the future counts as recent: a later change may give it the
            // same time.
            let is_old = written.elapsed().is_ok_and(|age| age > RECENT);
            let is_same = |(old, at, _): &_| is_old && (*old, *at) == (size, written);
            let before = self.0.remove(&name).filter(is_same).map(|(.., digest)| digest);
            if files.len() == MOST {
                break;
            }
            let read = || folder.read_unless(&name, &hidden).ok().map(|it| digest(it.bytes()));
            let digest = before.unwrap_or_else(read);
            known.insert(name.clone(), (size, written, digest.clone()));
            files.extend(digest.map(|digest| FileState { name, digest }));
        }
        self.0 = known;
        Ok(files)
    }

    /// The files of the folder as JSON.
    fn json(&mut self, folder: &Folder) -> Arc<str> {
        // A missing folder, which may come back, has no files.
        let files = self.read(folder, || Ok(())).unwrap_or_default();
        serde_json::to_string(&files).expect("names are JSON").into()
    }
}
