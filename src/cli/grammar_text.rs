//! The text of a grammar's file as it is, with its mistakes.

use std::ffi::OsStr;
use std::path::PathBuf;

use bracket24::Grammar;
use clap::builder::{PossibleValue, TypedValueParser};

use super::grammar_file::{or_file, path, refused, source};
use super::options::by_name;

/// A built-in grammar, or the text of a file that is to become one.
#[derive(Debug, Clone)]
pub(crate) enum GrammarText {
    BuiltIn(Grammar),
    File { path: PathBuf, source: String },
}

/// Reads the argument of `--grammar` where a file with mistakes will do: they are what
/// it is opened for.
#[derive(Clone)]
struct GrammarTextParser<P>(P);

impl<P: TypedValueParser<Value = Grammar>> TypedValueParser for GrammarTextParser<P> {
    type Value = GrammarText;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<GrammarText, clap::Error> {
        let Some(path) = path(value) else {
            let named = self.0.parse_ref(command, argument, value);
            return named.map(GrammarText::BuiltIn).map_err(|it| or_file(it, value));
        };
        let source = source(path).map_err(|failure| refused(&failure))?;
        Ok(GrammarText::File { path: path.to_owned(), source })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}

/// Reads the name of a grammar, or the text of a file, which may have mistakes.
pub(crate) fn grammar_text() -> impl TypedValueParser<Value = GrammarText> {
    GrammarTextParser(by_name::<Grammar>())
}
