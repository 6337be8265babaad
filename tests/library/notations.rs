//! Grammars in other notations: which one it is, and what pest has in its place.

use bracket24::tracer::{GrammarError, PestGrammar};

fn mistakes(source: &str) -> Vec<GrammarError> {
    PestGrammar::read(source).expect_err(source)
}

/// The text with the mend of an error.
fn mended(source: &str, error: &GrammarError) -> String {
    let (mut text, mut end) = (String::new(), 0);
    for (span, new) in &error.mend {
        text.extend([&source[end..span.start], new]);
        end = span.end;
    }
    text + &source[end..]
}

/// The text once every mend that is offered was made.
fn mended_until_it_reads(source: &str) -> String {
    let mut text = source.to_owned();
    for _ in 0..100 {
        let Err(errors) = PestGrammar::read(&text) else { return text };
        let Some(error) = errors.iter().find(|it| !it.mend.is_empty()) else {
            panic!("no mend is offered in\n{text}\n{errors:#?}")
        };
        text = mended(&text, error);
    }
    panic!("it is never mended: {text}")
}

#[test]
fn each_idiom_is_named_and_written_as_pest_has_it() {
    let cases = [
        ("'x'", "`'x'` is a text as other notations write it", "\"x\""),
        ("'say \"x\"'", "`'say \"x\"'` is a text as other notations write it", r#""say \"x\"""#),
        ("'\\'' ~ 'x'", "`'\\''` is a text as other notations write it", r#""\'" ~ "x""#),
        ("“x”", "`“x”` is a text as other notations write it", "\"x\""),
        ("\"0\"..\"9\"", "the ends of a range are texts: `\"0\"..\"9\"`", "'0'..'9'"),
        ("'0'-'9'", "`-` joins the ends of a range in other notations", "'0'..'9'"),
        ("'0'..='9'", "`..=` joins the ends of a range in other notations", "'0'..'9'"),
        (
            "\"x\" \"y\"",
            "nothing joins these two parts, as in BNF and in most notations",
            "\"x\" ~ \"y\"",
        ),
        (
            "b (\"x\")* !b",
            "nothing joins these two parts, as in BNF and in most notations",
            "b ~ (\"x\")* ~ !b",
        ),
        ("[0-9]+", "`[0-9]` is a character class of regular expressions", "ASCII_DIGIT+"),
        (
            "[a-zA-Z_]",
            "`[a-zA-Z_]` is a character class of regular expressions",
            "(ASCII_ALPHA | \"_\")",
        ),
        (
            "[a-f\\d]",
            "`[a-f\\d]` is a character class of regular expressions",
            "('a'..'f' | ASCII_DIGIT)",
        ),
        (
            "[^\"\\n]*",
            "`[^\"\\n]` is a character class of regular expressions",
            r#"(!("\"" | "\n") ~ ANY)*"#,
        ),
        ("\\d+", "`\\d` is a character class of regular expressions", "ASCII_DIGIT+"),
        ("/ab+/", "`/ab+/` is a regular expression", "(\"a\" ~ \"b\"+)"),
        (
            "/(0|[1-9]\\d*)/",
            "`/(0|[1-9]\\d*)/` is a regular expression",
            "(\"0\" | '1'..'9' ~ ASCII_DIGIT*)",
        ),
        ("b / \"x\"", "`/` stands between alternatives in PEGs and ABNF", "b | \"x\""),
        ("b || \"x\"", "`/` stands between alternatives in PEGs and ABNF", "b | \"x\""),
        ("b, \"x\"", "`,` joins parts in EBNF", "b ~ \"x\""),
        ("b + \"x\"", "`+` joins parts in other notations", "b ~ \"x\""),
        ("b | \"x\" |", "no alternative follows this `|`", "b | \"x\""),
        ("(b | ) ~ \"x\"", "no alternative follows this `|`", "(b ) ~ \"x\""),
        ("\"x\"{2-3}", "`{2-3}` is no number of repetitions", "\"x\"{2, 3}"),
        ("\"x\"{2..3}", "`{2..3}` is no number of repetitions", "\"x\"{2, 3}"),
        ("3 * \"x\"", "`3 *` is no number of repetitions", "\"x\"{3}"),
        ("2*3\"x\"", "`2*3` is no number of repetitions", "\"x\"{2,3}"),
        ("1*b", "`1*` is no number of repetitions", "b+"),
        ("*b", "`*` is no number of repetitions", "b*"),
        ("[b]", "`[x]` is an option in EBNF", "(b)?"),
        ("[\"-\" ~ b] ~ b", "`[x]` is an option in EBNF", "(\"-\" ~ b)? ~ b"),
        ("b ~ {\",\" ~ b}", "`{x}` is a repetition in EBNF", "b ~ (\",\" ~ b)*"),
        ("b ~ {\",\"}+", "`{x}` is a repetition in EBNF", "b ~ (\",\")+"),
        (
            "\"[\" ~ . ~ \"]\"",
            "`.` is any character in regular expressions and PEGs",
            "\"[\" ~ ANY ~ \"]\"",
        ),
        ("\"x\"i", "`\"x\"i` is a text in either case in PEG tools and Lark", "^\"x\""),
        ("b ~ ~'x'", "`~'x'` is any other character in ANTLR", "b ~ (!\"x\" ~ ANY)"),
        ("ε", "`ε` is the empty text in other notations", "\"\""),
        ("left:b ~ b", "`left:` names a part in ANTLR and Peggy", "#left = b ~ b"),
        ("%x30-39", "`%x30-39` is a character as ABNF writes it", "'0'..'9'"),
        ("%d13.10", "`%d13.10` is a character as ABNF writes it", "\"\\r\\n\""),
    ];
    for (body, message, pest) in cases {
        let source = format!("a = {{ {body} }}\nb = {{ \"b\" }}\n");
        let errors = mistakes(&source);
        assert_eq!(errors[0].message, message, "{body}: {errors:?}");
        let mended = mended(&source, &errors[0]);
        assert_eq!(mended, format!("a = {{ {pest} }}\nb = {{ \"b\" }}\n"), "{body}");
    }
}

#[test]
fn each_way_to_define_a_rule_is_written_as_pest_has_it() {
    let cases = [
        ("a := { b }", "`:=` defines a rule in Wirth's and other notations"),
        ("a ::= { b }", "`::=` defines a rule in BNF"),
        ("a <- { b }", "`<-` defines a rule in PEGs"),
        ("a -> { b }", "`->` defines a rule in other notations"),
        ("a : { b }", "`:` defines a rule in ANTLR, Yacc and Lark"),
        ("a = b", "the rule has no braces"),
        ("a = _ b", "the rule has no braces"),
        ("a = b ;", "the rule has no braces"),
        ("a = b .", "the rule has no braces"),
        ("a = { b };", "`;` ends a rule in EBNF, ANTLR and Yacc"),
        ("# all\na = { b }", "`#` begins a comment in other notations"),
        ("-- all\na = { b }", "`--` begins a comment in other notations"),
        ("grammar G;\na = { b }", "`grammar G;` is the head of a grammar of another tool"),
        ("<a> ::= b", "`<a>` is a name as BNF writes it"),
        ("a-b = { b }", "`a-b` is a name with a hyphen, as in EBNF and ABNF"),
    ];
    for (rule, message) in cases {
        for rest in ["\nb = { \"b\" }\n", ""] {
            let source = format!("{rule}{rest}");
            let errors = mistakes(&source);
            assert_eq!(errors[0].message, message, "{source}: {errors:?}");
            let mended = mended(&source, &errors[0]);
            let rules =
                ["a = { b }", "a = _ { b }", "a_b = { b }", "// all\na = { b }", "\na = { b }"];
            let is_one =
                rules.iter().any(|rule| mended.trim_end() == format!("{rule}{rest}").trim_end());
            assert!(is_one, "{source}: {mended}");
        }
    }
}

/// A grammar of sums, and what it is in pest's notation.
#[test]
fn a_whole_grammar_of_each_notation_is_mended_rule_by_rule() {
    let bnf = "<sum> ::= <num> | <num> \"+\" <sum>\n<num> ::= \"0\" | \"1\"\n";
    let ebnf = "(* ISO 14977 *)\nsum = num, { \"+\" , num } ;\nnum = digit , [ digit ] ;\n\
                digit = '0' | '1' ;\n";
    let abnf = "sum = num *(\"+\" num)\nnum = 1*3%x30-39\n";
    let peg = "# Ford\nSum <- Num ('+' Num)*\nNum <- [0-9]+ !.\n";
    let antlr = "grammar Sum;\nsum\n    : num ('+' num)*\n    ;\nnum : DIGIT+ ; // digits\n\
                 DIGIT : [0-9] ;\nWS : [ \\t]+ -> skip ;\n";
    let lark = "sum: num (\"+\" num)*\nnum: /[0-9]+/\n%ignore WS\n";
    let yacc = "%token NUM\n%%\nsum : sum2 | num '+' sum ;\nsum2 : num\n     | '(' sum ')'\n     ;\n\
                num : '1' ;\n";
    let peggy = "Sum = head:Num tail:(\"+\" Num)*\nNum = \"n\"i / [0-9]+\n";
    let cases = [
        (bnf, "sum = { num | num ~ \"+\" ~ sum }\nnum = { \"0\" | \"1\" }\n"),
        (
            ebnf,
            "/* ISO 14977 */\nsum = { num ~ ( \"+\" ~ num )* }\nnum = { digit ~ ( digit )? }\n\
             digit = { \"0\" | \"1\" }\n",
        ),
        (abnf, "sum = { num ~ (\"+\" ~ num)* }\nnum = { '0'..'9'{1,3} }\n"),
        (peg, "// Ford\nSum = { Num ~ (\"+\" ~ Num)* }\nNum = { ASCII_DIGIT+ ~ !ANY }\n"),
        (
            antlr,
            "\nsum\n    = { num ~ (\"+\" ~ num)* }\nnum = { DIGIT+ } // digits\n\
             DIGIT = { ASCII_DIGIT }\nWS = { (\" \" | \"\\t\")+ }\n",
        ),
        (lark, "sum = { num ~ (\"+\" ~ num)* }\nnum = { ASCII_DIGIT+ }\n\n"),
        (
            yacc,
            "\n\nsum = { sum2 | num ~ \"+\" ~ sum }\nsum2 = { num\n     | \"(\" ~ sum ~ \")\" }\n\
             num = { \"1\" }\n",
        ),
        (
            peggy,
            "Sum = { #head = Num ~ #tail = (\"+\" ~ Num)* }\nNum = { ^\"n\" | ASCII_DIGIT+ }\n",
        ),
    ];
    for (source, pest) in cases {
        assert_eq!(mended_until_it_reads(source), pest, "{source}");
    }
}

#[test]
fn what_pest_reads_is_left_alone_beside_what_it_does_not() {
    let source = "a = { #t = b ~ 'x'..'y' ~ PEEK[0..1] ~ PUSH(b)? ~ \"x\"{2,} ~ ^\"z\" \"w\" }\nb = { \"b\" }";
    let errors = mistakes(source);
    assert_eq!(mended(source, &errors[0]), source.replace("^\"z\" \"w\"", "^\"z\" ~ \"w\""));
}

#[test]
fn every_wrong_rule_is_mended_and_each_new_idiom_in_it_is_named() {
    let found =
        mistakes("a = { 'x' }\nb = { 'y' 'z' }\nc = { \"z\" ~ }\nd = { \"\\q\" }\ne ::= 'x'\n");
    let found: Vec<_> = found.iter().map(|it| (&*it.message, !it.mend.is_empty())).collect();
    assert_eq!(
        found,
        [
            ("`'x'` is a text as other notations write it", true),
            ("nothing joins these two parts, as in BNF and in most notations", true),
            ("unexpected `}`", false),
            ("unknown escape `\\q`", false),
            ("`::=` defines a rule in BNF", true),
            ("the rule has no braces", false),
        ]
    );
}

#[test]
fn no_text_is_too_strange_to_be_looked_at() {
    let parts = [
        "a", " = ", "::=", "{", "}", "[", "]", "'", "\"", "/", "\\", "~", ",", "|", "<", ">", "#",
        "\n", ";", ".", "..", "-", "*", "+", "3", "%x", "(", ")", "(*", "é", "“", "^", "i",
    ];
    let mut random = fastrand::Rng::with_seed(24);
    for _ in 0..20_000 {
        let length = random.usize(1..20);
        let text: String = (0..length).map(|_| parts[random.usize(..parts.len())]).collect();
        let Err(errors) = PestGrammar::read(&text) else { continue };
        for error in errors {
            assert!(text.get(error.span.clone()).is_some(), "{text:?}: {error:?}");
            if !error.mend.is_empty() {
                assert_ne!(mended(&text, &error), text);
            }
        }
    }
    let deep = format!("a = {}b{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(!mistakes(&deep).is_empty());
}
