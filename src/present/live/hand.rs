//! The solutions of a hand, each with its tree and what other grammars make of it.

use serde::Serialize;

use super::difference::{NodeJson, expression_nodes};
use crate::Grammar;
use crate::lessons::{Explanation, Parse};
use crate::reports::SolveReport;
use crate::serial::ParseFields;

/// The report, and of every solution shown what `solve` does not say.
#[derive(Debug, Serialize)]
pub struct HandJson<'a> {
    #[serde(flatten)]
    report: &'a SolveReport,
    shown: Vec<ShownJson>,
}

/// A solution, read.
#[derive(Debug, Serialize)]
struct ShownJson {
    #[serde(flatten)]
    parse: ParseFields,
    nodes: Vec<NodeJson>,
    /// Only those that read it otherwise.
    others: Vec<OtherJson>,
}

#[derive(Debug, Serialize)]
struct OtherJson {
    grammar: String,
    #[serde(flatten)]
    parse: ParseFields,
}

impl<'a> HandJson<'a> {
    /// The report, of whose solutions the first ones were read by its grammar and
    /// explained beside other grammars.
    pub fn new(report: &'a SolveReport, read: &[(Parse, Explanation)]) -> Self {
        let shown = read.iter().map(|(parse, explanation)| ShownJson {
            parse: parse.into(),
            nodes: expression_nodes(parse),
            others: others(parse.grammar(), parse, explanation),
        });
        Self { report, shown: shown.collect() }
    }
}

/// What grammars make of it that do not read it as `grammar` does.
fn others(grammar: &Grammar, parse: &Parse, explanation: &Explanation) -> Vec<OtherJson> {
    let tree = parse.expression().to_s_expression();
    let differs = |it: &&crate::lessons::ParseUnder| {
        it.grammar != *grammar
            && it.parse.as_ref().is_ok_and(|it| it.expression().to_s_expression() != tree)
    };
    let other = |it: &crate::lessons::ParseUnder| OtherJson {
        grammar: it.grammar.to_string(),
        parse: (&it.parse).into(),
    };
    explanation.parses.iter().filter(differs).map(other).collect()
}
