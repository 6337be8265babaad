//! The rules whose result at a place can vary, as far as the grammar alone tells.

use std::collections::{BTreeSet, HashSet};

use super::expr::ExprKind;
use super::terminal::Terminal;
use super::{PestGrammar, Rule, RuleId};

impl PestGrammar {
    /// The rules whose result at a place can vary in a parse from the rule `start`, so that no memo
    /// (packrat parsing) can store it: those that use the stack, and those that skip blanks in some
    /// calls only, because the parse can enter them both inside an atomic rule and outside. Either
    /// may be by themselves or through rules that they call.
    ///
    /// The grammar alone decides this. In a given text, the results may all be the same.
    ///
    /// # Examples
    ///
    /// ```
    /// use bracket24::tracer::PestGrammar;
    ///
    /// let grammar = PestGrammar::read(r#"
    ///     tag = { "<" ~ PUSH(name) ~ ">" ~ "</" ~ POP ~ ">" }
    ///     name = @{ ASCII_ALPHA+ }
    /// "#)?;
    /// let tag = grammar.rule("tag").expect("it is the first rule");
    /// assert_eq!(grammar.varying_rules(tag), [tag].into());
    /// # Ok::<(), bracket24::tracer::GrammarErrors>(())
    /// ```
    pub fn varying_rules(&self, start: RuleId) -> BTreeSet<RuleId> {
        self.varying(start).into_iter().map(|(rule, _)| rule).collect()
    }

    /// The rules that use the stack in a parse from the rule `start`, by themselves or through rules
    /// that they call.
    pub(crate) fn stack_rules(&self, start: RuleId) -> BTreeSet<RuleId> {
        let using = self.varying(start).into_iter().filter(|(_, uses_stack)| *uses_stack);
        using.map(|(rule, _)| rule).collect()
    }

    /// The rules whose result can vary, each with the reason: whether it is the stack, or else the
    /// blanks.
    fn varying(&self, start: RuleId) -> HashSet<(RuleId, bool)> {
        // The rules that the parse can enter, each with whether its inside is atomic.
        let mut entered = HashSet::new();
        let mut callers = vec![Vec::new(); self.rules.len()];
        let (mut calls, mut found, mut waiting) =
            (vec![(start, false)], HashSet::new(), Vec::new());
        while let Some((rule, around)) = calls.pop() {
            let Some(Rule { modifier, expr }) = self.rules.get(rule.index()) else { continue };
            // The inside of a rule for blanks or comments is atomic, whatever its modifier.
            let is_atomic = self.between.contains(&rule) || modifier.is_atomic_in(around);
            if !entered.insert((rule, is_atomic)) {
                continue;
            }
            let skips = !is_atomic && !self.between.is_empty();
            for part in expr.all() {
                let called = match &part.kind {
                    ExprKind::Rule(called) => std::slice::from_ref(called),
                    ExprKind::Sequence | ExprKind::Repeat if skips => {
                        waiting.push((rule, false));
                        &*self.between
                    }
                    ExprKind::Push | ExprKind::Terminal(Terminal::Stack(_)) => {
                        waiting.push((rule, true));
                        &[]
                    }
                    _ => &[],
                };
                for &called in called {
                    callers[called.index()].push(rule);
                    calls.push((called, is_atomic));
                }
            }
        }
        while let Some((rule, uses_stack)) = waiting.pop() {
            let is_both = [true, false].iter().all(|&it| entered.contains(&(rule, it)));
            if (uses_stack || is_both) && found.insert((rule, uses_stack)) {
                waiting.extend(callers[rule.index()].iter().map(|&caller| (caller, uses_stack)));
            }
        }
        found
    }
}
