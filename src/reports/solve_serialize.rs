//! The solutions of a hand, and the templates that solve it, as JSON.

use std::cell::OnceCell;
use std::ops::ControlFlow;

use serde::ser::{Error as _, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::{Found, Inspection, LeftOut, SolutionStream, SolveReport, Solving, WhyStep};
use crate::engines::{Effort, Solution};
use crate::serial::{OrdinaryFields, serialize_object};

serialize_object! { SolveReport, self:
    let target = &self.options.target;
    let solutions = self.solutions.iter().map(|it| FoundFields(it, self));
    let left_out = self.left_out.iter().map(|it| LeftOutFields(it, self));
    "hand" => self.hand,
    "target" => target,
    "solutions" => solutions.collect::<Vec<_>>(),
    "effort" => self.effort,
    "left_out" if self.options.why => left_out.collect::<Vec<_>>(),
}

serialize_object! {
    /// Serializes like a [`SolveReport`]; the engine runs while the solutions are written.
    SolutionStream<'_>, self:
    let written = Written { stream: self, effort: OnceCell::new() };
    "hand" => self.hand,
    "target" => self.target,
    "solutions" => written,
    "effort" => written.effort.get().expect("the solutions are written before"),
}

/// A solution with the four operators: the fields of a [`Solution`].
#[derive(Serialize)]
struct Fields<'a> {
    template: &'a str,
    expression: &'a str,
}

/// The solutions of a stream. `effort` is set once they are written.
struct Written<'a> {
    stream: &'a SolutionStream<'a>,
    effort: OnceCell<Effort>,
}

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut solutions = serializer.serialize_seq(None)?;
        let digits = Solution::digits(self.stream.hand);
        let (mut written, mut expression) = (Ok(()), String::new());
        let solved = self.stream.each(&mut |outline| {
            expression.clear();
            outline.write(&digits, &mut expression);
            let template = outline.template;
            written = solutions.serialize_element(&Fields { template, expression: &expression });
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        written?;
        let effort = solved.map_err(S::Error::custom)?;
        self.effort.set(effort).expect("the solutions are written once");
        solutions.end()
    }
}

/// A solution of a report and, under grammars other than ordinary arithmetic, its ordinary value.
struct FoundFields<'a>(&'a Found, &'a SolveReport);

serialize_object! { FoundFields<'_>, self:
    let Self(Found { solution, ordinary }, SolveReport { grammar, options, .. }) = self;
    ..solution,
    ..OrdinaryFields::new(solution.text(), grammar, Ok(&options.target), ordinary)
}

/// A solution of a report that was left out, with the text of the one it equals.
struct LeftOutFields<'a>(&'a LeftOut, &'a SolveReport);

serialize_object! { LeftOutFields<'_>, self:
    let Self(LeftOut { solution, same_as, why }, SolveReport { solutions, .. }) = self;
    let rules = why.iter().flat_map(WhyStep::rules);
    ..solution,
    "same_as" => solutions[*same_as].solution.text(),
    "why" => rules.map(|(result, rule)| RuleFields { rule, result }).collect::<Vec<_>>(),
}

#[derive(Serialize)]
struct RuleFields<'a> {
    rule: String,
    result: &'a str,
}

serialize_object! { Inspection, self:
    let solving = self.solving.iter().map(|it| SolvingFields(it, self));
    "hand" => self.hand,
    "target" => self.target,
    "solving" => solving.collect::<Vec<_>>(),
    "nearest" => self.nearest,
    ..self.difficulty
}

/// The fields of a template that solves a hand. If the grammar is not ordinary arithmetic, they
/// include the values of its solutions in ordinary arithmetic.
struct SolvingFields<'a>(&'a Solving, &'a Inspection);

serialize_object! { SolvingFields<'_>, self:
    let Self(Solving { template, expressions, by_way_of }, Inspection { grammar, target, .. }) = self;
    let ordinary = expressions.iter().map(|Found { solution, ordinary }| {
        OrdinaryFields::new(solution.text(), grammar, Ok(target), ordinary).ordinary
    });
    // One value for each expression.
    let ordinary = ordinary.collect::<Option<Vec<Value>>>();
    "template" => template,
    "expressions" => expressions.iter().map(|it| it.solution.text()).collect::<Vec<_>>(),
    "by_way_of" => by_way_of.names().collect::<Vec<_>>(),
    "ordinary" if ordinary.is_some() => ordinary,
}
