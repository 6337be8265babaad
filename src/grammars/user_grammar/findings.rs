//! What there is to say of a grammar that can be read.

use std::time::Instant;

use super::super::required_rules::seems_to_be;
use super::super::role_names;
use super::super::rule_role::operator_rule;
use super::super::shortcomings;
use super::super::syntax_error::SyntaxErrorKind;
use super::UserGrammar;
use crate::number::Rational;
use crate::tracer::{self, CHECK_TIME, Findings, GrammarError, RuleOutline, TextByRule};

impl UserGrammar {
    /// What keeps it from being used in place of a built-in grammar: it does not
    /// read one of the four operators, or reads what has no value here. A plain
    /// grammar [lacks](Self::lacks) that in any case.
    pub fn shortcomings(&self) -> Vec<GrammarError> {
        if self.lacks.is_some() {
            return Vec::new();
        }
        let until = Instant::now() + CHECK_TIME;
        shortcomings::errors(self, &self.outline(), until)
    }

    /// All there is to say of it: see [`Findings`],
    /// [`shortcomings`](Self::shortcomings) and
    /// [`template_warnings`](Self::template_warnings), in the order of its text.
    pub fn findings(&self) -> Findings {
        let is_arithmetic = self.lacks.is_none();
        // Texts of several lines are read by another rule than a line.
        let entries: &'static [&str] = if is_arithmetic {
            &["lines", "number", "slot", "card_letter", "line_end"]
        } else {
            &[]
        };
        let whole = [&*self.source, &*self.shared].join("\n");
        let is_usual = self.start == self.usual_start;
        let mut findings = tracer::findings(&whole, &self.rules, self.start, is_usual, entries);
        if is_arithmetic {
            findings.warnings.extend(self.meaningless_rules(&whole));
        }
        findings.errors.extend(self.shortcomings());
        findings.warnings.extend(self.template_warnings());
        // The rules that it shares follow its own.
        for found in [&mut findings.errors, &mut findings.warnings] {
            found.retain(|it| it.span.end <= self.source.len());
            found.sort_by_key(|it| it.span.start);
        }
        findings
    }

    /// The warnings for rules that leave a mark without a meaning, each with a text
    /// that has no value for that.
    fn meaningless_rules(&self, whole: &str) -> Vec<GrammarError> {
        let texts = tracer::texts_by_rule(whole, &self.rules, self.start).into_iter();
        let unknown = texts.filter(|it| self.names.role(&it.rule).is_none());
        let warning = |it: TextByRule| {
            let error = self.read_line::<Rational>(&it.text)?.err()?;
            let SyntaxErrorKind::NoTree(_) = error.kind else { return None };
            let (rule, text) = (it.rule, it.text);
            let message =
                format!("rule `{rule}` has no meaning here: it reads `{text}`, which has no value");
            let advice = match seems_to_be(&rule) {
                Some(operator) => {
                    let known = operator_rule(operator);
                    let line = role_names::line(&[format!("{known}={rule}")]);
                    format!("call it `{known}`, or write `{line}` at the top of the file")
                }
                None => "leave it out, with what leads to it".to_owned(),
            };
            Some(GrammarError::new(message, it.name_span, advice))
        };
        unknown.filter_map(warning).collect()
    }

    /// What keeps its templates from being filled, though other commands can use it.
    pub fn template_warnings(&self) -> Vec<GrammarError> {
        if self.lacks.is_some() {
            return Vec::new();
        }
        shortcomings::warnings(self, &self.outline())
    }

    fn outline(&self) -> Vec<RuleOutline> {
        tracer::outline(&self.source).expect("it was read from this text")
    }
}
