//! Opening the page in the browser of the person.

use std::io;
use std::process::{Command, Stdio};

/// What opens an address on this system.
const OPENERS: &[&[&str]] = if cfg!(target_os = "macos") {
    &[&["open"]]
} else if cfg!(windows) {
    &[&["rundll32", "url.dll,FileProtocolHandler"]]
} else {
    &[&["xdg-open"], &["gio", "open"], &["wslview"]]
};

/// Opens `address`, which is one of this program's own.
///
/// # Errors
///
/// Where there is nothing that opens it.
pub(crate) fn open(address: &str) -> io::Result<()> {
    let mut last = io::ErrorKind::NotFound.into();
    for opener in OPENERS {
        let (program, arguments) = opener.split_first().expect("an opener has a name");
        let mut command = Command::new(program);
        command.args(arguments).arg(address);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        match command.status() {
            Ok(status) if status.success() => return Ok(()),
            Ok(status) => last = io::Error::other(format!("{program} ends with {status}")),
            Err(error) => last = error,
        }
    }
    Err(last)
}
