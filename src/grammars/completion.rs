//! Completes a plain grammar to an arithmetic one: edits its rules as written, adds rules, and
//! tries the result.

use std::ops::Range;

use itertools::Itertools;

use super::findings::errors;
use super::missing_roles::{MissingRole, missing, seems_to_be};
use super::roles::{EXPRESSION, LINE, RoleNames, RuleRole, operator_rule, roles_line};
use super::sign_roles::{SignRoles, sign_choice};
use super::user_grammar::UserGrammar;
use crate::syntax::Operator;
use crate::tracer::{GrammarError, PestGrammar, RuleDefinition, Rules, is_wanted};
use crate::words::{list_and, ticked};

/// The changes that make a plain grammar arithmetic. The program has tried them: with all of them,
/// the grammar has every role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// A line for the top of the file, which gives roles to rules with other names.
    pub roles_line: Option<String>,
    /// The rules to change: their names and their complete new text.
    pub changed: Vec<(String, String)>,
    /// The rules to add.
    pub added: Vec<String>,
    /// The text of the file after all changes.
    pub source: String,
}

impl Completion {
    /// Finds changes that make a grammar arithmetic. Its text is `source`, and it lacks `roles`.
    pub(super) fn found(name: &str, source: &str, roles: &[MissingRole]) -> Option<Self> {
        let own = Rules::parse(source).ok()?;
        let line = |given: Vec<String>| (!given.is_empty()).then(|| roles_line(&given));
        let given: Vec<String> = roles.iter().filter_map(MissingRole::given).collect();
        let numbers = roles.iter().filter(|it| it.role == RuleRole::Number.rule());
        let number = line(numbers.filter_map(MissingRole::given).collect());
        // A rule that matches only a sign is an operator more likely than `pow = { atom ~ … }` is.
        let is_free =
            |rule: &&RuleDefinition| !given.iter().any(|it| it.split('=').contains(&&*rule.name));
        let free = own.rules.iter().filter(is_free).sorted_by_key(|it| it.body.literal().is_none());
        let beyond = free.filter_map(|it| Some((operator_rule(seems_to_be(it)?), &it.name)));
        let beyond = beyond.unique_by(|it| it.0).filter(|(role, rule)| role != rule);
        let beyond = beyond.map(|(role, rule)| format!("{role}={rule}"));
        let lines = [line(given.iter().cloned().chain(beyond).collect()), line(given)];
        let mended = |source: &String, line: &Option<String>| {
            let mut signs = Operator::FOUR.into_iter();
            let text = with_line(source, line.as_deref());
            Some((line.clone(), signs.try_fold(text, |it, sign| with_operator(&it, sign))?))
        };
        let added = |source: &String| {
            Some((number.clone(), with_expression(&with_line(source, number.as_deref()))?))
        };
        // A rule of several signs has no value, nor have decimals, nor has a number with a sign.
        let digits = with_digits(source, roles);
        let both = digits.as_deref().and_then(with_sign_rules);
        let texts = [with_sign_rules(source), both, Some(source.to_owned()), digits];
        let texts = || texts.iter().flatten();
        let mended = |text| lines.iter().filter_map(move |it| mended(text, it));
        let ways = || texts().flat_map(mended).chain(texts().filter_map(added));
        let alone = ways().filter_map(|(line, text)| Some((line, with_line_rule(&text)?)));
        let read = ways().chain(alone).filter_map(|(roles_line, text)| {
            let read = Some(text.as_str()).filter(|_| is_wanted())?;
            let read = UserGrammar::read_as_it_is(name, read).ok()?;
            let is_whole = read.lacks().is_none() && read.reads_all("8-4*6/2");
            is_whole.then_some((roles_line, text, read))
        });
        let (line, text, _) = read.find_or_first(|(_, _, read)| errors(read).is_empty())?;
        Self::between(source, text, line).filter(|it| it.source != source)
    }

    /// Compares `source` with the new `text`, rule by rule.
    fn between(source: &str, text: String, roles_line: Option<String>) -> Option<Self> {
        let (old, new) = (Rules::parse(source).ok()?, Rules::parse(&text).ok()?);
        let (mut changed, mut added) = (Vec::new(), Vec::new());
        for rule in &new.rules {
            let body = new.slice(&rule.span);
            match old.rule(&rule.name) {
                None => added.push(body.to_owned()),
                Some(before) if old.slice(&before.span) != body => {
                    changed.push((rule.name.clone(), body.to_owned()));
                }
                Some(_) => {}
            }
        }
        Some(Self { roles_line, changed, added, source: text })
    }

    /// The changes to make, as words for a sentence.
    pub fn advice(&self) -> String {
        let line = self.roles_line.iter().map(|line| {
            let given = line.split_whitespace().filter_map(|it| it.split_once('='));
            let named = list_and(given.map(|(role, rule)| format!("`{rule}` to `{role}`")));
            // The rules below have the names as they are.
            let is_all = self.changed.is_empty() && self.added.is_empty();
            let rename = if is_all { format!("rename {named}, or ") } else { String::new() };
            format!("{rename}write `{line}` at the top of the file")
        });
        let changed = ticked(self.changed.iter().map(|(_, rule)| flat(rule))).collect_vec();
        let noun = if changed.len() == 1 { "rule" } else { "rules" };
        let changed =
            (!changed.is_empty()).then(|| format!("rewrite the {noun} as {}", list_and(changed)));
        let added: Vec<String> = ticked(self.added.iter().map(|it| flat(it))).collect();
        let added = (!added.is_empty()).then(|| format!("add {}", list_and(added)));
        let mut begin = [LINE, EXPRESSION].into_iter();
        let begins =
            begin.find(|rule| self.added.iter().any(|it| it.split(' ').next() == Some(rule)));
        let begins =
            begins.map(|it| format!("texts then begin with `{it}`, unless you give `--start`"));
        line.chain(changed).chain(added).chain(begins).join("; ")
    }
}

/// The errors for which the program rejects a file. If only roles are missing, the advice of one
/// error says how to complete the grammar.
pub(super) fn told(name: &str, source: &str, errors: &[GrammarError]) -> Option<Vec<GrammarError>> {
    let own = Rules::parse(source).ok()?;
    let names = RoleNames::read(&own).ok()?;
    let mut errors = errors.to_vec();
    names.explain(source, &mut errors);
    let mut lacking = missing(&own, &names, &SignRoles::of(&own, &names), false);
    lacking.retain(|role| errors.iter().any(|it| *it == role.error()));
    if lacking.len() < errors.len() {
        return Some(errors);
    }
    // With one operator the file is no arithmetic, so it needs the rules that it calls as its own.
    let undefined = PestGrammar::checked(own).err();
    if let Some(undefined) = undefined.filter(|_| lacking.len() + 1 >= Operator::FOUR.len()) {
        errors = undefined;
    } else if let Some(completion) = Completion::found(name, source, &lacking) {
        // A role that a rule seems to have under another name already has advice: rename this rule.
        // So put the advice at the first other role.
        let first = lacking.iter().position(|it| it.meant.is_none()).unwrap_or(0);
        errors[first].advice = completion.advice();
    }
    Some(errors)
}

/// The text of a rule on one line, without its comments.
fn flat(rule: &str) -> String {
    Rules::parse(rule).expect("it is a rule of a grammar").rules[0].to_string()
}

/// `source` with another line at the top.
fn with_line(source: &str, line: Option<&str>) -> String {
    line.map_or_else(|| source.to_owned(), |line| format!("{line}\n{source}"))
}

/// `source` with a rule of digits in place of the one that seems to match numbers.
fn with_digits(source: &str, roles: &[MissingRole]) -> Option<String> {
    let own = Rules::parse(source).ok()?;
    let number = RuleRole::Number.rule();
    let mut roles = roles.iter().filter(|it| it.role == number);
    let name = roles.find_map(|it| it.meant.as_deref()).unwrap_or(number);
    Some(own.changed([(own.rule(name)?.span.clone(), format!("{name} = @{{ ASCII_DIGIT+ }}"))]))
}

/// The text with a rule for each sign in place of the rules that match one of several signs. `None`
/// if there are none, or if another rule has the name already.
fn with_sign_rules(source: &str) -> Option<String> {
    let own = &Rules::parse(source).ok()?;
    let mut edits = Vec::new();
    for (rule, signs) in own.rules.iter().filter_map(|it| Some((it, sign_choice(it)?))) {
        let mut names = signs.iter().map(|it| operator_rule(*it));
        let all = names.clone().format(" | ");
        let mut name = rule.name.clone();
        if names.clone().any(|it| it == name) {
            name = own.free_name(&format!("{name}_sign"));
            let calls = own.rules.iter().flat_map(RuleDefinition::references);
            let calls = calls.filter(|(called, _)| *called == rule.name);
            edits.extend(calls.map(|(_, span)| (span.clone(), name.clone())));
        }
        names.all(|it| it == rule.name || own.rule(it).is_none()).then_some(())?;
        let one = |it: &Operator| format!("\n{} = {{ \"{it}\" }}", operator_rule(*it));
        let text = format!("{name} = _{{ {all} }}{}", signs.iter().map(one).format(""));
        edits.push((rule.span.clone(), text));
    }
    (!edits.is_empty()).then(|| own.changed(edits))
}

/// The text with a `line`, for a grammar that does more than expressions.
fn with_line_rule(source: &str) -> Option<String> {
    let own = Rules::parse(source).ok()?;
    let expression = RoleNames::read(&own).ok()?.rule(EXPRESSION).to_owned();
    let line = format!("{LINE} = {{ SOI ~ {expression} ~ EOI }}\n");
    own.rule(LINE).is_none().then(|| format!("{}\n\n{line}", source.trim_end()))
}

/// If the text has no `expression` and no sums, adds an `expression` with the four operators on two
/// levels.
fn with_expression(source: &str) -> Option<String> {
    let own = Rules::parse(source).ok()?;
    let is_own = |name: &str| own.rule(name).is_some();
    let names = RoleNames::read(&own).ok()?;
    // A sum in a rule of its own would mean something else than the author's.
    let mut parts = own.rules.iter().filter(|it| !it.modifier.is_atomic());
    let has_sums = parts.any(|rule| rule.literals().any(|(text, _)| text == "+"));
    (!has_sums && !is_own(names.rule(EXPRESSION))).then_some(())?;
    // All grammars share the rule `operand`, which also matches expressions in brackets.
    let operand = if is_own("operand") { names.rule(RuleRole::Number.rule()) } else { "operand" };
    let product = own.free_name("product");
    Some(format!(
        "{}\n\n{}\n{}\n",
        source.trim_end(),
        repetition(EXPRESSION, &product, [Operator::Add, Operator::Subtract]),
        repetition(&product, operand, [Operator::Multiply, Operator::Divide]),
    ))
}

/// Writes a rule for operands with one of two signs between them.
pub(super) fn repetition(name: &str, operand: &str, [one, other]: [Operator; 2]) -> String {
    format!("{name} = {{ {operand} ~ ((\"{one}\" | \"{other}\") ~ {operand})* }}")
}

const SUMS: [Operator; 2] = [Operator::Add, Operator::Subtract];
const PRODUCTS: [Operator; 2] = [Operator::Multiply, Operator::Divide];

/// The maximum number of places where a grammar has an operator's sign. For each of them, the
/// program reads the changed grammar again.
const MOST_SIGNS: usize = 16;

/// The text of a grammar with `operator` added. Unchanged if the grammar has this operator, and
/// `None` if it has no place for it.
pub(super) fn with_operator(source: &str, operator: Operator) -> Option<String> {
    let own = Rules::parse(source).ok()?;
    let names = RoleNames::read(&own).ok()?;
    let text = Text { own: &own, names: &names };
    if text.has(operator) {
        return Some(source.to_owned());
    }
    let level = if SUMS.contains(&operator) { SUMS } else { PRODUCTS };
    let beside = level.into_iter().find(|&it| text.has(it));
    match beside {
        Some(known) => text.beside(known, operator),
        None if level == SUMS => text.above(),
        None => text.below(),
    }
}

/// The text of a grammar.
struct Text<'t> {
    own: &'t Rules,
    names: &'t RoleNames,
}

impl<'t> Text<'t> {
    /// The rule of an operator, if it has one.
    fn rule_of(&self, operator: Operator) -> Option<&'t RuleDefinition> {
        self.own.rule(self.names.rule(operator_rule(operator)))
    }

    /// Whether the operator has a rule, or is recognized by its sign.
    fn has(&self, operator: Operator) -> bool {
        self.rule_of(operator).is_some() || self.is_told(operator)
    }

    /// Whether the operator has no rule of its own but is recognized by its sign, which the grammar
    /// writes directly before the right operand.
    fn is_told(&self, operator: Operator) -> bool {
        SignRoles::of(self.own, self.names).have(operator)
    }

    /// Adds the operator `new` beside `known`, which the grammar already has.
    fn beside(&self, known: Operator, new: Operator) -> Option<String> {
        self.rule_of(known)
            .map_or_else(|| self.beside_sign(known, new), |rule| self.beside_rule(rule, known, new))
    }

    /// Adds a rule for `new`, modelled on the rule for `known`.
    fn beside_rule(&self, rule: &RuleDefinition, known: Operator, new: Operator) -> Option<String> {
        let name = self.names.rule(operator_rule(new));
        let [old_sign, sign] = [known, new].map(quoted);
        let has_sign = rule.literals().any(|(text, _)| text == known.symbol());
        let mut edits = Vec::new();
        for (_, span) in self.references(&rule.name) {
            let before = self.own.source[..span.start].trim_end().strip_suffix('~');
            let before = before.and_then(|it| it.trim_end().strip_suffix(&*old_sign));
            let (span, text) = match before {
                Some(before) => {
                    let known = &self.own.source[before.len()..span.end];
                    (before.len()..span.end, format!("{known} | {sign} ~ {name}"))
                }
                None if has_sign => (span.clone(), format!("{} | {name}", rule.name)),
                None => return None,
            };
            edits.push((span.clone(), self.alternatives(&span, text)));
        }
        let copy = self.own.slice(&rule.span)[rule.name.len()..].replace(&old_sign, &sign);
        edits.push((rule.span.end..rule.span.end, format!("\n{name}{copy}")));
        Some(self.own.changed(edits))
    }

    /// Adds the sign of `new` as an alternative wherever the sign of `known` joins operands.
    fn beside_sign(&self, known: Operator, new: Operator) -> Option<String> {
        let [old_sign, sign] = [known, new].map(quoted);
        let literals = self.own.rules.iter().flat_map(RuleDefinition::literals);
        let edit = |span: &Range<usize>| {
            (span.clone(), self.alternatives(span, format!("{old_sign} | {sign}")))
        };
        let joins = |edit: &(Range<usize>, String)| {
            Rules::parse(&self.own.changed([edit.clone()]))
                .is_ok_and(|own| Text { own: &own, names: self.names }.is_told(new))
        };
        let signs = literals.filter(|(text, _)| *text == known.symbol());
        let signs: Vec<_> = signs.map(|(_, span)| span).collect();
        (signs.len() <= MOST_SIGNS).then_some(())?;
        let edits: Vec<_> = signs.into_iter().map(edit).filter(joins).collect();
        (!edits.is_empty()).then(|| self.own.changed(edits))
    }

    /// Adds sums of products. If the grammar has no products, adds sums of its former expressions.
    fn above(&self) -> Option<String> {
        let known = PRODUCTS.into_iter().find(|&it| self.has(it));
        let rule = match known {
            Some(known) => self.rule_that_reads(known)?,
            None => self.own.rule(self.names.rule(EXPRESSION))?,
        };
        if rule.body.names().any(|name| *name == *rule.name) {
            // The rule calls itself, and only the author knows which calls should mean sums.
            return None;
        }
        let name = self.own.free_name(if known.is_some() { "product" } else { "term" });
        let (header, body) = self.own.slice(&rule.span).split_once('{')?;
        let sums = repetition("", &name, SUMS);
        let (_, sums) = sums.split_once('{')?;
        let new = format!("{header}{{{sums}\n{name} = {{{body}");
        Some(self.own.changed([(rule.span.clone(), new)]))
    }

    /// Adds a rule for products, and puts it in place of the operands of sums, and in the rules that
    /// only call such an operand.
    fn below(&self) -> Option<String> {
        let reader = self.rule_that_reads(SUMS.into_iter().find(|&it| self.has(it))?)?;
        let of_signs = SUMS.into_iter().filter_map(|it| self.rule_of(it));
        let sums: Vec<&RuleDefinition> = [reader].into_iter().chain(of_signs).collect();
        let is_sum = |name: &str| sums.iter().any(|it| it.name == name);
        let operands = || sums.iter().flat_map(|it| it.body.names()).filter(|name| !is_sum(name));
        let own = operands().find(|name| self.own.rule(name).is_some());
        let operand = own.or_else(|| operands().next())?;
        let name = self.own.free_name("product");
        let uses = self.references(operand);
        let uses = uses.filter(|it| is_sum(&it.0.name) || it.0.body.name() == Some(operand));
        let mut edits: Vec<_> = uses.map(|it| (it.1.clone(), name.clone())).collect();
        let end = reader.span.end;
        edits.push((end..end, format!("\n{}", repetition(&name, operand, PRODUCTS))));
        Some(self.own.changed(edits))
    }

    /// The rule that matches an operator after its left operand.
    fn rule_that_reads(&self, operator: Operator) -> Option<&'t RuleDefinition> {
        if let Some(rule) = self.rule_of(operator) {
            return self.references(&rule.name).next().map(|(reader, _)| reader);
        }
        let has_sign = |rule: &&RuleDefinition| rule.literals().any(|it| it.0 == operator.symbol());
        self.own.rules.iter().find(has_sign)
    }

    /// The places where rules call the rule `name`, each with the calling rule.
    fn references<'n>(
        &self,
        name: &'n str,
    ) -> impl Iterator<Item = (&'t RuleDefinition, &'t Range<usize>)> + use<'t, 'n> {
        self.own.rules.iter().flat_map(move |rule| {
            rule.references().filter(move |(it, _)| *it == name).map(move |(_, span)| (rule, span))
        })
    }

    /// A choice to put at `span`: in brackets, unless `span` is an alternative already.
    fn alternatives(&self, span: &Range<usize>, choice: String) -> String {
        let before = self.own.source[..span.start].trim_end().ends_with(['(', '{', '|']);
        let after = self.own.source[span.end..].trim_start().starts_with([')', '}', '|']);
        if before && after { choice } else { format!("({choice})") }
    }
}

fn quoted(operator: Operator) -> String {
    format!("\"{operator}\"")
}
