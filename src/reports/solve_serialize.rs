//! The solutions of a hand as JSON.

use serde::{Serialize, Serializer};

use super::{Found, LeftOut, SolveReport, WhyStep};
use crate::engines::Solution;
use crate::serial::{OrdinaryFields, object};

impl Serialize for SolveReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let target = &self.options.target;
        let solutions = self.solutions.iter().map(|it| FoundFields::new(it, self));
        let left_out = self.left_out.iter().map(|it| LeftOutFields::new(it, self));
        object!(serializer, {
            "hand" => self.hand,
            "target" => target,
            "solutions" => solutions.collect::<Vec<_>>(),
            "effort" => self.effort,
            "left_out" if self.options.why => left_out.collect::<Vec<_>>(),
        })
    }
}

/// A solution, with what it is under another grammar than ordinary arithmetic.
#[derive(Serialize)]
struct FoundFields<'a> {
    #[serde(flatten)]
    solution: &'a Solution,
    #[serde(flatten)]
    ordinary: OrdinaryFields,
}

impl<'a> FoundFields<'a> {
    fn new(Found { solution, ordinary }: &'a Found, report: &'a SolveReport) -> Self {
        let (grammar, target) = (&report.grammar, &report.options.target);
        let ordinary = OrdinaryFields::new(solution.text(), grammar, Ok(target), ordinary);
        Self { solution, ordinary }
    }
}

/// A solution that was left out, with the text of the one it equals.
#[derive(Serialize)]
struct LeftOutFields<'a> {
    #[serde(flatten)]
    solution: &'a Solution,
    same_as: &'a str,
    why: Vec<RuleFields<'a>>,
}

#[derive(Serialize)]
struct RuleFields<'a> {
    rule: String,
    result: &'a str,
}

impl<'a> LeftOutFields<'a> {
    fn new(LeftOut { solution, same_as, why }: &'a LeftOut, report: &'a SolveReport) -> Self {
        let rules = why.iter().flat_map(WhyStep::rules);
        Self {
            solution,
            same_as: report.solutions[*same_as].solution.text(),
            why: rules.map(|(result, rule)| RuleFields { rule, result }).collect(),
        }
    }
}
