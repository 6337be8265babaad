//! The traits that every public type has.

use std::error::Error;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use bracket24::algebra::{Derivation, EquivalenceClasses, Law, NormalForm, NotRational, Standard};
use bracket24::grammars::UserGrammar;
use bracket24::lessons::{
    Brackets, Diagnosis, Divergence, Explanation, ParseTree, Recording, Reduction, TraceStats,
    Walkthrough,
};
use bracket24::reports::{
    Calculation, ClassesReport, Comparison, Coverage, GrammarDiff, GrammarSurvey, Inspection,
    SolveError, SolveReport, Survey, TemplateReport,
};
use bracket24::tracer::{Body, RuleDefinition};
use bracket24::tracer::{GrammarError, PestGrammar, TraceError};
use bracket24::{
    Card, Deck, DeckError, Effort, EngineName, Equivalence, EquivalenceError, Expression,
    FillError, Grammar, Hand, LeafError, LineError, NoValue, Operator, Rational, RationalError,
    Reach, ReachError, Refusal, SetError, SetName, Slot, Solution, SyntaxError, Template,
    TemplateSet, Undefined, UnknownName,
};

/// Checks that each type has all the traits.
macro_rules! all_are {
    ($($bound:path),+: $($type:ty),+ $(,)?) => {{
        fn it_is<T: $($bound +)+>() {}
        $(it_is::<$type>();)+
    }};
}

#[test]
fn values_can_be_compared_hashed_and_sent_to_other_threads() {
    all_are!(Send, Sync, Clone, Eq, Hash, Debug:
        Card, Deck, Effort, EngineName, Equivalence, Expression<Rational>, Expression<Slot>,
        Grammar, Hand, NormalForm<Rational>, Operator, Rational, SetName, Slot, Solution, Standard,
        Template,
    );
}

#[test]
fn public_values_implement_ord_and_display() {
    all_are!(Ord, Display: Card, Expression<Rational>, Expression<Slot>, Hand, Operator, Rational,
        Slot, Solution, Template);
}

#[test]
fn public_results_implement_send_sync_and_debug() {
    all_are!(Send, Sync, Debug:
        TemplateSet, Reach, EquivalenceClasses, Derivation, Law, Body, RuleDefinition,
        UserGrammar, PestGrammar, Brackets, Diagnosis, Divergence, ParseTree, Recording<'static>,
        Reduction, TraceStats, Calculation, ClassesReport, Comparison, Coverage, GrammarDiff,
        GrammarSurvey, Inspection, SolveReport, Survey, TemplateReport,
    );
    // They contain trees that one thread makes on first use.
    all_are!(Send, Debug: Explanation, Walkthrough);
}

#[test]
fn the_error_types_implement_error() {
    all_are!(Error, Send, Sync, Clone, PartialEq:
        DeckError, NoValue, EquivalenceError, GrammarError, NotRational, RationalError,
        ReachError, Refusal, SetError, LeafError, LineError, FillError, SolveError, SyntaxError, TraceError, Undefined, UnknownName,
    );
}

#[test]
fn types_with_a_text_form_implement_from_str_and_display() {
    all_are!(FromStr, Display: Card, EngineName, Equivalence, Expression<Rational>, Expression<Slot>,
        Grammar, Hand, Rational, SetName, Solution, Template);
    let template: Template = "(N-N/N)*N".parse().unwrap();
    assert_eq!(template.to_string(), "(N-N/N)*N");
    let hand: Hand = "A 10 Q K".parse().unwrap();
    assert_eq!(hand.to_string(), "A 10 Q K");
}

#[test]
#[cfg(feature = "serde")]
fn serializing_and_deserializing_preserves_public_types() {
    fn again<T>(value: &T, text: &str)
    where
        T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + Debug,
    {
        assert_eq!(serde_json::to_string(value).unwrap(), text);
        assert_eq!(&serde_json::from_str::<T>(text).unwrap(), value);
    }
    again(&Hand::from([3, 10]), "[3,10]");
    again(&Card::from(10), "10");
    let large: Hand = "18446744073709551616 18446744073709551615".parse().unwrap();
    again(&large, r#"["18446744073709551616",18446744073709551615]"#);
    let mut survey = Survey::default();
    survey.add(Hand::from([1, 2]), 7, Effort { nodes: 3, ..Effort::default() });
    again(
        &survey,
        r#"{"hands":1,"solvable":1,"solutions":7,"single":0,"most":{"hand":[1,2],"solutions":7},"histogram":[[7,1]],"effort":{"filled":0,"parsed":0,"evaluated":0,"zero_divisions":0,"nodes":3}}"#,
    );
    again(&Rational::new(-1, 3), r#""-1/3""#);
    again(&Grammar::Scala, r#""scala""#);
    again(&Equivalence::FourNums, r#""fournums""#);
    again(&SetName::Five, r#""five""#);
    again(&EngineName::Split, r#""split""#);
    for wrong in ["-1", "1.5", "1e3", "\"x\""] {
        assert!(serde_json::from_str::<Card>(wrong).is_err(), "{wrong}");
    }
}
