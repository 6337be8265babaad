//! Files of texts.

use std::io::Read;
use std::path::Path;

use super::failure::Failure;
use super::in_use;

/// The mark some programs put at the start of a text file.
pub(crate) const MARK: char = '\u{feff}';

/// The most bytes of such a file.
const MAX_BYTES: u64 = 64 << 20;

/// The text of a file, which is not one that is written.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    text_of(in_use::open(path)?, &path.display().to_string())
}

/// All of what is called `name`.
pub(crate) fn text_of(source: impl Read, name: &str) -> Result<String, Failure> {
    let cannot = |why: String| Failure::plain(format!("cannot read {name}: {why}"));
    let mut bytes = Vec::new();
    // One byte more tells what is too long, however long it is.
    let read = source.take(MAX_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|error| cannot(error.to_string()))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(cannot(format!("it has more than {MAX_BYTES} bytes")));
    }
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.split(|&byte| byte == b'\n').count();
        cannot(format!("line {line} is not UTF-8"))
    })
}
