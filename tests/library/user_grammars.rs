//! Grammars that are read at run time.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use bracket24::grammars::{Lacks, Ordinary, UserGrammar};
use bracket24::lessons::{Brackets, BracketsError, Parse, Reduction};
use bracket24::tracer::Event;
use bracket24::{Grammar, Hand, Named, Rational, SyntaxErrorKind, Template, evaluate};
use proptest::prelude::*;

use crate::tree::texts;

pub(crate) fn own(source: &str) -> Grammar {
    let read = UserGrammar::read("own.pest", source);
    Grammar::User(Arc::new(read.unwrap_or_else(|errors| panic!("{errors:?}"))))
}

#[test]
fn a_grammar_whose_signs_contradict_the_names_of_its_rules_gives_no_values() {
    let grammar = |plus: &str, minus: &str| {
        own(&format!(
            "line = _{{ SOI ~ expression ~ EOI }}\nadd = {{ term }}\nsubtract = {{ term }}\n\
             expression = _{{ term ~ (\"+\" ~ {plus} | \"-\" ~ {minus})* }}\n\
             term = _{{ operand ~ (\"*\" ~ multiply | \"/\" ~ divide)* }}\n\
             multiply = {{ operand }}\ndivide = {{ operand }}\n\
             operand = _{{ number | \"(\" ~ expression ~ \")\" }}\n\
             number = @{{ ASCII_DIGIT+ }}"
        ))
    };
    assert_eq!(grammar("add", "subtract").lacks().map(ToString::to_string), None);
    for (plus, minus) in [("subtract", "add"), ("subtract", "subtract"), ("add", "add")] {
        assert!(grammar(plus, minus).lacks().is_some(), "{plus} {minus}");
    }
    // A forgotten operator is not the start.
    let source = "expression = { term ~ (add | subtract)* } add = { \"+\" ~ term }
        subtract = { \"-\" ~ term } term = { atom ~ multiply* } multiply = { \"*\" ~ atom }
        divide = { \"/\" ~ atom } atom = { number | \"(\" ~ expression ~ \")\" }
        number = @{ ASCII_DIGIT+ }";
    let forgotten = own(source);
    assert_eq!(forgotten.rules().name(forgotten.start()), "expression");
    assert!(forgotten.lacks().unwrap().to_string().contains("rule `divide` is never reached"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn operators_without_rules_group_as_the_grammar_is_written(text in texts()) {
        let text: String = text.chars().filter(|it| !it.is_whitespace()).collect();
        prop_assume!(!text.contains(|it: char| it.is_ascii_alphabetic()));
        let textbook = include_str!("../grammars/textbook_with_roles.pest");
        let right = textbook
            .replace("~ term)*", "~ expr)?")
            .replace("~ factor)*", "~ term)?");
        for (source, same) in [(textbook, Grammar::Left), (&right, Grammar::Right)] {
            prop_assert_eq!(own(source).parse(&text).ok(), same.parse(&text).ok());
        }
    }

    #[test]
    fn a_grammar_read_from_its_own_source_parses_as_before(text in texts()) {
        for grammar in Grammar::BASIC {
            for source in [grammar.source(), &grammar.whole_source()] {
                let own = own(source);
                prop_assert_eq!(own.parse(&text), grammar.parse(&text));
            }
        }
    }
}

#[test]
fn the_places_in_shared_rules_are_those_in_the_whole_text_of_a_grammar() {
    let classic = own(include_str!("../grammars/classic.pest"));
    let whole = own(&classic.whole_source());
    // A part that is no token has an empty place for it.
    let nothing = format!("token: {0}..{0},", classic.source().len() + 1);
    let definitions = format!("{:?}", classic.definitions()).replace(&nothing, "token: 0..0,");
    assert_eq!(definitions, format!("{:?}", whole.definitions()));
    let sites = |grammar: &Grammar| {
        let (rules, mut sites) = (grammar.rules(), Vec::new());
        let listener = |event: Event<'_>| {
            sites.push(format!("{:?}", rules.sites(event.site)));
            ControlFlow::Continue(())
        };
        rules.trace(rules.rule("line").unwrap(), "1 + (2-N)", listener).map(drop).unwrap();
        sites
    };
    assert_eq!(sites(&classic), sites(&whole));
}

#[test]
fn an_operation_rule_may_contain_its_operator_or_both_of_its_operands() {
    let classic = own(include_str!("../grammars/classic.pest"));
    let enclosing = own(r#"
        expression = _{ add | subtract | term }
        add = { term ~ "+" ~ expression }
        subtract = { term ~ "-" ~ expression }
        term = _{ multiply | divide | operand }
        multiply = { operand ~ "*" ~ term }
        divide = { operand ~ "/" ~ term }
    "#);
    for (text, grammar, same) in [
        ("(1 - 2) * 3 - 4 / 5 - 6", &classic, Grammar::Left),
        ("(1-2)*3-4/5-6", &enclosing, Grammar::Right),
    ] {
        assert_eq!(grammar.parse(text).unwrap(), same.parse(text).unwrap());
    }
}

#[test]
fn a_rule_of_an_operator_before_its_operand_may_contain_the_sign() {
    let inside = r#"
        expression = { term ~ (add | subtract)* }
        add = { "+" ~ term }
        subtract = { "-" ~ term }
        term = { factor ~ (multiply | divide)* }
        multiply = { "*" ~ factor }
        divide = { "/" ~ factor }
        factor = _{ negate | root | number | "(" ~ expression ~ ")" }
        negate = { "-" ~ factor }
        root = { "√" ~ factor }
    "#;
    let signs_outside = inside
        .replace("negate |", "\"-\" ~ negate |")
        .replace("negate = { \"-\" ~", "negate = {")
        .replace("subtract)*", "\"-\" ~ subtract)*")
        .replace("subtract = { \"-\" ~", "subtract = {");
    let brackets = inside.replace("\"-\" ~ factor }", "\"-\" ~ factor | \"(-\" ~ factor ~ \")\" }");
    for source in [inside, &signs_outside, &brackets] {
        let grammar = own(source);
        for text in ["8--1", "--1", "---1", "√√16", "2*--3", "8-(-1)", "-(-1)", "-(--1)-√-√4"]
        {
            assert_eq!(grammar.parse(text), Grammar::Extended.parse(text), "{text}: {source}");
        }
    }
}

#[test]
fn a_user_grammar_solves_hands_like_a_built_in_one() {
    let classic = own(include_str!("../grammars/classic.pest"));
    let template = Template::parse("N/(N-N/N)", &classic).unwrap();
    assert_eq!(template.slots(), 4);
    let hand: Hand = "3 3 8 8".parse().unwrap();
    let set = bracket24::TemplateSet::named(bracket24::SetName::Canonical, 4, &classic);
    let report = bracket24::reports::SolveReport::new(
        hand,
        &bracket24::Strings::new(&set),
        bracket24::reports::SolveOptions {
            target: Rational::from(24),
            distinct: bracket24::Equivalence::Text,
            first: false,
            why: false,
        },
    )
    .unwrap();
    let texts: Vec<&str> = report.solutions.iter().map(|it| it.solution.text()).collect();
    assert_eq!(texts, ["8/(3-8/3)"]);
}

/// A grammar without levels, in which some rules can be replaced.
pub(crate) fn flat(expression: &str, number: &str) -> String {
    format!(
        "expression = {{ {expression} }} number = {{ {number} }} add = {{ number }}
         subtract = {{ number }} multiply = {{ \"*\" ~ number }} divide = {{ \"/\" ~ number }}"
    )
}

#[test]
#[ignore = "`.ci/long` runs it"]
fn reading_a_grammar_detects_an_operation_that_makes_no_expression() {
    let cases = [
        (include_str!("../grammars/wrong/operator_alone.pest").to_owned(), "must end right after"),
        (include_str!("../grammars/wrong/for_ever.pest").to_owned(), "stopped after"),
        (
            flat("number ~ (\"+\" ~ subtract | \"-\" ~ add | multiply | divide)*", "ASCII_DIGIT"),
            "the rule for `subtract` has no `-`",
        ),
        (
            flat(
                "(number | \"+\" ~ add | \"-\" ~ subtract | multiply | divide)*",
                "ASCII_DIGIT ~ ANY?",
            ),
            "digits and nothing else",
        ),
        (
            flat("number ~ (multiply | divide)* | \"+\" ~ add | \"-\" ~ subtract", "ASCII_DIGIT")
                + "line = _{ SOI ~ expression ~ ANY* ~ EOI }",
            "no rule that produces a node matches it",
        ),
    ];
    for (source, why) in cases {
        // Read on its own, the grammar has no values, and the message gives the reason.
        let said = match UserGrammar::read("own.pest", &source) {
            Ok(plain) => match plain.lacks() {
                Some(Lacks::Expression(errors)) => errors[0].to_string(),
                lacks => panic!("{source}: {lacks:?}"),
            },
            Err(errors) => errors[0].to_string(),
        };
        assert!(said.contains(why), "{said}");
    }
}

#[test]
fn the_roles_in_a_user_grammar_must_form_an_expression() {
    let signs = "(number | \"+\" ~ add | \"-\" ~ subtract | multiply | divide)*";
    let cases = [
        (flat(signs, "ASCII_DIGIT"), "12", "2 operands are left"),
        (
            flat(&format!("{signs} ~ \"!\"*"), "ASCII_DIGIT ~ (\".\" ~ ASCII_DIGIT)?"),
            "1.5",
            "digits and nothing else",
        ),
        (
            flat(&signs.replace("\"+\"", "(\"+\" | \"plus\")"), "ASCII_DIGIT"),
            "1plus5",
            "the rule for `add` has no `+`",
        ),
        (
            flat(&signs.replace("(number", "(negate | number"), "ASCII_DIGIT")
                + "negate = { \"~\" }",
            "~5",
            "the rule for `negate` must end right after its operand",
        ),
    ];
    for (source, text, why) in cases {
        let error = own(&source).parse(text).unwrap_err();
        assert!(matches!(error.kind, SyntaxErrorKind::NoTree(_)), "{error}");
        assert!(error.advice().contains(why), "{error}");
    }
}

/// A card is filled in for each `N`.
#[test]
fn a_slot_in_a_user_grammar_must_match_exactly_one_n() {
    let list = "expression = { primary ~ (infix ~ primary)* } primary = _{ number | slot }
        infix = _{ add | subtract | multiply | divide } number = @{ ASCII_DIGIT+ }
        add = { \"+\" } subtract = { \"-\" } multiply = { \"*\" } divide = { \"/\" }";
    for source in [bracket24::Grammar::Left.source(), list] {
        let cases =
            [(r#"slot = { "N" ~ "N"? }"#, "NN+N", 0..2), (r#"slot = { "N" | "x" }"#, "N+x", 2..3)];
        for (slot, text, span) in cases {
            let grammar = own(&format!("{source}\n{slot}"));
            let error = Template::parse(text, &grammar).unwrap_err();
            assert_eq!(error.span, span, "{error}");
            assert_eq!(error.advice(), "the rule for `slot` must match one `N` and nothing else");
            assert_eq!(Template::parse("N+N", &grammar).unwrap().slots(), 2);
        }
        let with_blanks = own(&format!("{source}\nslot = {{ \" \"* ~ \"N\" }}"));
        assert_eq!(Template::parse("N+ N", &with_blanks).unwrap().slots(), 2);
    }
}

#[test]
fn only_adjacent_slots_are_joined() {
    let joined = |leaf: &str, join: &str| {
        let operand =
            "operand = _{ digits | \"(\" ~ expression ~ \")\" } digits = _{ leaf ~ join* }";
        let left = bracket24::Grammar::Left.source();
        own(&format!("{left}\n{operand} leaf = _{{ {leaf} }} join = {{ {join} }}\n"))
    };
    let slots = joined("number | slot", "slot");
    let template = Template::parse("NN*N+NNN", &slots).unwrap();
    assert_eq!(template.expression().to_s_expression(), "(+ (* (join N N) N) (join (join N N) N))");
    let why = "the rule for `join` must match a slot after another, and no number";
    let with_blanks =
        joined("number | slot", "slot").source().to_owned() + "WHITESPACE = _{ \" \" }";
    let cases = [
        (joined("number | slot | \"(\" ~ expression ~ \")\"", "leaf"), "N(N)", 1..4),
        (joined("number | slot | \"(\" ~ expression ~ \")\"", "leaf"), "(N+N)N", 5..6),
        (joined("number | slot", "slot ~ join?"), "NNN", 1..3),
        (own(&with_blanks), "N N", 2..3),
    ];
    for (grammar, text, span) in cases {
        let error = Template::parse(text, &grammar).unwrap_err();
        assert_eq!((error.advice(), &error.span), (why.to_owned(), &span), "{text}: {error}");
    }
    let digits = own(&(bracket24::Grammar::Left.source().to_owned()
        + "\noperand = _{ number ~ join* | \"(\" ~ expression ~ \")\" } number = { ASCII_DIGIT }
           join = { number }"));
    assert_eq!(digits.parse("12").unwrap_err().advice(), why);
}

#[test]
fn reduction_rejects_texts_that_ordinary_arithmetic_rejects() {
    let square = own(&[
        bracket24::Grammar::Left.source(),
        "operand = _{ number | \"(\" ~ expression ~ \")\" | \"[\" ~ expression ~ \"]\" }",
        "COMMENT = _{ \"€\" }",
    ]
    .concat());
    let parse = Parse::new("[8-4]€*2", &square).unwrap();
    assert_eq!(parse.expression().to_s_expression(), "(* (- 8 4) 2)");
    assert!(matches!(parse.ordinary(), Ordinary::NotRead(_)));
    let error = Reduction::of(&parse).unwrap_err();
    assert_eq!(error, Grammar::Left.parse(parse.text()).unwrap_err());
    let error = Brackets::of(&parse).unwrap_err();
    assert!(matches!(error, BracketsError::NotOrdinary(_)), "{error}");
}

#[test]
fn the_summary_of_a_grammar_is_its_first_sentence() {
    let classic = own(include_str!("../grammars/classic.pest"));
    assert_eq!(classic.name(), "own.pest");
    assert_eq!(classic.summary(), "The classic way");
    assert!(!classic.is_flat());
    let allowing = own("//! allow: unreachable\n//! Signs: two.\na = { \"<\" | \"<=\" }");
    assert_eq!(allowing.summary(), "Signs");
    assert_eq!(own("//! RFC 2.5, in short. More.\na = { \"<\" }").summary(), "RFC 2.5, in short");
    let silent = own(r#"a = { "<" | "<=" }"#);
    assert_eq!(silent.summary(), "a grammar without a description");
    let Grammar::User(silent) = silent else { unreachable!("it is of a file") };
    let [warning] = &silent.warnings[..] else { panic!("{:?}", silent.warnings) };
    assert!(warning.message.contains("is unreachable"), "{warning}");
    assert_eq!(evaluate(&classic.parse("8-4-2").unwrap()), Ok(Rational::from(2)));
}

#[test]
fn an_expression_with_the_start_of_its_text_may_have_blanks_before_it() {
    let sums = r#"term ~ (("+" | "-") ~ term)*"#;
    let rules = r#"term = { number ~ (("*" | "/") ~ number)* } number = @{ ASCII_DIGIT+ }
        WHITESPACE = _{ " " }"#;
    for header in [
        format!("expression = {{ SOI ~ {sums} ~ EOI }} "),
        format!("//! roles: expression=whole\nwhole = {{ SOI ~ {sums} ~ EOI }} "),
        format!("line = {{ SOI ~ expression ~ EOI }} expression = {{ {sums} }} "),
        format!("expression = {{ {sums} }} "),
    ] {
        let grammar = own(&(header.clone() + rules));
        for text in ["8-4-2", " 8 - 4-2 "] {
            let read = grammar.parse(text).unwrap_or_else(|error| panic!("{header}: {error}"));
            assert_eq!(read.to_s_expression(), "(- (- 8 4) 2)", "{header}");
        }
    }
}

#[test]
fn a_language_with_expressions_among_other_things_is_a_plain_grammar() {
    let rest = "statement = { name ~ \"=\" ~ expression } name = @{ ASCII_ALPHA+ }
        expression = { term ~ ((\"+\" | \"-\") ~ term)* } term = { factor ~ ((\"*\" | \"/\") ~ factor)* }
        factor = { number | \"(\" ~ expression ~ \")\" } number = @{ ASCII_DIGIT+ }";
    for (rules, start) in [
        ("program = { SOI ~ (statement ~ \";\")* ~ EOI }", "program"),
        ("line = { SOI ~ program ~ EOI } program = { (statement ~ \";\")* }", "line"),
    ] {
        let grammar = own(&[rules, rest].join("\n"));
        assert_eq!(grammar.rules().name(grammar.start()), start);
        assert_eq!(grammar.recognize("x=2*3;"), Ok(6), "{rules}");
        assert!(grammar.lacks().is_some() && grammar.recognize("2*3").is_err());
    }
    // With its signs written out, this one is too large.
    let many = "expression = { term ~ ((\"+\" | \"-\") ~ term){0,30000} }
        term = { number ~ ((\"*\" | \"/\") ~ number)* } number = @{ ASCII_DIGIT+ }";
    assert!(own(many).lacks().is_some());
    // This one consists of one expression.
    let rest = rest.replace("statement = { name ~ \"=\" ~ expression }", "");
    let program = own(&["program = { SOI ~ (expression ~ \";\")* ~ EOI }", &rest].join("\n"));
    assert_eq!(program.recognize("2*3;"), Ok(4));
    let sum = own(&["sum = { SOI ~ expression ~ EOI }", &rest].join("\n"));
    assert_eq!(evaluate(&sum.parse("2*3").unwrap()), Ok(6.into()));
}

#[test]
fn roles_can_be_given_to_rules_with_other_names() {
    let textbook = include_str!("../grammars/plain/textbook.pest");
    let lacks = own(textbook).lacks().cloned().unwrap();
    assert_eq!(lacks.to_string(), "it has no rules `expression` and `number`");
    let line = lacks.roles_line().unwrap();
    assert_eq!(line, "//! roles: expression=expr number=num");
    let given = own(&format!("{line}\n{textbook}"));
    assert_eq!(given.lacks(), None);
    assert_eq!(given.parse("8-4-2").unwrap(), Grammar::Left.parse("8-4-2").unwrap());
    assert_eq!(given.rules().name(given.start()), "line");
    // The other way: follow the advice.
    let Lacks::Roles(roles) = &lacks else { panic!("{lacks:?}") };
    let renamed = roles.iter().fold(textbook.to_owned(), |source, it| {
        let meant = it.meant.as_ref().unwrap();
        source.replace(&format!("{meant} "), &format!("{} ", it.role))
    });
    assert_eq!(own(&renamed).lacks(), None);
}

#[test]
fn common_names_of_rules_for_more_operators_are_recognized() {
    for (name, role, part, body) in [
        ("sqrt", "root", "sqrt | operand", "\"√\" ~ part"),
        (
            "logarithm",
            "log",
            "logarithm | operand",
            "\"log\" ~ \"(\" ~ expression ~ \",\" ~ expression ~ \")\"",
        ),
    ] {
        let source = format!(
            r#"
            expression = {{ term ~ ("+" ~ add | "-" ~ subtract)* }}
            add = {{ term }}
            subtract = {{ term }}
            term = _{{ part ~ ("*" ~ multiply | "/" ~ divide)* }}
            multiply = {{ part }}
            divide = {{ part }}
            part = _{{ {part} }}
            {name} = {{ {body} }}
            "#
        );
        let grammar = UserGrammar::read("own.pest", &source).unwrap();
        let findings = grammar.findings();
        let advice: Vec<_> = findings.warnings.iter().map(|it| &*it.advice).collect();
        let expected =
            format!("call it `{role}`, or write `//! roles: {role}={name}` at the top of the file");
        assert!(advice.contains(&&*expected), "{name}: {advice:?}");
    }
}

#[test]
fn user_grammars_are_equal_if_their_names_and_texts_are_equal() {
    let read = |name: &str, source: &str| UserGrammar::read(name, source).unwrap();
    let source = Grammar::Left.source();
    let own = read("own.pest", source);
    assert_eq!(own, read("own.pest", source));
    assert_ne!(own, read("another.pest", source));
    assert_ne!(own, read("own.pest", &format!("{source}\n")));
    assert_eq!(own.to_string(), "own.pest");
    let both: HashSet<_> = [read("own.pest", source), own].into_iter().collect();
    assert_eq!(both.len(), 1);
    let unused = read("own.pest", &format!("{source}\nother = {{ \"b\" }}"));
    let warned: Vec<_> = unused.warnings.iter().map(|it| &*it.message).collect();
    assert_eq!(warned, ["rule `other` is never used"]);
}
