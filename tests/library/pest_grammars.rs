//! The tracer, compared with the parsers that pest ships for JSON, TOML, HTTP and SQL.

use bracket24::tracer::{PestGrammar, TraceError};
use pest::error::{Error, ErrorVariant, InputLocation};
use pest::iterators::Pairs;
use pest::{Parser, RuleType};

/// The result of a parser for a text: its pairs, or the place where it failed and the rules that it
/// expected there or did not expect.
type Parsed = Result<Vec<(String, usize, usize)>, (InputLocation, Vec<String>, Vec<String>)>;

fn parsed<R: RuleType>(
    result: Result<Pairs<'_, R>, Error<R>>,
    name: impl Fn(&R) -> String,
) -> Parsed {
    let pairs = result.map_err(|error| match &error.variant {
        ErrorVariant::ParsingError { positives, negatives } => {
            let names = |rules: &[R]| rules.iter().map(&name).collect();
            (error.location.clone(), names(positives), names(negatives))
        }
        ErrorVariant::CustomError { message } => panic!("{message}"),
    })?;
    let place = |pair: pest::iterators::Pair<'_, R>| {
        (name(&pair.as_rule()), pair.as_span().start(), pair.as_span().end())
    };
    Ok(pairs.flatten().map(place).collect())
}

/// How many changed texts are tried.
const CHANGES: u64 = 500;

/// Numbers that look random and are the same in every run (xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % end as u64).unwrap()
    }
}

/// The text with one or two of its pieces removed, inserted again elsewhere, or replaced with a
/// character.
fn changed(text: &str, numbers: &mut Numbers) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..=numbers.below(2) {
        let start = numbers.below(characters.len());
        let end = (start + numbers.below(8)).min(characters.len());
        let piece: Vec<char> = match numbers.below(3) {
            0 => Vec::new(),
            1 => {
                let from = numbers.below(characters.len());
                let to = (from + numbers.below(12)).min(characters.len());
                characters[from..to].to_vec()
            }
            _ => vec!['"', '\'', '\\', '\n', ' ', '[', '}', '=', ',', '0', 'é', '漢']
                [numbers.below(12)..][..1]
                .to_vec(),
        };
        characters.splice(start..end, piece);
        if characters.is_empty() {
            characters.push(' ');
        }
    }
    characters.into_iter().collect()
}

/// Tries the text and changed ones; returns how many were read, and how many were not.
fn is_same_as<R: RuleType>(
    [source, start, text]: [&str; 3],
    changes: u64,
    seed: u64,
    derived: impl for<'i> Fn(&'i str) -> Result<Pairs<'i, R>, Error<R>>,
) -> (u64, u64) {
    let grammar = PestGrammar::read(source).unwrap();
    let start = grammar.rule(start).unwrap();
    let mut numbers = Numbers(seed);
    let (mut read, mut refused) = (0, 0);
    let mut tried = text.to_owned();
    for change in 0..changes {
        let expected = parsed(derived(&tried), |rule| format!("{rule:?}"));
        let traced = grammar.parse(start, &tried).map_err(|error| match error {
            TraceError::Syntax(error) => *error,
            other => panic!("{other}: {tried}"),
        });
        let traced = parsed(traced, |rule| grammar.name(*rule).to_owned());
        assert!(change > 0 || traced.is_ok(), "{traced:?}");
        assert_eq!(traced, expected, "{tried}");
        *(if traced.is_ok() { &mut read } else { &mut refused }) += 1;
        tried = changed(text, &mut numbers);
    }
    (read, refused)
}

macro_rules! same_as {
    ($($test:ident, $name:ident, $parser:ident, $start:ident;)+) => {
        $(
            fn $name(changes: u64, seed: u64) -> (u64, u64) {
                use pest_grammars::$name::{Rule, $parser};

                let source = include_str!(concat!("../grammars/pest/", stringify!($name), ".pest"));
                let text = include_str!(concat!("../grammars/texts/", stringify!($name), ".txt"));
                is_same_as([source, stringify!($start), text], changes, seed, |text| {
                    $parser::parse(Rule::$start, text)
                })
            }

            #[test]
            fn $test() {
                let (read, refused) = $name(CHANGES, 24);
                assert!(read > 20 && refused > 20, "{read} read, {refused} refused");
            }
        )+

        /// Functions that each try a number of changed texts, drawn by a seed.
        pub(crate) const ALL: &[fn(u64, u64) -> (u64, u64)] = &[$($name),+];
    };
}

same_as! {
    json_is_read_as_pests_own_parser_does, json, JsonParser, json;
    toml_is_read_as_pests_own_parser_does, toml, TomlParser, toml;
    http_is_read_as_pests_own_parser_does, http, HttpParser, http;
    sql_is_read_as_pests_own_parser_does, sql, SqlParser, Command;
}

#[test]
fn the_sql_grammar_is_read_with_a_warning_about_an_alternative_that_never_matches() {
    let grammar = PestGrammar::read(include_str!("../grammars/pest/sql.pest")).unwrap();
    let warned: Vec<&str> = grammar.warnings.iter().map(|it| &*it.message).collect();
    assert!(!warned.is_empty(), "pest's own has one");
}
