//! `bracket24 grammar explain`

use bracket24::present::grammars::LintPage;
use bracket24::tracer::lint_pages;
use bracket24::words::did_you_mean;

use crate::cli::{Failure, Output, formats};

/// Explain a warning of `grammar check`
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The name of the warning, such as `never-used`
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

formats!(Arguments: Text, Json, Markdown);

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let pages: Vec<LintPage> = lint_pages().map(|(name, text)| LintPage { name, text }).collect();
    let Some(name) = &arguments.name else {
        return output.report(&pages[..]);
    };
    let Some(page) = pages.iter().find(|page| page.name == name) else {
        let likely = did_you_mean(name, pages.iter().map(|page| page.name));
        let likely = likely.map_or_else(String::new, |it| format!("did you mean `{it}`? "));
        let help = likely + "`bracket24 grammar explain` lists all";
        return Err(Failure::with_help(format!("there is no warning `{name}`"), help));
    };
    output.report(page)
}
