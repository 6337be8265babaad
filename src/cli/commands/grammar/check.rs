//! `bracket24 grammar check`

use std::path::PathBuf;
use std::sync::Arc;

use bracket24::grammars::UserGrammar;
use bracket24::lessons::Ambiguity;
use bracket24::present::grammars::GrammarCheck;
use bracket24::tracer::Findings;
use bracket24::{Grammar, Named};
use clap::Args;

use crate::cli::failure::GrammarFailure;
use crate::cli::grammar_options::{StartOption, to_have_values};
use crate::cli::progress::during;
use crate::cli::{Failure, Format, Formats, Outcome, Output, OutputOptions, file};

/// Check whether a file can be used as a grammar
#[derive(Debug, Args)]
#[command(
    before_help = "\
Examples:
  bracket24 grammar show left > mine.pest
  bracket24 grammar check mine.pest
  bracket24 grammar check mine.pest --ambiguous
  bracket24 explain 8-4-2 --grammar mine.pest",
    after_help = "\
Any grammar that pest accepts can be used for parse trees and traces. For
values, some rules have fixed names, which say what they mean:

  expression   a whole line; this rule must be defined
  add subtract multiply divide
               the operators + - * /; the rule closes right after the right
               operand, as in `term ~ (\"+\" ~ add)*` with
               `add = { term }`; all four must be defined
  number slot  an operand: digits, and the `N` of a template

Other rules may have any name. Rules that all grammars share, such as `line`,
`operand` and `number`, are added if the file does not define them.

Errors are rules that are missing, undefined or defined twice, left recursion,
and repetitions that never end. If there are none, and there are to be values,
test expressions are read: 2+1, 2-1, 2*1 and 2/1 must each be one operation, and
it is an error too if 1.5, 2^2, 2!, -2 or the like can be read, which have no
value here.

Left recursion comes with the rule as it reads with a repetition, made from the
file's own. An error, too, is left recursion that pest does not see: its parser
would overflow the stack.

It warns of what is likely a mistake, each time with a text that was tried, and
with a change that mends it where one was found. `grammar explain` lists them,
and `grammar explain NAME` says more of one. A comment `// allow: NAME` in or
above a rule, or `//! allow: NAME` for the whole file, says that it is meant.

The file may have any name that no built-in grammar has, 10,000 rules and a
megabyte. One with too many ways from rule to rule is refused after 10 seconds.

With --json: how many `rules` it has with those it shares, null where there are
`errors`; what it `lacks` to have values, if it is nearly arithmetic; `errors`
and `warnings` have `line`, `column`, `kind`, `message` and `advice`, and where
a change mends it `mend`, with `text` from byte `at` to byte `end`:
  $ bracket24 grammar check mine.pest --json
  {\"file\":\"mine.pest\",\"rules\":13,\"errors\":[],\"warnings\":[]}

With --ambiguous there is `ambiguity`: what was `found`, as `parse --all --json`
has it, null where nothing was; the number of `texts` that were made, all of up
to `length` characters without blanks; `whole` if there are no others; why it
was `refused`; and the rules `beyond` context-free ones, which look ahead:
  $ bracket24 grammar check mine.pest --ambiguous --json
  {\"file\":\"mine.pest\",\"rules\":13,\"errors\":[],\"warnings\":[],
  \"ambiguity\":{\"found\":null,\"length\":…,\"texts\":…,\"whole\":false,
  \"refused\":null,\"beyond\":[]}}

With --format short there is a line for each, as editors take them, such as
`mine.pest:3:1: warning: rule `word` is never used [never-used]`.

Exit codes: 0 no errors (with --strict: nor warnings; with --ambiguous: nor a
text with two trees), 1 some, 2 the file cannot be read."
)]
pub(crate) struct Arguments {
    /// The file; `-` for standard input
    #[arg(value_name = "FILE.pest")]
    file: PathBuf,

    /// Exit with 1 where there are warnings, too
    #[arg(long)]
    strict: bool,

    /// Look for the shortest text that has two trees
    ///
    /// pest takes the first alternative that matches, so no text has two trees under it. Under
    /// the same rules without that order one may have several, as the dangling else has: it
    /// shows them, and which of them pest returns. Texts are made up to a length that depends on
    /// the grammar; that none has two trees proves nothing of longer ones. A grammar that pest
    /// refuses for its left recursion alone will do. `parse --all` has all trees of a text.
    #[arg(long)]
    ambiguous: bool,

    #[command(flatten)]
    start: StartOption,

    #[command(flatten)]
    output: OutputOptions<Self>,
}

impl Formats for Arguments {
    const FORMATS: &[Format] = &[Format::Text, Format::Json, Format::Short];
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let Arguments { file, strict, ambiguous, start, output: form } = arguments;
    let format = form.open(output)?;
    if !file.exists()
        && let Some(name) = file.to_str().filter(|it| Grammar::by_name(it).is_ok())
    {
        let message = format!("`{name}` is built in, and no file");
        let advice = format!("see it with `bracket24 grammar show {name}`");
        return Err(Failure::with_help(message, advice));
    }
    let source = file::text(file)?;
    let path = file::name(file);
    let read = || UserGrammar::read(&path, &source);
    let (grammar, Findings { errors, warnings }) = match during(format!("checking {path}"), read) {
        Ok(user) => {
            let grammar = start.of(Grammar::User(Arc::new(user)))?;
            let Grammar::User(user) = &grammar else {
                unreachable!("it is of a file, wherever it begins")
            };
            let found = during(format!("checking {path}"), || user.findings());
            (Some(grammar), found)
        }
        Err(errors) => (None, Findings { errors, warnings: Vec::new() }),
    };
    let searched = if *ambiguous && grammar.is_none() {
        let recursive = UserGrammar::with_left_recursion(&path, &source).ok();
        recursive.map(|it| start.of(Grammar::User(Arc::new(it)))).transpose()?
    } else {
        grammar.clone().filter(|_| *ambiguous)
    };
    let search = |grammar| during("looking for a text with two trees", || Ambiguity::new(grammar));
    let ambiguity = searched.as_ref().map(search);
    let grammar = grammar.filter(|_| errors.is_empty());
    let is_unambiguous = ambiguity.as_ref().is_none_or(|it| it.found.is_none());
    let is_sound = errors.is_empty() && is_unambiguous;
    let outcome = Outcome::from(is_sound && (!*strict || warnings.is_empty()));
    let lists = [&*errors, &*warnings];
    let is_json = format == Format::Json;
    let is_near = |it: &&Grammar| it.lacks().is_some_and(|lacks| lacks.is_nearly_arithmetic(it));
    let is_short = format == Format::Short;
    let advice = grammar.as_ref().filter(is_near).and_then(to_have_values);
    let mut report = GrammarCheck::new(&path, &source, grammar.as_ref(), lists, advice);
    report.ambiguity = ambiguity;
    if is_short {
        report.lines().try_for_each(|line| output.text(&(line + "\n")))?;
        return Ok(outcome);
    }
    if is_json || grammar.is_some() || searched.is_some() {
        output.report(format, &report)?;
    } else {
        output.discard_file();
    }
    if !is_json && (!errors.is_empty() || !warnings.is_empty()) {
        Failure::Grammar(GrammarFailure { path, source, errors, warnings }).report(None);
    }
    Ok(outcome)
}
