//! Grammars read at run time, as arithmetic ones if possible, otherwise as plain ones.

use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::{Arc, LazyLock};

use itertools::Itertools;

use super::built_in::{IfMatched, LEXICAL};
use super::completion::{self, Completion};
use super::missing_roles::{Lacks, MissingRole, missing, wrong_roles};
use super::parse::given_up;
use super::roles::{BEGINS, EXPRESSION, LINE, RoleNames, RuleRole, operator_rule};
use super::sign_roles::SignRoles;
use super::whole_expression::whole_expression;
use crate::syntax::{Expression, Leaf, Operator};
use crate::tracer::{
    self, Body, CHECK_TIME, GrammarError, GrammarErrorKind, GrammarErrors, PestGrammar,
    RuleDefinition, RuleId, Rules, TraceError, within,
};
use crate::{Grammar, Rational};

/// A grammar from a user's file.
///
/// It is *arithmetic* if its rules have the roles that an expression needs. Any other grammar that
/// pest accepts without the shared rules is *plain*: its texts have parse trees and traces, but no
/// values, and [`lacks`](Self::lacks) says why. The start rule of a plain grammar is `line` if no
/// other rule calls `line`. Otherwise, of the rules that no other rule calls, it is the one that
/// leads to the most rules; those with `SOI` or `EOI` in their sequence come before all others. Of
/// rules that only call each other, the first counts as one that no other rule calls.
///
/// The names of the rules give them roles. A line contains an `expression`; `number` and `slot` are
/// operands. The rules `add`, `subtract`, `multiply` and `divide` each join two operands. Each of
/// them must end right after its right operand, as in `add = { "+" ~ term }`, or in `"+" ~ add`
/// with `add = { term }`. Or it matches only its sign, as in `add = { "+" }`, right before the right
/// operand. The sign must be that of the operator, such as `-` for `subtract`. If one rule calls all
/// operators that match only their sign, they form a
/// [flat list](Self::is_flat). All other rules may have any name. Operators without rules are
/// recognized by their signs, as in `term ~ ("+" ~ term)*`, if all texts of the grammar have values
/// or the file uses rules that it shares with the built-in grammars, such as `operand`; then a rule
/// such as `power = { atom ~ ("^" ~ power)? }` has no role. A grammar in which an expression is
/// only a part of a text is plain. The file need not repeat the rules of `grammar/lexical.pest`,
/// such as `line`, `operand` and `number`. If it defines a rule of the same name, that rule
/// replaces the shared one.
///
/// # Examples
///
/// ```
/// use bracket24::Grammar;
/// use bracket24::grammars::UserGrammar;
///
/// // All operators alike, each with everything to its right.
/// let source = r#"
///     expression = { operand ~ (add | subtract | multiply | divide)? }
///     add        = { "+" ~ expression }
///     subtract   = { "-" ~ expression }
///     multiply   = { "*" ~ expression }
///     divide     = { "/" ~ expression }
/// "#;
/// let own = UserGrammar::read("right.pest", source).expect("all rules are there");
/// assert_eq!(own.name, "right.pest");
/// assert!(own.warnings.is_empty());
/// let own = Grammar::from(own);
/// assert_eq!(own.parse("8*4-2")?.to_s_expression(), "(* 8 (- 4 2))");
///
/// // It calls a rule that all grammars share, and has two operators, so it is meant to be
/// // arithmetic.
/// let sums = r#"expression = { number ~ (("+" | "-") ~ number)* }"#;
/// let errors = UserGrammar::read("sums.pest", sums).unwrap_err();
/// assert_eq!(errors[0].message, "there is no rule `multiply`");
///
/// let plain = UserGrammar::read("plain.pest", r#"list = { "[" ~ list* ~ "]" }"#);
/// let plain = Grammar::from(plain.expect("pest accepts it as it stands"));
/// assert!(plain.lacks().is_some());
/// assert_eq!(plain.recognize("[[][]]"), Ok(6));
/// # Ok::<(), bracket24::SyntaxError>(())
/// ```
#[derive(Debug, Clone)]
pub struct UserGrammar {
    /// The name of the grammar.
    pub name: String,
    /// The first sentence of the `//!` comment that begins the file, up to a `.` or `:`. Without
    /// such a comment, a note that says so.
    pub summary: String,
    /// The length in bytes of the grammar's own text, before the shared rules.
    pub(super) own: usize,
    pub(super) rules: Arc<PestGrammar>,
    /// The names of the rules that have roles.
    pub(super) names: RoleNames,
    values: Values,
    /// Whether the operators form a flat list: their rules match only the sign, and one rule calls
    /// them all. Such a grammar defines neither precedence nor associativity, so pest's
    /// `PrattParser` groups its lists as ordinary arithmetic does.
    pub is_flat: bool,
    /// The start rule.
    pub(super) start: RuleId,
    /// `None` if the grammar is arithmetic.
    pub(super) lacks: Option<Lacks>,
    /// Likely mistakes in the grammar's own text: the [`PestGrammar::warnings`] and, if the grammar
    /// is arithmetic, rules that are never reached. [`findings`](Self::findings) has more.
    pub warnings: Vec<GrammarError>,
}

impl UserGrammar {
    /// The same rules with another start rule; such a grammar has no values.
    pub(super) fn starting_at(&self, start: RuleId) -> Self {
        let lacks = self.lacks.clone().unwrap_or(Lacks::Line(self.rules.name(start).to_owned()));
        Self { start, lacks: Some(lacks), ..self.clone() }
    }

    /// The reason why the grammar is plain; `None` if its rules have the roles that give texts their
    /// values. It may still accept texts without a value: see [`shortcomings`](Self::shortcomings).
    pub const fn lacks(&self) -> Option<&Lacks> {
        self.lacks.as_ref()
    }

    /// Changes that make the grammar arithmetic; the program has tried them. `None` if the grammar
    /// is arithmetic, if its nodes make no expression, or if no such changes are found.
    pub fn completion(&self) -> Option<Completion> {
        (!matches!(self.lacks.as_ref()?, Lacks::Expression(_))).then_some(())?;
        let own = Rules::parse(self.source()).ok()?;
        let roles = missing(&own, &self.names, &SignRoles::of(&own, &self.names), true);
        within(CHECK_TIME, || Completion::found(&self.name, self.source(), &roles))
    }

    /// The name of the rule with this role, such as `number`, even if the grammar lacks the rule.
    pub fn rule_with<'n>(&'n self, role: &'n str) -> &'n str {
        self.names.rule(role)
    }

    /// Whether the start rule matches all of `text`.
    pub(super) fn reads_all(&self, text: &str) -> bool {
        tracer::reads_all(&self.rules, self.start, text)
    }

    /// The grammar's own rules, before the shared ones.
    pub(super) fn own_rules(&self) -> &[RuleDefinition] {
        let all = &self.rules.written.rules;
        &all[..all.partition_point(|rule| rule.span.end <= self.own)]
    }

    pub(super) fn own_rule(&self, name: &str) -> Option<&RuleDefinition> {
        let rule = self.rules.written.rule(name);
        rule.filter(|rule| rule.span.end <= self.own)
    }

    pub(super) fn source(&self) -> &str {
        &self.rules.written.source[..self.own]
    }

    pub(super) fn shared_source(&self) -> &str {
        let shared = &self.rules.written.source[self.own..];
        // A line end separates the shared rules from the grammar's own.
        shared.strip_prefix('\n').unwrap_or(shared)
    }

    /// Reads one expression.
    pub(super) fn read_line<L: Leaf>(&self, text: &str) -> IfMatched<Expression<L>> {
        let Values { rules, start, .. } = &self.values;
        match rules.parse(*start, text) {
            Ok(pairs) => Some(whole_expression(text, &pairs, &self.values, self.is_flat)),
            Err(TraceError::Syntax(_)) => None,
            Err(error) => Some(Err(given_up(rules, *start, text, &error))),
        }
    }
}

/// The rules that give texts their values. If the grammar's operators are recognized by their
/// signs, there is an extra rule around every right operand.
#[derive(Debug, Clone)]
pub(super) struct Values {
    pub(super) rules: Arc<PestGrammar>,
    /// The role of each rule, by the index of the rule.
    pub(super) roles: Vec<Option<RuleRole>>,
    pub(super) start: RuleId,
}

impl Values {
    /// Uses `rules`, with the roles that `names` give them.
    fn of(rules: &Arc<PestGrammar>, start: RuleId, names: &RoleNames) -> Self {
        // Each line is parsed by itself, so no rule needs the role of a line end.
        let role = |rule| names.role(rules.name(rule)).filter(|it| it.needs_node());
        let roles = [RuleId::EOI].into_iter().chain(rules.rules()).map(role).collect();
        Self { rules: Arc::clone(rules), roles, start }
    }
}

impl PartialEq for UserGrammar {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, self.source(), self.start) == (&other.name, other.source(), other.start)
    }
}

impl Eq for UserGrammar {}

impl Hash for UserGrammar {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.name, self.source(), self.start).hash(state);
    }
}

crate::name::display_text!(UserGrammar, |it| it.name);

impl From<UserGrammar> for Grammar {
    fn from(grammar: UserGrammar) -> Self {
        Self::User(Arc::new(grammar))
    }
}

impl UserGrammar {
    /// Reads the text of a `.pest` file; `name` is the name of the grammar.
    ///
    /// # Errors
    ///
    /// As [`PestGrammar::read`], if pest rejects the file without the shared rules. If pest would
    /// accept the file with the shared rules, and it has at least two of the four operators, the
    /// errors include everything else that the grammar needs in order to be arithmetic. Places refer to `source`.
    pub fn read(name: &str, source: &str) -> Result<Self, GrammarErrors> {
        Self::read_as_it_is(name, source).map_err(|errors| {
            within(CHECK_TIME, || completion::told(name, source, &errors)).unwrap_or(errors).into()
        })
    }

    /// Like [`read`](Self::read), but a grammar that pest rejects only for its left recursion
    /// becomes a plain one. pest cannot parse texts with it, but a
    /// [`Forest`](crate::lessons::Forest) and a [`SeedGrowth`](crate::lessons::SeedGrowth) can.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read), if there are other errors.
    pub fn with_left_recursion(name: &str, source: &str) -> Result<Self, GrammarErrors> {
        let unchecked = || {
            let own = Rules::parse(source).ok()?;
            let names = RoleNames::read(&own).ok()?;
            let file = File::new(name, &own, &names);
            let lacking = missing(&own, &names, &file.signs, false);
            let whole = || own.followed_by(&file.shared_rules()).ok();
            let rules = if file.needs_shared(&lacking) { whole()? } else { own.clone() };
            let errors = PestGrammar::checked(rules.clone()).err()?;
            let is_recursion = |it: &GrammarError| it.kind == GrammarErrorKind::LeftRecursion;
            errors.iter().all(is_recursion).then_some(())?;
            let rules = PestGrammar::of_rules(rules)?;
            let start = file.start(&rules)?;
            let lacks = Some(Lacks::Expression(errors));
            Some(Self::of_rules(name, source.len(), rules, start, &names, lacks))
        };
        let read = Self::read_as_it_is(name, source);
        read.or_else(|_| unchecked().map_or_else(|| Self::read(name, source), Ok))
    }

    /// Like [`read`](Self::read), but without advice that completes the grammar.
    pub(in crate::grammars) fn read_as_it_is(
        name: &str,
        source: &str,
    ) -> Result<Self, Vec<GrammarError>> {
        let own = Rules::parse(source)?;
        let names = RoleNames::read(&own)?;
        let read = Self::with_roles(name, &own, &names);
        if read.as_ref().is_ok_and(|it| it.lacks.is_none()) {
            return read;
        }
        // In `power = { atom ~ ("^" ~ power)? }` the rule is not the right operand of a power.
        let is_level = |role: &str| {
            let items = own.rule(role).map_or(&[][..], |it| it.body.items());
            items.len() > 1 && items[0].name().is_some()
        };
        let has_levels = Operator::ALL.map(operator_rule).into_iter().any(is_level);
        let without = |names| Self::with_roles(name, &own, &names).ok();
        let by_levels = has_levels.then(|| without(names.without(is_level))).flatten();
        // In `"+" ~ subtract` the sign contradicts the name.
        let role_of = |rule: &str| {
            Operator::ALL.into_iter().find(|it| names.rule(operator_rule(*it)) == rule)
        };
        let is_crossed = |pair: &[Body]| {
            let (sign, rule) = (pair[0].literal()?, own.rule(pair[1].name()?)?);
            let operator = role_of(&rule.name)?;
            let is_sign = |it: &Operator| it.signs().any(|own| own == sign);
            let has_sign = rule.literals().any(|(it, _)| operator.signs().any(|own| own == it));
            Some(!has_sign && !is_sign(&operator) && Operator::ALL.iter().any(is_sign))
        };
        let mut pairs = own.rows().flat_map(|(_, row)| row.items().windows(2));
        let is_crossed = pairs.any(|pair| is_crossed(pair) == Some(true));
        let all = || without(names.without(|_| true)).filter(|_| read.is_ok() && !is_crossed);
        let has_reason = |it: &Self| matches!(it.lacks, None | Some(Lacks::Expression(_)));
        by_levels.filter(|it| it.lacks.is_none()).or_else(all).filter(has_reason).map_or(read, Ok)
    }

    /// Reads a file whose rules have the roles that `names` gives them.
    fn with_roles(name: &str, own: &Rules, names: &RoleNames) -> Result<Self, Vec<GrammarError>> {
        let file = File::new(name, own, names);
        let lacking = missing(own, names, &file.signs, false);
        let needs_shared = file.needs_shared(&lacking);
        let mut added = file.signs.added.iter();
        let has_rules = added.all(|(role, _)| own.rule(names.rule(role)).is_some());
        let mut errors = Vec::new();
        let root = file.other_root(&lacking);
        if needs_shared || lacking.is_empty() && root.is_none() {
            errors = match Self::arithmetic(&file, &lacking) {
                Ok(grammar) if needs_shared || has_rules => return Ok(grammar),
                Ok(grammar) => match within(CHECK_TIME, || grammar.without_values()) {
                    None => return Ok(grammar),
                    Some(error) => vec![error],
                },
                Err(errors) if needs_shared => return Err(errors),
                Err(errors) => errors,
            };
        }
        let lacking = missing(own, names, &file.signs, true);
        let lacks = match root {
            Some(root) => Lacks::Line(root.to_owned()),
            None if !lacking.is_empty() => Lacks::Roles(lacking),
            None => Lacks::Expression(errors),
        };
        let rules = PestGrammar::checked(own.clone())?;
        let Some(start) = file.start(&rules) else {
            let message = "there is no rule in the file";
            let advice = "expected `name = { … }`";
            return Err(vec![GrammarError::new(GrammarErrorKind::Form, message, 0..0, advice)]);
        };
        Ok(Self::of_rules(name, own.source.len(), rules, start, names, Some(lacks)))
    }

    /// Makes an arithmetic grammar. Returns the errors if roles are `lacking`, or if a rule does
    /// not suit its role.
    fn arithmetic(file: &File<'_>, lacking: &[MissingRole]) -> Result<Self, Vec<GrammarError>> {
        let File { name, own, names, ref signs } = *file;
        let lacking: Vec<_> = lacking.iter().map(MissingRole::error).collect();
        if own.rule(names.rule(EXPRESSION)).is_none() {
            // The shared rules call `expression`, so pest would reject them.
            return Err(lacking);
        }
        let read = PestGrammar::checked(own.followed_by(&file.shared_rules())?);
        let mut errors = match &read {
            Ok(rules) => wrong_roles(own, &rules.written, names),
            Err(errors) => errors.clone(),
        };
        errors.extend(lacking);
        let rules = match read {
            Ok(rules) if errors.is_empty() => rules,
            _ => return Err(errors),
        };
        let start = rules.rule(names.rule(LINE)).expect("it is shared, if not its own");
        let unused = tracer::never_used(&rules, start, SHARED_ENTRIES).into_iter();
        let mut grammar = Self::of_rules(name, own.source.len(), rules, start, names, None);
        if !signs.added.is_empty() {
            grammar.values = grammar.values_by_signs(file).ok_or_else(|| {
                let message = "with its operators written out, the grammar has too many parts";
                let advice = "give the operators rules with roles";
                vec![GrammarError::new(GrammarErrorKind::TooMuch, message, 0..0, advice)]
            })?;
        }
        grammar.warnings.extend(unused.filter(|it| it.span.end <= own.source.len()));
        grammar.warnings.sort_by_key(|error| error.span.start);
        let Some(error) = grammar.failed_trial(file) else { return Ok(grammar) };
        // Try again, because the operators may form a flat list.
        grammar.is_flat = signs.added.is_empty();
        let is_list = grammar.is_flat && grammar.failed_trial(file).is_none();
        let error = if is_list { grammar.wrong_grouping(file) } else { Some(error) };
        error.map_or(Ok(grammar), |error| Err(vec![error]))
    }

    /// The rules for values, if operators are recognized by their signs.
    /// `None` if the grammar is then too large.
    fn values_by_signs(&self, file: &File<'_>) -> Option<Values> {
        let shared = self.rules.written.rules.iter().skip(file.own.rules.len());
        let all = file.signs.rules.iter().chain(shared).cloned().collect();
        let rules = PestGrammar::of_rules(Rules::of(String::new(), all))?;
        let start = rules.rule(file.names.rule(LINE)).expect("it is among the shared rules");
        Some(Values::of(&Arc::new(rules), start, &file.names.with(&file.signs.added)))
    }

    /// A grammar of this crate that uses all rules of `lexical.pest`. It needs no checks, because a
    /// test checks it.
    pub(in crate::grammars) fn trusted(name: &str, source: &str) -> Self {
        let rules = PestGrammar::trusted(&[source, LEXICAL].join("\n"));
        let rules = rules.expect("a grammar of this crate is one that pest accepts");
        let start = rules.rule(LINE).expect("it is shared");
        Self::of_rules(name, source.len(), rules, start, &RoleNames::default(), None)
    }

    fn of_rules(
        name: &str,
        own: usize,
        rules: PestGrammar,
        start: RuleId,
        names: &RoleNames,
        lacks: Option<Lacks>,
    ) -> Self {
        let end = rules.written.source.len();
        let warnings = rules.warnings.iter().cloned();
        let warnings = warnings.filter_map(|it| about_own(it, own, end)).collect();
        let rules = Arc::new(rules);
        Self {
            name: name.to_owned(),
            summary: summary(&rules.written.source[..own]),
            own,
            values: Values::of(&rules, start, names),
            rules,
            names: names.clone(),
            is_flat: false,
            start,
            lacks,
            warnings,
        }
    }

    /// The error for the first text that the grammar groups differently from ordinary arithmetic: a
    /// flat list must not continue in another one, and brackets must contain a list of their own.
    fn wrong_grouping(&self, file: &File<'_>) -> Option<GrammarError> {
        let name = file.names.rule(EXPRESSION);
        let lists = (
            "its operators are not all in one list, so it is not grouped as in ordinary \
             arithmetic",
            format!(
                "let one rule read all operands and operators that follow each other, as in \
                 `{name} = {{ primary ~ (infix ~ primary)* }}`"
            ),
        );
        let brackets = (
            "the part in brackets is not a list of its own",
            format!("let the rule in the brackets produce a node, as in `{name} = {{ … }}`"),
        );
        let trials: [(&[&str], _); 2] = [
            (&["8-4-2", "8/4*2", "2-3*4"], lists),
            (&["(2+1)*3", "3*(2+1)", "(-2+1)*3", "3-(-2+1)", "(-2)^2", "(√4+1)!"], brackets),
        ];
        let is_wrong = |text: &&&str| {
            let ordinary = Grammar::Extended.parse(text).expect("it is an expression");
            let read = self.read_line::<Rational>(text).and_then(Result::ok);
            read.is_some_and(|read| !read.is_grouped_as(&ordinary))
        };
        trials.into_iter().find_map(|(texts, (why, advice))| {
            Some(file.failed_trial(name, texts.iter().find(is_wrong)?, why, advice))
        })
    }

    /// The error for the first operation that the grammar accepts without making a tree.
    fn failed_trial(&self, file: &File<'_>) -> Option<GrammarError> {
        let trial = |operator: Operator| {
            let text = format!("2{operator}1");
            let error = self.read_line::<Rational>(&text)?.err()?;
            let rule = file.names.rule(operator_rule(operator));
            Some(file.failed_trial(rule, &text, &error.message(), error.advice()))
        };
        // Each parse that never ends takes long, so stop at the first error.
        Operator::FOUR.into_iter().find_map(trial)
    }
}

/// The finding, unless it is about the shared rules, which follow the grammar's own `own` bytes up to
/// `end`. A rule that its edits add at the end of all comes after the grammar's own.
pub(super) fn about_own(mut found: GrammarError, own: usize, end: usize) -> Option<GrammarError> {
    let is_own = |(place, _): &(Range<usize>, String)| place.end <= own || *place == (end..end);
    if !found.mend.iter().all(is_own) {
        found.mend.clear();
    }
    for (place, _) in &mut found.mend {
        *place = place.start.min(own)..place.end.min(own);
    }
    (found.span.end <= own).then_some(found)
}

/// The first sentence of the `//!` comment that begins a file.
fn summary(source: &str) -> String {
    let lines = source.lines().map_while(|line| line.trim_start().strip_prefix("//!"));
    let lines = lines.filter(|it| ![BEGINS, "allow:"].iter().any(|no| it.trim().starts_with(no)));
    let words = lines.flat_map(str::split_whitespace);
    let sentence = words.take_while_inclusive(|it| !it.ends_with(['.', ':'])).join(" ");
    match sentence.trim_end_matches(['.', ':']) {
        "" => "a grammar without a description".to_owned(),
        sentence => sentence.to_owned(),
    }
}

/// The rules that all grammars share.
static SHARED: LazyLock<Rules> =
    LazyLock::new(|| Rules::parse(LEXICAL).expect("a parser is derived from it"));

/// The shared rules that the program uses even if no rule calls them: `lines`, for example, matches
/// texts of several lines.
pub(super) const SHARED_ENTRIES: &[&str] = &["lines", "number", "slot", "card_letter", "line_end"];

/// A grammar file while the program reads it.
struct File<'f> {
    name: &'f str,
    own: &'f Rules,
    names: &'f RoleNames,
    signs: SignRoles,
}

impl<'f> File<'f> {
    fn new(name: &'f str, own: &'f Rules, names: &'f RoleNames) -> Self {
        Self { name, own, names, signs: SignRoles::of(own, names) }
    }

    /// The start rule of a plain grammar if the caller chose none: `line` if no other rule calls
    /// it, otherwise the most likely start.
    fn start(&self, rules: &PestGrammar) -> Option<RuleId> {
        let line = self.names.rule(LINE);
        let others = self.own.rules.iter().filter(|rule| rule.name != line);
        let is_part = others.flat_map(|rule| rule.body.names()).any(|it| it == line);
        let likely = self.own.likely_start().filter(|it| !self.is_of_operator(*it));
        let likely = || likely.and_then(|it| rules.rules().nth(it));
        let expression = || rules.rule(self.names.rule(EXPRESSION));
        let found = rules.rule(line).filter(|_| !is_part).or_else(likely).or_else(expression);
        found.or_else(|| rules.rules().next())
    }

    /// Whether the rule has the role of an operator.
    fn is_of_operator(&self, rule: usize) -> bool {
        let name = &self.own.rules[rule].name;
        Operator::ALL.into_iter().any(|it| self.names.rule(operator_rule(it)) == name)
    }

    /// The error for a test expression, at the name of the rule that causes it.
    fn failed_trial(&self, rule: &str, text: &str, why: &str, advice: String) -> GrammarError {
        let span = self.own.rule(rule).map_or(0..0, |rule| rule.name_span.clone());
        let message = format!("the test expression `{text}`: {why}");
        GrammarError::new(GrammarErrorKind::Trial, message, span, advice)
    }

    /// The shared rules that the file does not define, with their comments. In their calls, the
    /// file's names replace the shared names of rules. If the file's expression has its own `SOI`,
    /// no blank may come before that, so `line` has none.
    fn shared_rules(&self) -> String {
        let expression = self.names.rule(EXPRESSION);
        let own = self.own.rule(expression).and_then(|it| it.body.items().first()?.name());
        let [before, after] = ["SOI ~ ", if own == Some("SOI") { "" } else { "SOI ~ " }];
        let missing =
            SHARED.rules.iter().filter(|rule| self.own.rule(self.names.rule(&rule.name)).is_none());
        let text = missing.map(|rule| {
            let comment = SHARED.slice(&(rule.start..rule.span.start));
            [comment, &*self.named(SHARED.slice(&rule.span)), "\n\n"].concat()
        });
        let text: String = text.collect();
        text.replace(&[before, expression].concat(), &[after, expression].concat())
    }

    /// A shared rule, with the file's names for rules.
    fn named(&self, rule: &str) -> String {
        let is_name = |it: char| it.is_ascii_alphanumeric() || it == '_';
        let mut text = String::with_capacity(rule.len());
        for piece in rule.split_inclusive(|it| !is_name(it)) {
            let end = piece.trim_end_matches(|it| !is_name(it)).len();
            text.extend([self.names.rule(&piece[..end]), &piece[end..]]);
        }
        text
    }

    /// The rule for expressions. Among the `lacking` roles, it may have another name.
    fn expression(&self, lacking: &[MissingRole]) -> Option<usize> {
        let meant = lacking.iter().find(|it| it.role == EXPRESSION);
        let name = meant.map_or(Some(EXPRESSION), |it| it.meant.as_deref())?;
        self.own.index(self.names.rule(name))
    }

    /// The rule with which a text begins, if it leads to expressions among other things, as in a
    /// programming language. A file with a `line` has no such rule, and the rule of an operator that
    /// nothing calls was forgotten.
    fn other_root(&self, lacking: &[MissingRole]) -> Option<&str> {
        let (expression, root) = (self.expression(lacking)?, self.own.likely_start()?);
        let is_other = self.own.rule(self.names.rule(LINE)).is_none()
            && !self.is_of_operator(root)
            && self.own.reached([root]).contains(expression)
            && !self.own.reached([expression]).contains(root)
            && !self.own.wraps(root, expression);
        is_other.then(|| &*self.own.rules[root].name)
    }

    /// Whether the file calls shared rules that it does not define, so that pest rejects the file
    /// by itself. A file without an expression, or with other texts around it, forgot those rules.
    fn needs_shared(&self, lacking: &[MissingRole]) -> bool {
        let Some(expression) = self.expression(lacking) else { return false };
        let root = self.other_root(lacking).and_then(|it| self.own.index(it));
        if root.is_some_and(|root| !self.own.reached([expression]).contains(root)) {
            return false;
        }
        let mut named = self.own.rules.iter().flat_map(|rule| rule.body.names());
        named.any(|name| SHARED.rule(name).is_some() && self.own.rule(name).is_none())
    }
}
