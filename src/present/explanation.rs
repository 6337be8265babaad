//! One text under several grammars.

use crate::Rational;
use crate::lessons::{
    Divergence, Explanation, FailedParse, MendedParse, OperatorRule, Parse, ParseUnder,
    RightOperand, Verdict,
};
use crate::serial::{ParseFields, serialize_object};

use super::compare::groups;
use super::explanation_words::{cannot_read, convention_in_words, names, said_of, verdict, worth};
use super::markup as m;
use super::parse::{facts, mended_text, open_rules, reason_and_place};
use super::{Annotated, Block, Csv, Document, Line, Mark, Report, Role, Shape, Table, Tree, tree};

/// The parses of a text by several grammars, or the reasons why no grammar accepts the text.
#[derive(Debug)]
pub struct ExplanationReport<'a> {
    /// The explanation, or the failed parses if no grammar accepts the text.
    pub explained: Result<&'a Explanation, &'a [ParseUnder]>,
    /// The text.
    pub expression: &'a str,
    /// The target.
    pub target: &'a Rational,
}

serialize_object! { ExplanationReport<'_>, self:
    let explanation = self.explained.ok();
    let parses = self.explained.map_or_else(|refusals| refusals, |it| &it.parses);
    // The report compares operands only with those of ordinary arithmetic.
    let ordinary = explanation.filter(|it| it.is_ordinary()).map(Explanation::ordinary);
    let readings = parses.iter().map(|it| UnderGrammar(it, ordinary)).collect::<Vec<_>>();
    "expression" => self.expression,
    "readings" => readings,
    "agree" => explanation.map(Explanation::agree),
    "same_trees" => explanation.map(Explanation::same_trees),
    "target" => self.target,
    "verdict" => explanation.map_or(Verdict::NotRead, Explanation::verdict),
}

/// The parse by one grammar, and by ordinary arithmetic if that accepts the text.
struct UnderGrammar<'a>(&'a ParseUnder, Option<&'a Parse>);

serialize_object! { UnderGrammar<'_>, self:
    let Self(it, ordinary) = self;
    let (parse, failed) = (it.parse(), it.failed());
    let parting = ordinary.zip(parse).zip(it.divergence.as_ref());
    "grammar" => it.grammar(),
    ..ParseFields::of_numbers(&it.reading),
    "rule_calls" if parse.is_some() => parse.map(|parse| parse.tree().calls),
    "verdict" => it.verdict,
    "parting" if parting.is_some() => parting.map(Parting),
    ..failed.map(FailedParse::diagnosis),
    "mended" if failed.is_some() => failed.and_then(FailedParse::mended),
}

serialize_object! {
    /// The fixed text with its tree and value.
    MendedParse, self:
    ..self.fix,
    ..ParseFields::from(&self.reading)
}

/// The place where two parses diverge.
struct Parting<'a>(((&'a Parse, &'a Parse), &'a Divergence));

/// A right operand, and the rule that takes it.
struct Operand<'a>(&'a RightOperand, Option<OperatorRule>);

serialize_object! { Operand<'_>, self:
    "at" => self.0.span.start,
    "end" => self.0.span.end,
    ..self.1
}

serialize_object! { Parting<'_>, self:
    let Self(((ordinary, parse), divergence)) = self;
    let [ordinary, here] = divergence.rules([ordinary, parse]);
    let [of_ordinary, of_here] = &divergence.right_operands;
    "sign" => divergence.operator.symbol(),
    "at" => divergence.operator_span.start,
    "ordinary" => Operand(of_ordinary, ordinary),
    "here" => Operand(of_here, here),
    "causes" => divergence.regroupings,
}

impl<'a> ExplanationReport<'a> {
    /// Presents the parse by each grammar.
    pub fn new(explanation: &'a Explanation) -> Self {
        let Explanation { text, target, .. } = explanation;
        Self { explained: Ok(explanation), expression: text, target }
    }
}

impl Report for ExplanationReport<'_> {
    /// Shows the grammars side by side: the values, the trees, where they diverge, and the
    /// verdict.
    fn document(&self) -> Document {
        let text = Annotated { text: self.expression.to_owned(), ..Annotated::default() };
        let mut blocks = vec![text.into(), Block::Blank];
        match self.explained {
            Ok(explanation) => {
                blocks.push(table(explanation).into());
                blocks.extend(tree_blocks(explanation));
                blocks.extend(refused_blocks(&explanation.parses));
                let is_false = explanation.verdict() == Verdict::FalseSolution;
                let role = if is_false { Role::Wrong } else { Role::Heading };
                blocks.extend([Block::Blank, Line::new(role, verdict(explanation)).into()]);
            }
            Err(refusals) => {
                let row = |it: &ParseUnder| {
                    Some(vec![m::plain(it.grammar()), m::note(cannot_read(&it.reading.error()?))])
                };
                blocks.push(Table::of(refusals.iter().filter_map(row)).titled(["grammar"]).into());
                // If all grammars have the same reason, the error message says it, so it is not
                // repeated here.
                let said = refused_blocks(refusals);
                let reasons = said.iter().filter(|it| matches!(it, Block::Blank)).count();
                blocks.extend(if reasons > 1 { said } else { Vec::new() });
            }
        }
        Document(blocks)
    }

    /// Makes a row for every grammar. If a grammar does not accept the text, its row has no tree,
    /// no value and no rule calls. If the text divides by zero, the row has no value. If no grammar
    /// accepts the text, there are no rows.
    fn table(&self) -> Option<Csv> {
        let parses = self.explained.map_or(&[][..], |explanation| &explanation.parses);
        let rows = parses.iter().map(|it| {
            let tree = it.parse().map(|parse| parse.expression().to_s_expression());
            let (value, calls) = (it.parse().and_then(worth), it.parse().map(|it| it.tree().calls));
            (self.expression, self.target, it.grammar(), tree, value, calls, it.verdict)
        });
        let header = ["expression", "target", "grammar", "tree", "value", "rule_calls", "verdict"];
        Some(Csv::new(header, rows))
    }
}

/// Explains why grammars do not accept a text. Grammars that differ only in their open rules share
/// an explanation.
fn refused_blocks(parses: &[ParseUnder]) -> Vec<Block> {
    let said = |it: &ParseUnder| {
        let failed = it.failed()?;
        Some((reason_and_place(failed), facts(failed), mended_text(failed)))
    };
    let mut blocks = Vec::new();
    for ((why, facts, mended), alike) in groups(parses, said) {
        let why = m::wrong(format!(" cannot read it: {why}"));
        blocks.extend([Block::Blank, m::heading(names(alike.iter().copied())).and(why).into()]);
        let said = facts.into_iter().chain(mended).map(m::plain);
        // Grammars whose open rules have the same names share a line.
        let paths = groups(alike, |it| open_rules(it.failed()?));
        let are_alike = paths.len() == 1;
        let rules = paths.into_iter().map(|(rules, same)| {
            let of = if are_alike { String::new() } else { format!(" of {}", names(same)) };
            m::plain(format!("open rules{of}: {rules}"))
        });
        blocks.extend(said.chain(rules).map(|it| Block::Item(m::plain("  "), it)));
    }
    blocks
}

fn table(explanation: &Explanation) -> Table {
    let rows = explanation.parses.iter().map(|it| {
        let parse = it.parse();
        let is_wrong = parse.is_some_and(|parse| !parse.is_worth(explanation.ordinary()));
        let role = |otherwise| if is_wrong { Role::Wrong } else { otherwise };
        let value = parse.map(|it| worth(it).unwrap_or_else(|| "none".to_owned()));
        vec![
            m::plain(it.grammar()),
            Line::new(role(Role::Value), value.unwrap_or_default()),
            parse.map_or_else(Line::default, |it| m::plain(it.tree().calls)),
            Line::new(role(Role::Note), said_of(explanation, it)),
        ]
    });
    Table::of(rows).titled(["grammar", "value", "rule calls"]).right([1, 2])
}

/// Draws the tree of each grammar that groups the text differently, next to the tree of ordinary
/// arithmetic, with the place where they diverge. If all grammars have the same tree, draws only
/// that tree.
pub(super) fn tree_blocks(explanation: &Explanation) -> Vec<Block> {
    let groups = explanation.groups();
    let title = |group: &[&ParseUnder]| m::heading(names(group.iter().copied()));
    let Some((first, others)) = groups.split_first() else { return Vec::new() };
    let mut blocks = Vec::new();
    for group in others {
        let diverging = group.first().and_then(|it| it.divergence.as_ref().zip(it.parse()));
        let Some((divergence, parse)) = diverging else { continue };
        let parses = [explanation.ordinary(), parse];
        let trees = tree::diverging(parses, [title(first), title(group)], divergence);
        let sides = divergence.right_operands.iter().zip(divergence.rules(parses)).zip(parses);
        let marks = sides.map(|((operand, rule), parse)| {
            mark_of(parse, operand, &parse.grammar().to_string(), rule.as_ref())
        });
        let marked = divergence_block(divergence, parses[0].text(), marks.collect());
        blocks.extend([Block::Blank, Block::Trees(trees), Block::Blank, marked]);
        // The conventions in which grammars differ from ordinary arithmetic, one per line, each
        // after the names of the grammars that share it.
        blocks.extend(Explanation::conventions(group).into_iter().map(|(convention, parses)| {
            let said = convention_in_words(convention);
            Block::Line(m::plain(format!("  {}: {said}", names(parses))))
        }));
    }
    if others.is_empty() {
        let tree = tree::of_expression(&explanation.ordinary().written());
        blocks.extend([Block::Blank, Block::Trees(vec![Tree { title: title(first), ..tree }])]);
    }
    blocks
}

/// Shows the text around the operator at which two parses diverge, with `marks` below it.
pub(super) fn divergence_block(divergence: &Divergence, text: &str, marks: Vec<Mark>) -> Block {
    let (text, around) = (text.to_owned(), Some(divergence.operator_span.start));
    Annotated { text, indent: 2, around, marks, lines_up: true, ..Annotated::default() }.into()
}

/// Draws a line below the operand. Its label names the grammar (`who`) and the rule that takes the
/// operand.
pub(super) fn mark_of(
    parse: &Parse,
    operand: &RightOperand,
    who: &str,
    rule: Option<&OperatorRule>,
) -> Mark {
    let rule = rule.map_or_else(String::new, |rule| {
        format!(" ({} in {})", rule.operator_rule, rule.enclosing_rule)
    });
    let text = parse.text().get(operand.span.clone());
    let short = Line::from(format!("{who}: the right operand"));
    let whole = text.map(|text| {
        short.clone() + " is " + m::expression(text.replace('\t', " ")) + m::note(&rule)
    });
    let labels = whole.into_iter().chain([short + m::note(rule)]).collect();
    Mark { span: operand.span.clone(), shape: Shape::Line, labels }
}

/// Writes the trees as S-expressions, one grammar per line.
pub fn sexpr_lines(explanation: &Explanation) -> impl Iterator<Item = Line> {
    explanation.parses.iter().map(|it| {
        let tree = || it.reading.written().map(|tree| m::expression(tree.to_s_expression()));
        let refused = it.reading.error().map(|error| m::wrong(cannot_read(&error)));
        m::plain(format!("{}  ", it.grammar())) + refused.or_else(tree).unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    use crate::Grammar;
    use crate::grammars::count::{Pass, passes};
    use crate::lessons::{Explanation, Reading, Reduction, Walkthrough};
    use crate::present::Report;
    use crate::present::explanation::ExplanationReport;
    use crate::present::explanation_words::verdict;
    use crate::present::page::{View, of_explanation, of_one};
    use crate::present::parse::ParseReport;

    fn once_each(grammars: &[Grammar]) -> Vec<(String, Pass)> {
        let passes =
            |grammar: &Grammar| [Pass::Parse, Pass::Trace].map(|it| (grammar.to_string(), it));
        let mut all: Vec<_> = grammars.iter().flat_map(passes).collect();
        all.sort();
        all
    }

    #[test]
    fn the_explanation_page_parses_and_traces_a_text_once_per_grammar() {
        let text = "(5 - 8-7)*6";
        let explanation = Explanation::new(text, Grammar::BASIC, 24.into()).unwrap();
        let walkthrough = |it| Walkthrough::of(it, 1000).unwrap();
        let walkthroughs: Vec<_> =
            explanation.parses.iter().map(|it| walkthrough(&it.reading)).collect();
        let page = of_explanation(&explanation, &walkthroughs);
        let scala = serde_json::to_string(&page.readings[1]).unwrap();
        assert!(scala.contains(r#""cause":"`-` is right-associative""#), "{scala}");
        assert!(page.readings.iter().all(|it| it.failure.is_none()));
        assert!(page.verdict == Some(verdict(&explanation)));
        let report = ExplanationReport::new(&explanation);
        assert!(!report.document().0.is_empty());
        let json = serde_json::to_string(&report).unwrap();
        assert!(json.contains(r#""rule_calls":30"#), "{json}");
        assert_eq!(passes(text), once_each(Grammar::BASIC));
    }

    #[test]
    fn one_parse_is_shown_as_trees_as_steps_and_on_a_page() {
        let text = "6 - 2-4/2";
        let reading = Reading::new(text, &Grammar::Scala);
        let walkthrough = Walkthrough::of(&reading, 1000).unwrap();
        let page = serde_json::to_string(&of_one(&walkthrough, View::Parse)).unwrap();
        assert!(page.contains("in ordinary arithmetic 2"), "{page}");
        let steps = Reduction::of(reading.parse().unwrap()).unwrap();
        let trees = ParseReport(&reading);
        assert!(!trees.document().0.is_empty() && !steps.document().0.is_empty());
        let trees = serde_json::to_string(&trees).unwrap();
        let steps = serde_json::to_string(&steps).unwrap();
        assert!([trees, steps].iter().all(|json| json.contains(r#""ordinary":"2""#)));
        // Ordinary arithmetic needs a parse but no trace here.
        let mut expected = once_each(&[Grammar::Scala]);
        expected.insert(0, (Grammar::Left.to_string(), Pass::Parse));
        assert_eq!(passes(text), expected);
    }
}
