//! Files of texts.

use std::io::Read;
use std::path::Path;

use super::failure::Failure;
use super::in_use;

/// The mark some programs put at the start of a text file.
pub(crate) const MARK: char = '\u{feff}';

/// The most bytes of such a file.
pub(crate) const MAX_BYTES: u64 = 64 << 20;

/// The text of a file, which is not one that is written.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    text_of(in_use::open(path)?, &path.display().to_string())
}

/// What is in a file, which is not one that is written and has at most `most` bytes.
pub(crate) fn bytes(path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    bytes_of(in_use::open(path)?, &path.display().to_string(), most)
}

/// All of what is called `name`, which is at most `most` bytes.
pub(crate) fn bytes_of(source: impl Read, name: &str, most: u64) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    // One byte more tells what is too long, however long it is.
    let read = source.take(most + 1).read_to_end(&mut bytes);
    read.map_err(|error| Failure::plain(format!("cannot read {name}: {error}")))?;
    if bytes.len() as u64 > most {
        let message = format!("cannot read {name}: it has more than {most} bytes");
        return Err(Failure::plain(message));
    }
    Ok(bytes)
}

/// All of what is called `name`.
pub(crate) fn text_of(source: impl Read, name: &str) -> Result<String, Failure> {
    let cannot = |why: String| Failure::plain(format!("cannot read {name}: {why}"));
    String::from_utf8(bytes_of(source, name, MAX_BYTES)?).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.split(|&byte| byte == b'\n').count();
        cannot(format!("line {line} is not UTF-8"))
    })
}
