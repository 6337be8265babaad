//! Watching the folder.
//!
//! It is read again and again: a few names and times, while somebody looks at a page.
//! That sees what every editor does on every system and on a network, where messages of
//! the system do not come; and needs no library.

use std::collections::HashMap;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, SystemTime};

use tokio::sync::watch;

use super::folder::{Digest, FileState, Folder};

/// How often the folder is read.
const PAUSE: Duration = Duration::from_millis(200);

/// A file that was written so short a time ago may be written again without a trace.
const RECENT: Duration = Duration::from_secs(3);

/// Tells who subscribes of the files of a folder, as JSON.
#[derive(Debug)]
pub(super) struct Watch(watch::Sender<Arc<str>>);

impl Watch {
    /// Begins to watch.
    pub(super) fn start(folder: Arc<Folder>) -> Self {
        let mut known = Known::default();
        let (sender, _) = watch::channel(known.read(&folder));
        let watching = sender.clone();
        // It ends with the process.
        thread::spawn(move || {
            loop {
                thread::sleep(PAUSE);
                if watching.receiver_count() == 0 {
                    continue;
                }
                let files = known.read(&folder);
                watching.send_if_modified(|last| {
                    let is_new = *last != files;
                    *last = files;
                    is_new
                });
            }
        });
        Self(sender)
    }

    pub(super) fn subscribe(&self) -> watch::Receiver<Arc<str>> {
        self.0.subscribe()
    }
}

/// The digests of files that have not been written since.
#[derive(Debug, Default)]
struct Known(HashMap<String, (u64, SystemTime, Digest)>);

impl Known {
    /// The files as JSON; those are read that may be others.
    fn read(&mut self, folder: &Folder) -> Arc<str> {
        // A folder that is not there for a while has no files.
        let names = folder.names().unwrap_or_else(|_| Vec::new());
        let mut states = Vec::new();
        for name in names {
            let Some((size, written)) = folder.stamp(&name) else { continue };
            let digest = match self.0.get(&name) {
                Some(&(old, at, ref digest)) if (old, at) == (size, written) && is_old(written) => {
                    digest.clone()
                }
                _ => match folder.read(&name) {
                    Ok(text) => Digest::of(&text),
                    Err(_) => continue,
                },
            };
            self.0.insert(name.clone(), (size, written, digest.clone()));
            states.push(FileState { name, digest });
        }
        self.0.retain(|name, _| states.iter().any(|it| it.name == *name));
        serde_json::to_string(&states).expect("names are JSON").into()
    }
}

fn is_old(written: SystemTime) -> bool {
    // One of the future may be written at the same time again.
    written.elapsed().is_ok_and(|age| age > RECENT)
}
