//! One text under several grammars, as text.

use crate::lessons::{
    Divergence, Explanation, FailedParse, OperatorRule, Parse, ParseUnder, RightOperand, Verdict,
};

use super::csv::or_empty;
use super::explanation_words::{cannot_read, convention_in_words, names, said_of, verdict, worth};
use super::markup as m;
use super::parse::{facts, mended_text, open_rules, reason_and_place};
use super::{Annotated, Block, Document, Line, Mark, Role, Shape, Table, Tree, tree};

/// The grammars side by side: the values, the trees, where they diverge, and the
/// verdict.
pub fn document(explanation: &Explanation) -> Document {
    let text = Annotated { text: explanation.text.clone(), ..Annotated::default() };
    let mut blocks = vec![text.into(), Block::Blank, table(explanation).into()];
    blocks.extend(tree_blocks(explanation));
    blocks.extend(refused_blocks(&explanation.text, &explanation.parses));
    blocks.push(Block::Blank);
    blocks.push(verdict_line(explanation).into());
    Document(blocks)
}

/// Why no grammar accepts `text`.
pub fn refused_document(text: &str, refusals: &[ParseUnder]) -> Document {
    let text_block = Annotated { text: text.to_owned(), ..Annotated::default() };
    let row = |it: &ParseUnder| {
        let error = it.parse.as_ref().err()?;
        Some(vec![m::plain(it.grammar.to_string()), m::note(cannot_read(error))])
    };
    let table = Table::of(refusals.iter().filter_map(row)).titled(["grammar"]);
    let mut blocks = vec![text_block.into(), Block::Blank, table.into()];
    blocks.extend(refused_blocks(text, refusals));
    Document(blocks)
}

/// A grammar that does not accept the text, and how far it comes.
type Refused<'a> = (&'a ParseUnder, FailedParse);

/// What is known of why grammars do not accept `text`, together for those of which
/// the same is but for the rules.
fn refused_blocks(text: &str, parses: &[ParseUnder]) -> Vec<Block> {
    let mut groups: Vec<(Vec<String>, Vec<Refused<'_>>)> = Vec::new();
    for it in parses {
        let Some(failed) = it.failed(text) else { continue };
        let mut said = vec![reason_and_place(&failed)];
        said.extend(facts(&failed));
        said.extend(mended_text(&failed));
        match groups.iter_mut().find(|(known, _)| *known == said) {
            Some((_, group)) => group.push((it, failed)),
            None => groups.push((said, vec![(it, failed)])),
        }
    }
    let mut blocks = Vec::new();
    for (said, group) in groups {
        let heading = m::heading(names(group.iter().map(|(it, _)| *it)));
        let mut said = said.into_iter();
        let why = said.next().expect("the reason comes first");
        let why = m::wrong(format!(" cannot read it: {why}"));
        blocks.extend([Block::Blank, heading.and(why).into()]);
        blocks.extend(said.map(|it| Block::Item(m::plain("  "), m::plain(it))));
        blocks.extend(rules_blocks(&group));
    }
    blocks
}

/// The rules that are open in each of these grammars, together for those in which
/// they have the same names.
fn rules_blocks(group: &[Refused<'_>]) -> Vec<Block> {
    let mut paths: Vec<(String, Vec<&ParseUnder>)> = Vec::new();
    for (it, failed) in group {
        let Some(rules) = open_rules(failed) else { continue };
        match paths.iter_mut().find(|(known, _)| *known == rules) {
            Some((_, same)) => same.push(it),
            None => paths.push((rules, vec![it])),
        }
    }
    let are_alike = paths.len() == 1;
    let block = |(rules, same): (String, Vec<&ParseUnder>)| {
        let of = if are_alike { String::new() } else { format!(" of {}", names(same.into_iter())) };
        Block::Item(m::plain("  "), m::plain(format!("open rules{of}: {rules}")))
    };
    paths.into_iter().map(block).collect()
}

fn table(explanation: &Explanation) -> Table {
    let rows = explanation.parses.iter().map(|it| {
        let parse = it.parse.as_ref().ok();
        let is_wrong = parse.is_some_and(|parse| !parse.is_worth(explanation.ordinary()));
        let role = |otherwise| if is_wrong { Role::Wrong } else { otherwise };
        let (value, calls) = match parse {
            Some(parse) => {
                let value = worth(parse).unwrap_or_else(|| "none".to_owned());
                (value, parse.tree().calls().to_string())
            }
            None => (String::new(), String::new()),
        };
        vec![
            m::plain(it.grammar.to_string()),
            Line::new(role(Role::Value), value),
            m::plain(calls),
            Line::new(role(Role::Note), said_of(explanation, it)),
        ]
    });
    Table::of(rows).titled(["grammar", "value", "rule calls"]).right([1, 2])
}

/// The trees of grammars that group the text in another way beside that of
/// ordinary arithmetic, and where they diverge; the tree of all where there is one.
pub(super) fn tree_blocks(explanation: &Explanation) -> Vec<Block> {
    let groups = explanation.groups();
    let title = |group: &[&ParseUnder]| m::heading(names(group.iter().copied()));
    let Some((first, others)) = groups.split_first() else { return Vec::new() };
    let mut blocks = Vec::new();
    for group in others {
        let diverging =
            group.first().and_then(|it| it.divergence.as_ref().zip(it.parse.as_ref().ok()));
        let Some((divergence, parse)) = diverging else { continue };
        let parses = [explanation.ordinary(), parse];
        let trees = tree::diverging(parses, [title(first), title(group)], divergence);
        let marked = grammars_block(divergence, parses);
        blocks.extend([Block::Blank, Block::Trees(trees), Block::Blank, marked]);
        blocks.extend(convention_blocks(group));
    }
    if others.is_empty() {
        let tree = tree::of_expression(&explanation.ordinary().written());
        blocks.extend([Block::Blank, Block::Trees(vec![Tree { title: title(first), ..tree }])]);
    }
    blocks
}

/// The text, and below it what each of the two grammars, ordinary arithmetic
/// first, takes for the operand at which they diverge.
fn grammars_block(divergence: &Divergence, parses: [&Parse; 2]) -> Block {
    let sides = divergence.right_operands.iter().zip(divergence.rules(parses)).zip(parses);
    let marks = sides.map(|((operand, rule), parse)| {
        mark_of(parse, operand, &parse.grammar().to_string(), rule.as_ref())
    });
    divergence_block(divergence, parses[0].text(), marks.collect())
}

/// The text around the operator at which two readings of it diverge, with these marks.
pub(super) fn divergence_block(divergence: &Divergence, text: &str, marks: Vec<Mark>) -> Block {
    let text = Annotated {
        text: text.to_owned(),
        indent: 2,
        around: Some(divergence.operator_span.start),
        marks,
        lines_up: true,
        ..Annotated::default()
    };
    text.into()
}

/// The conventions in which grammars differ from ordinary arithmetic, one per line,
/// each after the names of those that share it.
fn convention_blocks(group: &[&ParseUnder]) -> Vec<Block> {
    let said = Explanation::conventions(group).into_iter().map(|(convention, parses)| {
        format!("{}: {}", names(parses.into_iter()), convention_in_words(convention))
    });
    said.map(|said| Block::Line(m::plain(format!("  {said}")))).collect()
}

/// A line below the operand, and who takes it, by which rule if by one.
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
    let whole = text.map(|text| {
        let start = m::plain(format!("{who}: the right operand is "));
        start.and(m::expression(text.replace('\t', " "))).and(m::note(&*rule))
    });
    let short = m::plain(format!("{who}: the right operand")).and(m::note(rule));
    let labels = whole.into_iter().chain([short]).collect();
    Mark { span: operand.span.clone(), shape: Shape::Line, labels }
}

fn verdict_line(explanation: &Explanation) -> Line {
    let role = match explanation.verdict() {
        Verdict::FalseSolution => Role::Wrong,
        Verdict::Solution
        | Verdict::Lost
        | Verdict::NoSolution
        | Verdict::NoValue
        | Verdict::NotRead => Role::Heading,
    };
    Line::new(role, verdict(explanation))
}

/// The trees as S-expressions, a grammar a line.
pub fn sexpr_lines(explanation: &Explanation) -> impl Iterator<Item = Line> {
    explanation.parses.iter().map(|it| {
        let tree = match &it.parse {
            Ok(parse) => m::expression(parse.written().to_s_expression()),
            Err(error) => m::wrong(cannot_read(error)),
        };
        m::plain(format!("{}  ", it.grammar)).and(tree)
    })
}

/// The columns of the rows of [`csv_rows`].
pub const CSV_HEADER: [&str; 7] =
    ["expression", "target", "grammar", "tree", "value", "rule_calls", "verdict"];

/// A row for every grammar; one that does not accept the text has no tree, no
/// value and no rule calls, and one that divides by zero no value.
pub fn csv_rows(explanation: &Explanation) -> impl Iterator<Item = [String; 7]> {
    explanation.parses.iter().map(|it| {
        let [tree, value, calls] = it.parse.as_ref().map_or_else(
            |_| Default::default(),
            |parse| {
                let calls = parse.tree().calls().to_string();
                [parse.expression().to_s_expression(), or_empty(worth(parse)), calls]
            },
        );
        let (text, target) = (explanation.text.clone(), explanation.target.to_string());
        let (grammar, verdict) = (it.grammar.to_string(), <&str>::from(it.verdict).to_owned());
        [text, target, grammar, tree, value, calls, verdict]
    })
}

#[cfg(test)]
mod tests {
    use crate::Grammar;
    use crate::grammars::count::{Pass, passes};
    use crate::lessons::{Explanation, Parse, Reduction, Walkthrough};
    use crate::present::explanation_json::ExplanationJson;
    use crate::present::explanation_words::verdict;
    use crate::present::page::{Shown, View, of_explanation, of_one};
    use crate::present::parse::{self, TreesJson};
    use crate::present::reduction::{self, ReductionJson};

    fn once_each(grammars: &[Grammar]) -> Vec<(String, Pass)> {
        let passes =
            |grammar: &Grammar| [Pass::Parse, Pass::Trace].map(|it| (grammar.to_string(), it));
        let mut all: Vec<_> = grammars.iter().flat_map(passes).collect();
        all.sort();
        all
    }

    #[test]
    fn a_text_is_parsed_and_traced_once_per_grammar_however_many_views_show_it() {
        let text = "(5 - 8-7)*6";
        let explanation = Explanation::new(text, Grammar::BASIC, 24.into()).unwrap();
        let parses = explanation.parses.iter().map(|it| it.parse.as_ref().unwrap());
        let walkthroughs: Vec<_> =
            parses.map(|parse| Walkthrough::of(parse, 1000).unwrap()).collect();
        let shown: Vec<_> = walkthroughs.iter().map(Shown::Read).collect();
        let page = of_explanation(&explanation, &shown);
        let scala = serde_json::to_string(&page.readings[1]).unwrap();
        assert!(scala.contains(r#""cause":"`-` is right-associative""#), "{scala}");
        assert!(page.readings.iter().all(|it| it.failure.is_none()));
        assert!(page.verdict == Some(verdict(&explanation)));
        assert!(!super::document(&explanation).0.is_empty());
        let json = serde_json::to_string(&ExplanationJson::from(&explanation)).unwrap();
        assert!(json.contains(r#""rule_calls":30"#), "{json}");
        assert_eq!(passes(text), once_each(Grammar::BASIC));
    }

    #[test]
    fn one_parse_is_shown_as_trees_as_steps_and_on_a_page() {
        let text = "6 - 2-4/2";
        let parse = Parse::new(text, &Grammar::Scala).unwrap();
        let walkthrough = Walkthrough::of(&parse, 1000).unwrap();
        let page = serde_json::to_string(&of_one(&Shown::Read(&walkthrough), View::Parse)).unwrap();
        assert!(page.contains("in ordinary arithmetic 2"), "{page}");
        let steps = Reduction::of(&parse).unwrap();
        assert!(!parse::document(&parse).0.is_empty() && !reduction::document(&steps).0.is_empty());
        let trees = serde_json::to_string(&TreesJson::from(&parse)).unwrap();
        let steps = serde_json::to_string(&ReductionJson::from(&steps)).unwrap();
        assert!([trees, steps].iter().all(|json| json.contains(r#""ordinary":"2""#)));
        // What ordinary arithmetic makes of it takes a parse and no trace.
        let mut expected = once_each(&[Grammar::Scala]);
        expected.insert(0, (Grammar::Left.to_string(), Pass::Parse));
        assert_eq!(passes(text), expected);
    }
}
