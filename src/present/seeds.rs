//! Left recursion: the endless descent, the growth of seeds, and the grammar rewritten without it.

use std::collections::{BTreeMap, BTreeSet};

use super::grammars::source_line;
use super::{Block, Document, Line, Report, Table, Tree, markup as m, parse};
use crate::lessons::{Grouping, ParseTree, Rewrite, Seed, SeedGrowth};
use crate::serial::{fields, serialize_object};
use crate::words::{counted, in_thousands, list_and, place, ticked};

/// The maximum number of seeds to show to people.
const MOST_SEEDS: usize = 12;

/// The minimum number of rules to write for a descent. The rules of a shorter cycle are repeated.
const SHOWN: usize = 3;

impl Report for SeedGrowth {
    fn document(&self) -> Document {
        let mut blocks = vec![m::heading("What pest would do").into()];
        blocks.push(match &self.descent {
            Some(descent) => {
                let rules = descent.rules.iter().cycle();
                let rules: Vec<&str> =
                    rules.take(descent.rules.len().max(SHOWN)).map(|it| &**it).collect();
                let depth = in_thousands(&descent.depth);
                let place = place(&self.text, descent.at);
                let begun = m::wrong(format!("  {} › …", rules.join(" › ")));
                (begun + format!(": stopped {depth} calls deep, all still at {place}")).into()
            }
            None => m::plain("  On this text, no rule calls itself before it consumes something.")
                .into(),
        });
        // A seed that never grows after its first result shows little.
        let is_shown = |(index, seed): &(usize, &Seed)| *index == 0 || seed.rounds.len() > 2;
        let (grew, others): (Vec<_>, Vec<_>) = self.seeds.iter().enumerate().partition(is_shown);
        let mut said = BTreeSet::new();
        for (_, seed) in grew.iter().take(MOST_SEEDS) {
            blocks.push(Block::Blank);
            blocks.extend(self.grown(seed));
            let grouping = seed.grouping.filter(|_| said.insert(seed.rule));
            blocks.extend(grouping.map(|it| self.grouped(seed, it)));
        }
        let more = [
            (grew.len().saturating_sub(MOST_SEEDS), "like these"),
            (others.len(), "elsewhere, which did not grow"),
        ];
        for (count, which) in more.into_iter().filter(|(count, _)| *count > 0) {
            let seeds = counted(count as u64, "seed");
            blocks.push(m::note(format!("and {seeds} {which}")).into());
        }
        blocks.push(Block::Blank);
        blocks.push(match &self.tree {
            Some(tree) => drawn(tree, m::heading("The tree that the seeds give")),
            None => m::wrong("The seeds do not match the text.").into(),
        });
        blocks.extend(self.tree.iter().filter_map(rest));
        if let Some(Rewrite { rules, tree, has_operator_pairs, .. }) = &self.rewrite {
            blocks.extend([Block::Blank, m::heading("What pest accepts instead").into()]);
            let line = |rule: &String| Block::Verbatim(m::plain("  ").and(source_line(rule)));
            blocks.extend(rules.iter().map(line));
            blocks.push(Block::Blank);
            blocks.push(match tree {
                Ok(tree) => drawn(tree, m::heading("which gives")),
                Err(error) => {
                    m::wrong(format!("which does not accept it: {}", error.message())).into()
                }
            });
            blocks.extend(tree.iter().filter_map(rest));
            let pratt = match has_operator_pairs {
                Some(true) => ", or by precedence with pest's PrattParser",
                Some(false) => {
                    ", or, once each operator has a rule of its own, by precedence with pest's \
                     PrattParser"
                }
                None => "",
            };
            blocks.push(m::note(format!(
                "A repetition gives a flat list where the seed gives a tree: your program groups \
                 it{}{pratt}.",
                self.sides()
            )).into());
        }
        Document(blocks)
    }
}

impl SeedGrowth {
    /// Shows the rounds of a seed, and its result.
    fn grown(&self, seed: &Seed) -> Vec<Block> {
        let name = self.rule(seed);
        let title = m::heading(format!("The seed of `{name}`"));
        let mut blocks =
            vec![title.and(m::note(format!(" at {}", place(&self.text, seed.at)))).into()];
        let matched = |end| m::expression(self.text[seed.at..end].trim_end());
        let read = |end: Option<usize>| end.map_or_else(|| m::wrong("fails"), matched);
        let rows = seed.rounds.iter().enumerate().map(|(round, [within, end])| {
            let done = if round + 1 == seed.rounds.len() {
                m::note("not longer, so the seed is the result")
            } else {
                Line::default()
            };
            vec![m::plain(round + 1), read(*within), read(*end), done]
        });
        let titles =
            ["round".to_owned(), format!("inner `{name}`"), "the match".to_owned(), String::new()];
        blocks.push(Table::of(rows).titled(titles).right([0]).into());
        if !seed.involved.is_empty() {
            let involved = list_and(ticked(self.involved(seed)));
            blocks.push(m::note(format!("by way of {involved}")).into());
        }
        blocks
    }

    /// The side from which a program should fold the flat lists; given for each rule if the rules
    /// differ. Empty if the tree shows no side.
    fn sides(&self) -> String {
        let side = |grouping| if grouping == Grouping::Right { "right" } else { "left" };
        let grouped = self.seeds.iter().filter_map(|it| Some((self.rule(it), side(it.grouping?))));
        let sides: BTreeMap<&str, &str> = grouped.collect();
        let distinct: BTreeSet<&&str> = sides.values().collect();
        if distinct.len() > 1 {
            let sides = sides.iter().map(|(rule, side)| format!("the {side} in `{rule}`"));
            return format!(" by a fold from {}", list_and(sides));
        }
        let fold = |side| format!(" by a fold from the {side}");
        distinct.first().map_or_else(|| " itself".to_owned(), fold)
    }

    /// Describes whether a rule groups from the left or from the right.
    fn grouped(&self, seed: &Seed, grouping: Grouping) -> Block {
        let name = self.rule(seed);
        m::note(match grouping {
            Grouping::Left => format!("The seeds make `{name}` left-associative."),
            Grouping::Right => format!(
                "The seeds make `{name}` right-associative: the rule is also right-recursive, and \
                 its call on the right grows a seed of its own, which matches all the rest."
            ),
        })
        .into()
    }

    fn rule(&self, seed: &Seed) -> &str {
        self.grammar.rules().name(seed.rule)
    }

    fn involved(&self, seed: &Seed) -> Vec<&str> {
        seed.involved.iter().map(|&rule| self.grammar.rules().name(rule)).collect()
    }
}

fn drawn(tree: &ParseTree, title: Line) -> Block {
    Block::Trees(vec![Tree { title, ..parse::rules_of(&tree.as_pairs()) }])
}

/// Describes the end of a text that the grammar did not parse.
fn rest(tree: &ParseTree) -> Option<Block> {
    parse::unread(tree).map(|row| Table::of([row]).into())
}

serialize_object! { SeedGrowth, self:
    let tree = |tree: &ParseTree| tree.to_s_expression();
    let seeds = self.seeds.iter().map(|it| (self, it)).map(Grown).collect::<Vec<_>>();
    "text" => self.text,
    "descent" => self.descent,
    "seeds" => seeds,
    "tree" => self.tree.as_ref().map(tree),
    "end" => self.tree.as_ref().map(|it| it.unread().start),
    "rewrite" => self.rewrite.as_ref().map(|it| &it.rules),
    "rewritten" => self.rewrite.as_ref().and_then(|it| it.tree.as_ref().ok()).map(tree),
}

struct Grown<'a>((&'a SeedGrowth, &'a Seed));

serialize_object! { Grown<'_>, self:
    let Self((growth, seed)) = self;
    let round = |[seed, end]: &[Option<usize>; 2]| fields! { "seed" => seed, "end" => end };
    "rule" => growth.rule(seed),
    "at" => seed.at,
    "involved" => growth.involved(seed),
    "rounds" => seed.rounds.iter().map(round).collect::<Vec<_>>(),
    "grouping" => seed.grouping,
}
