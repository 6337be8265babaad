//! `bracket24 grammar explain`

use bracket24::present::grammars::LintPage;
use bracket24::tracer::lint_pages;
use clap::builder::PossibleValuesParser;

use crate::cli::{Failure, Output, formats};

/// Explain a warning of `grammar check`
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The name of the warning, such as `never-used`
    #[arg(value_name = "NAME", value_parser = PossibleValuesParser::new(lint_pages().map(|it| it.0)))]
    #[arg(hide_possible_values = true)]
    name: Option<String>,
}

formats!(Arguments: Text, Json, Markdown);

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let pages: Vec<LintPage> = lint_pages().map(|(name, text)| LintPage { name, text }).collect();
    let Some(name) = &arguments.name else { return output.report(&pages[..]) };
    output.report(pages.iter().find(|page| page.name == name).expect("clap knows all names"))
}
