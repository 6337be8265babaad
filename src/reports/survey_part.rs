//! The description of a survey, and the parts of a survey: how they are written, parsed and
//! checked.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::error::Category;

use super::{SolvableCount, Survey};
use crate::{Deck, Effort, Grammar, Named, SetName, digest};

/// The subject and options of a survey. Two surveys can be joined if these are equal, except for
/// the name of the grammar.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SurveyRun {
    /// The values of the cards, such as `1..13`, which includes 13.
    pub deck: String,
    /// The number of cards of a hand.
    pub cards: usize,
    /// Whether every order of the same cards is a hand of its own.
    pub ordered: bool,
    /// The target.
    pub target: String,
    /// The engine that found the solutions.
    pub engine: String,
    /// The set of templates, or the operators of a search; `None` for a search with the four.
    pub templates: Option<String>,
    /// The [`digest`](crate::digest()) of the filled templates, one per line.
    pub templates_digest: String,
    /// The grammar that parsed the filled templates: its name, or the path of its file as typed.
    pub grammar: String,
    /// The [`digest`](crate::digest()) of the text of all rules of the grammar.
    pub grammar_digest: String,
    /// The level at which solutions count as the same.
    pub distinct: String,
}

impl SurveyRun {
    /// Returns the deck of the whole run; `None` if the fields do not describe a deck.
    pub fn deck(&self) -> Option<Deck> {
        let (low, high) = self.deck.split_once("..")?;
        Deck::new(low.parse().ok()?..=high.parse().ok()?, self.cards, self.ordered).ok()
    }

    /// Returns the number of hands of the whole run that have any solution, with or without the
    /// templates. `None` for a search and for the canonical set, which solve all these hands, or if
    /// the number is unknown: see [`Coverage::reachable`](super::Coverage::reachable).
    pub fn reachable(&self) -> Option<u64> {
        let templates = self.templates.as_ref()?;
        (templates != SetName::Canonical.name() && self.grammar == Grammar::Left.name())
            .then_some(())?;
        let (deck, target) = (self.deck()?, self.target.parse().ok()?);
        SolvableCount::of(&deck, target).map(|count| count.solvable)
    }
}

/// The name and version of the format of a part. The version changes whenever a field changes its
/// meaning.
pub const PART_FORMAT: &str = "survey part 3";

/// A survey of a part of a deck, with all data that must match before the parts can be joined.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SurveyPart {
    /// The counts.
    #[serde(flatten)]
    pub survey: Survey,
    /// The format, [`PART_FORMAT`].
    format: String,
    /// The version of this program that made it.
    pub version: String,
    /// The number of the part, from 1.
    pub shard: u64,
    /// The number of parts.
    pub of: u64,
    /// The run.
    pub run: SurveyRun,
    /// The digest of all other fields; `None` while the program computes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<String>,
}

impl SurveyPart {
    /// Makes part number `shard` out of `of` parts of a run, from its `survey`.
    pub fn new(survey: &Survey, shard: u64, of: u64, run: SurveyRun) -> Self {
        let mut part = Self {
            format: PART_FORMAT.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            shard,
            of,
            run,
            digest: None,
            survey: survey.clone(),
        };
        part.digest = Some(part.own_digest());
        part
    }

    fn own_digest(&self) -> String {
        let unsealed = Self { digest: None, ..self.clone() };
        digest(serde_json::to_vec(&unsealed).expect("its fields can be written as JSON"))
    }

    /// Returns the part with all its counts, if it is complete and unchanged.
    fn believed(self) -> Result<Self, PartError> {
        if self.digest.as_ref() != Some(&self.own_digest()) {
            return Err(PartError::Changed);
        }
        let Self { shard, of, .. } = self;
        let deck = self.run.deck().filter(|_| (1..=of).contains(&shard));
        let hands = deck.map(|deck| deck.part(shard, of)).map(|it| it.end - it.start);
        if self.survey.partial {
            return Err(PartError::Interrupted(shard, of));
        }
        let sum = |weigh: fn(u64) -> u64| {
            self.survey.histogram.iter().try_fold(0_u64, |sum, (&solutions, hands)| {
                sum.checked_add(weigh(solutions).checked_mul(*hands)?)
            })
        };
        let Survey { hands: all, solvable, solutions, single, .. } = self.survey;
        let weights: [fn(u64) -> u64; 4] =
            [|_| 1, |it| it.min(1), |it| it, |it| u64::from(it == 1)];
        let counts = [all, solvable, solutions, single];
        let Effort { filled, parsed, evaluated, zero_divisions, nodes } = self.survey.effort;
        // A larger count in a part could make the sum of all parts overflow.
        let most = u64::MAX / of.max(1);
        let efforts = [filled, parsed, evaluated, zero_divisions, nodes];
        if hands != Some(all)
            || weights.map(sum) != counts.map(Some)
            || counts.iter().chain(&efforts).any(|it| *it > most)
        {
            return Err(PartError::Impossible(shard, of));
        }
        Ok(self)
    }

    /// Returns the first difference between this run and that of another part, with both values;
    /// `None` if the two can be joined.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let fields = |Self { run, version, of, .. }: &Self| {
            let mut fields = serde_json::to_value(run).expect("its fields can be written as JSON");
            fields["version"] = version.as_str().into();
            fields["of"] = (*of).into();
            fields.as_object().expect("a run has fields").clone()
        };
        // The same file may be typed with another path, so a name alone makes no other grammar.
        let is_same_grammar = self.run.grammar_digest == other.run.grammar_digest;
        let pairs = fields(self).into_iter().zip(fields(other));
        let mut pairs = pairs.filter(|(one, _)| !(is_same_grammar && one.0 == "grammar"));
        let ((name, one), (_, other)) = pairs.find(|(one, other)| one != other)?;
        Some(format!("`{name}` is {one} in one and {other} in the other"))
    }
}

/// The reason why a text contains no trustworthy part.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PartError {
    /// The text is not JSON at this place; lines and columns count from 1.
    #[error("it is not part of a survey: line {line}, column {column} is not JSON")]
    NotJson {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
    },
    /// The text ends in the middle of an object, in this line.
    #[error("it is not part of a survey: line {0} ends before it is complete")]
    Incomplete(usize),
    /// The JSON that ends in this line is not a survey.
    #[error("it is not part of a survey: line {0} holds something else")]
    SomethingElse(usize),
    /// The text is a survey of a whole deck.
    #[error("it is a whole survey, not a part of one")]
    Whole,
    /// The format of the part is not [`PART_FORMAT`]; holds the name of its format.
    #[error(
        "it is written as `{}`, but `{}` is expected: another version made it",
        .0.escape_debug(),
        PART_FORMAT
    )]
    Format(String),
    /// The part does not name its format.
    #[error(
        "it does not name its format, but `{}` is expected: an earlier version made it",
        PART_FORMAT
    )]
    NoFormat,
    /// The part was changed after it was written.
    #[error("it was changed after it was written")]
    Changed,
    /// The run was stopped before the end of this part; holds its number and the number of parts.
    #[error("part {0} of {1} was interrupted")]
    Interrupted(u64, u64),
    /// The numbers in this part contradict each other; holds its number and the number of parts.
    #[error("the counts in part {0} of {1} do not fit together")]
    Impossible(u64, u64),
}

/// Parses the parts in `text`, one JSON object after another, each with its counts.
///
/// # Errors
///
/// Returns a [`PartError`] for the first object that is not a part, or was changed. In an unchanged
/// part, the digest matches the fields, and the number of hands matches the deck.
pub fn read_survey_parts(text: &[u8]) -> Result<Vec<SurveyPart>, PartError> {
    let mut objects = serde_json::Deserializer::from_slice(text).into_iter::<Value>();
    let mut parts = Vec::new();
    while let Some(object) = objects.next() {
        let object = object.map_err(|error| match error.classify() {
            Category::Eof => PartError::Incomplete(error.line()),
            _ => PartError::NotJson { line: error.line(), column: error.column() },
        })?;
        let has = |field: &str| object.get(field).is_some();
        match object.get("format").and_then(Value::as_str) {
            Some(PART_FORMAT) => {}
            None if !has("shard") => {
                let line = text[..objects.byte_offset()].split(|&byte| byte == b'\n').count();
                let is_survey = ["hands", "solvable", "solutions", "single"].into_iter().all(has);
                let other = PartError::SomethingElse(line);
                return Err(if is_survey { PartError::Whole } else { other });
            }
            Some(other) => return Err(PartError::Format(other.to_owned())),
            None => return Err(PartError::NoFormat),
        }
        let part: SurveyPart = serde_json::from_value(object).map_err(|_| PartError::Changed)?;
        parts.push(part.believed()?);
    }
    Ok(parts)
}
