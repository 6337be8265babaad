//! How many hands have how many solutions, as a picture.

use bracket24::reports::Survey;

use super::survey::Run;

pub(crate) fn svg(_: &Survey, _: &Run) -> Result<String, std::io::Error> {
    Ok(String::new())
}
