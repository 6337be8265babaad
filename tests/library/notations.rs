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

/// Says of each row that its text is mended as it says, that the message is the first, and
/// that pest reads the grammar that comes of it.
fn assert_mended(rows: &[(&str, &str, &str)], grammar: impl Fn(&str) -> String) {
    for (typed, message, pest) in rows {
        let source = grammar(typed);
        let errors = mistakes(&source);
        assert_eq!(errors[0].message, *message, "{source}: {errors:?}");
        let mended = mended(&source, &errors[0]);
        assert_eq!(mended, grammar(pest), "{source}");
        let read = pest_meta::parser::parse(pest_meta::parser::Rule::grammar_rules, &mended);
        assert!(read.is_ok(), "{mended}: {read:?}");
    }
}

/// What is typed, what is said of it, and what pest has in its place.
const IDIOMS: &[(&str, &str, &str)] = &[
    ("'x'", "`'x'` is a string literal of other notations", r#""x""#),
    (r#"'say "x"'"#, r#"`'say "x"'` is a string literal of other notations"#, r#""say \"x\"""#),
    (r"'\'' ~ 'x'", r"`'\''` is a string literal of other notations", r#""\'" ~ "x""#),
    ("“x”", "`“x”` is a string literal of other notations", r#""x""#),
    ("‘x’", "`‘x’` is a string literal of other notations", r#""x""#),
    ("^'x'", "`'x'` is a string literal of other notations", r#"^"x""#),
    (r"'\x41'", r"`'\x41'` is a string literal of other notations", r#""\x41""#),
    (r#"r"x\d""#, r#"`r"x\d"` is a text as Python and Rust write it"#, r#""x\\d""#),
    (r#"i"x""#, r#"`i"x"` is a text in either case in other notations"#, r#"^"x""#),
    (r#"%i"x""#, r#"`%i"x"` is a text in either case in other notations"#, r#"^"x""#),
    (r#""x"i"#, r#"`"x"i` is a text in either case in other notations"#, r#"^"x""#),
    (r#"b"x""#, "nothing joins these two parts, as in BNF and in most notations", r#"b ~ "x""#),
    ("0x41", "`0x41` is a character by its number", r#""A""#),
    ("#x41", "`#x41` is a character by its number", r#""A""#),
    ("%x30-39", "`%x30-39` is a character as ABNF writes it", "'0'..'9'"),
    ("%d13.10", "`%d13.10` is a character as ABNF writes it", r#""\r\n""#),
    (r#""0".."9""#, r#"the ends of a range are string literals: `"0".."9"`"#, "'0'..'9'"),
    (r#""a"..="z""#, r#"the ends of a range are string literals: `"a"..="z"`"#, "'a'..'z'"),
    (r#"'a'.."z""#, r#"the ends of a range are string literals: `'a'.."z"`"#, "'a'..'z'"),
    ("'0'-'9'", "`-` joins the ends of a range in other notations", "'0'..'9'"),
    ("'0'..='9'", "`..=` joins the ends of a range in other notations", "'0'..'9'"),
    ("'a' … 'z'", "`…` joins the ends of a range in other notations", "'a' .. 'z'"),
    (
        r#""x" "y""#,
        "nothing joins these two parts, as in BNF and in most notations",
        r#""x" ~ "y""#,
    ),
    (
        r#"b ("x")* !b"#,
        "nothing joins these two parts, as in BNF and in most notations",
        r#"b ~ ("x")* ~ !b"#,
    ),
    (r#"b("x")"#, "nothing joins these two parts, as in BNF and in most notations", r#"b ~ ("x")"#),
    ("b?b", "nothing joins these two parts, as in BNF and in most notations", "b? ~ b"),
    ("[0-9]+", "`[0-9]` is a character class of regular expressions", "ASCII_DIGIT+"),
    (
        "[a-zA-Z_]",
        "`[a-zA-Z_]` is a character class of regular expressions",
        r#"(ASCII_ALPHA | "_")"#,
    ),
    (
        r"[a-f\d]",
        r"`[a-f\d]` is a character class of regular expressions",
        "('a'..'f' | ASCII_DIGIT)",
    ),
    ("[a-z]i", "`[a-z]i` is a character class of regular expressions", "ASCII_ALPHA"),
    (
        "[#x41-#x5A]",
        "`[#x41-#x5A]` is a character class of regular expressions",
        "ASCII_ALPHA_UPPER",
    ),
    (r"\d+", r"`\d` is a character class of regular expressions", "ASCII_DIGIT+"),
    (r"\p{L}", r"`\p{L}` is a character class of regular expressions", "LETTER"),
    ("/ab+/", "`/ab+/` is a regular expression", r#"("a" ~ "b"+)"#),
    (
        r"/(0|[1-9]\d*)/",
        r"`/(0|[1-9]\d*)/` is a regular expression",
        r#"("0" | '1'..'9' ~ ASCII_DIGIT*)"#,
    ),
    (
        "/ab[0-9x-z]/i",
        "`/ab[0-9x-z]/i` is a regular expression",
        r#"(^"ab" ~ (ASCII_DIGIT | 'x'..'z' | 'X'..'Z'))"#,
    ),
    (r"[\\/]", r"`[\\/]` is a character class of regular expressions", r#"("\\" | "/")"#),
    (r"/[^\\/]+/", r"`/[^\\/]+/` is a regular expression", r#"(!("\\" | "/") ~ ANY)+"#),
    (
        r#"["\\/bn]"#,
        r#"`["\\/bn]` is a character class of regular expressions"#,
        r#"("\"" | "\\" | "/" | "b" | "n")"#,
    ),
    (r#"["+" | "-"]"#, r#"`["+" | "-"]` is an option in EBNF"#, r#"("+" | "-")?"#),
    (r#"["+" "-"]"#, r#"`["+" "-"]` is an option in EBNF"#, r#"("+" ~ "-")?"#),
    (r#"[ "+" "-" ]"#, r#"`[ "+" "-" ]` is an option in EBNF"#, r#"("+" ~ "-")?"#),
    (r#"["b" ~ "c"]"#, r#"`["b" ~ "c"]` is an option in EBNF"#, r#"("b" ~ "c")?"#),
    (
        r"/\bfoo\b/",
        r"`/\bfoo\b/` is a regular expression",
        r#"("foo" ~ !(ASCII_ALPHANUMERIC | "_"))"#,
    ),
    ("/^a$/", "`/^a$/` is a regular expression", r#"(SOI ~ "a" ~ EOI)"#),
    ("/(?i)abc/", "`/(?i)abc/` is a regular expression", r#"^"abc""#),
    ("[:alpha:]", "`[:alpha:]` is a character class of regular expressions", "ASCII_ALPHA"),
    (
        "[[:alnum:]_]+",
        "`[[:alnum:]_]` is a character class of regular expressions",
        r#"(ASCII_ALPHANUMERIC | "_")+"#,
    ),
    (
        "[[:punct:]]",
        "`[[:punct:]]` is a character class of regular expressions",
        "('!'..'/' | ':'..'@' | '['..'`' | '{'..'~')",
    ),
    (
        r#"b ** ",""#,
        r#"`b ** ","` is a list with separators in Raku, rust-peg and Boost.Spirit"#,
        r#"(b ~ ("," ~ b)*)?"#,
    ),
    (
        r#"b ++ ",""#,
        r#"`b ++ ","` is a list with separators in Raku, rust-peg and Boost.Spirit"#,
        r#"b ~ ("," ~ b)*"#,
    ),
    (r##"r#"x"y"#"##, r##"`r#"x"y"#` is a text as Python and Rust write it"##, r#""x\"y""#),
    (
        r#"%s"Jan""#,
        r#"`%s"Jan"` is a text in which the case counts in ABNF (RFC 7405)"#,
        r#""Jan""#,
    ),
    (r#""\u0041\/""#, r#"`"\u0041\/"` has an escape of other notations"#, r#""\u{0041}/""#),
    (r#""\n\b\f""#, r#"`"\n\b\f"` has an escape of other notations"#, r#""\n\u{08}\u{0c}""#),
    ("1..9", "the ends of this range have no quotes", "'1'..'9'"),
    ("c..z+", "the ends of this range have no quotes", "'c'..'z'+"),
    ("'a' to 'z'", "`to` joins the ends of a range in other notations", "'a' .. 'z'"),
    ("`abc`", "``abc`` is a string literal of other notations", r#""abc""#),
    (
        r#"(?:"x" ~ b)"#,
        "`?:` begins a group of regular expressions that keeps nothing",
        r#"("x" ~ b)"#,
    ),
    ("? white space ?", "`? white space ?` describes blanks in words", "WHITE_SPACE"),
    ("? a letter ?", "`? a letter ?` describes characters in words", "ANY"),
    (r#"b / "x""#, "`/` stands between alternatives in PEGs and ABNF", r#"b | "x""#),
    (r#"b || "x""#, "`||` stands between alternatives in other notations", r#"b | "x""#),
    (r#"b or "x""#, "`or` stands between alternatives in other notations", r#"b | "x""#),
    (r#"b && "x""#, "`&&` joins parts in other notations", r#"b ~ "x""#),
    (r#"b and "x""#, "`and` joins parts in other notations", r#"b ~ "x""#),
    (r#""x" then b"#, "`then` joins parts in other notations", r#""x" ~ b"#),
    ("not b", "`not` is a lookahead in other notations", "! b"),
    (r#"b, "x""#, "`,` joins parts in EBNF", r#"b ~ "x""#),
    (r#""x", b,"#, "`,` joins parts in EBNF", r#""x" ~ b"#),
    (r#"b + "x""#, "`+` joins parts in other notations", r#"b ~ "x""#),
    (r#"b | "x" |"#, "no alternative follows this `|`", r#"b | "x""#),
    (r#"(b | ) ~ "x""#, "the last alternative in these brackets is empty", r#"(b | "" ) ~ "x""#),
    (r#"b | | "x""#, "no alternative follows this `|`", r#"b | "x""#),
    (r#""x"{2-3}"#, "`{2-3}` is no number of repetitions", r#""x"{2, 3}"#),
    (r#""x"{2;3}"#, "`{2;3}` is no number of repetitions", r#""x"{2, 3}"#),
    (r#""x"{2..3}"#, "`{2..3}` is no number of repetitions", r#""x"{2, 3}"#),
    (r#""x"{ 2 : 3 }"#, "`{ 2 : 3 }` is no number of repetitions", r#""x"{2, 3}"#),
    (r#""x"{2..}"#, "`{2..}` is no number of repetitions", r#""x"{2,}"#),
    (r#""x"{,}"#, "`{,}` is no number of repetitions", r#""x"*"#),
    (r#"3 * "x""#, r#"`3 * "x"` repeats a part as ABNF and EBNF do"#, r#""x"{3}"#),
    (r#"2*3"x""#, r#"`2*3"x"` repeats a part as ABNF and EBNF do"#, r#""x"{2,3}"#),
    ("2*b", "`2*b` repeats a part as ABNF and EBNF do", "b{2,}"),
    ("1*b", "`1*b` repeats a part as ABNF and EBNF do", "b+"),
    // Between blanks the sign belongs to what comes before it.
    (
        r#""x" * "y" +"#,
        "nothing joins these two parts, as in BNF and in most notations",
        r#""x" * ~ "y" +"#,
    ),
    (
        r#"("x" | (b |)) ~ b"#,
        "the last alternative in these brackets is empty",
        r#"("x" | (b | "")) ~ b"#,
    ),
    (
        r#".*? ";""#,
        "`.*? \";\"` repeats as little as it can, as in ANTLR and in regular expressions",
        r#"(!";" ~ ANY)* ~ ";""#,
    ),
    ("*b", "`*b` repeats a part as ABNF and EBNF do", "b*"),
    ("*4b", "`*4b` repeats a part as ABNF and EBNF do", "b{,4}"),
    (r#"3("x" b)"#, r#"`3("x" b)` repeats a part as ABNF and EBNF do"#, r#"("x" ~ b){3}"#),
    ("[b]", "`[b]` is an option in EBNF", "(b)?"),
    ("[b]*", "`[b]` is an option in EBNF", "(b)*"),
    (r#"["-" ~ b] ~ b"#, r#"`["-" ~ b]` is an option in EBNF"#, r#"("-" ~ b)? ~ b"#),
    (r#"b ~ {"," ~ b}"#, r#"`{"," ~ b}` is a repetition in EBNF"#, r#"b ~ ("," ~ b)*"#),
    ("{b}-", "`{b}-` is a repetition in EBNF", "(b)+"),
    (r#"b ~ {","}+"#, r#"`{","}` is a repetition in EBNF"#, r#"b ~ (",")+"#),
    (
        r#"b % ",""#,
        r#"`b % ","` is a list with separators in Raku, rust-peg and Boost.Spirit"#,
        r#"b ~ ("," ~ b)*"#,
    ),
    (
        r#"("x" b)* % ",""#,
        r#"`("x" b)* % ","` is a list with separators in Raku, rust-peg and Boost.Spirit"#,
        r#"(("x" ~ b) ~ ("," ~ ("x" ~ b))*)?"#,
    ),
    (
        r#"!(b % ",")"#,
        r#"`b % ","` is a list with separators in Raku, rust-peg and Boost.Spirit"#,
        r#"!(b ~ ("," ~ b)*)"#,
    ),
    (
        r#"!b % ",""#,
        r#"`b % ","` is a list with separators in Raku, rust-peg and Boost.Spirit"#,
        r#"!(b ~ ("," ~ b)*)"#,
    ),
    (r#"b - "bb""#, r#"`b - "bb"` is an exception in EBNF"#, r#"!"bb" ~ b"#),
    ("ANY - b", "`ANY - b` is an exception in EBNF", "!b ~ ANY"),
    ("b!", "`!` and `&` come before what they look for", "!b"),
    (
        r#""[" ~ . ~ "]""#,
        "`.` is any character in regular expressions and PEGs",
        r#""[" ~ ANY ~ "]""#,
    ),
    ("b ~ ~'x'", "`~'x'` is any other character in ANTLR", r#"b ~ (!"x" ~ ANY)"#),
    ("ε", "`ε` is the empty text in other notations", r#""""#),
    ("left:b ~ b", "`left:` names a part in ANTLR and Peggy", "#left = b ~ b"),
    ("left=b b", "`left=` names a part in ANTLR and Peggy", "#left = b ~ b"),
    ("b -> skip", "`-> skip` keeps this text from the parser in ANTLR", "b"),
    ("b -> name", "`-> name` says what becomes of the text in ANTLR and Lark", "b"),
    ("b { return 1; }", "`{ return 1; }` is code that runs in Bison and Peggy", "b"),
    (
        r#""x" b { $$ = { $1 }; }"#,
        "nothing joins these two parts, as in BNF and in most notations",
        r#""x" ~ b"#,
    ),
    ("b | { $$ = 0; }", "`{ $$ = 0; }` is code that runs in Bison and Peggy", r#"b | """#),
    (
        r#""x" EOF"#,
        "nothing joins these two parts, as in BNF and in most notations",
        r#""x" ~ EOI"#,
    ),
    ("PUSH b", "`PUSH b` has no brackets around what is pushed", "PUSH(b)"),
    (
        r#"seq("x", b)"#,
        r#"`seq("x", b)` is a function of parser combinators and tree-sitter"#,
        r#"("x" ~ b)"#,
    ),
    (
        r#"choice(seq("x", b), "y")"#,
        r#"`choice(seq("x", b), "y")` is a function of parser combinators and tree-sitter"#,
        r#"(("x" ~ b) | "y")"#,
    ),
    ("optional(b)", "`optional(b)` is a function of parser combinators and tree-sitter", "(b)?"),
    ("repeat1(b)", "`repeat1(b)` is a function of parser combinators and tree-sitter", "(b)+"),
    ("<b> b", "`<b>` is a name as BNF writes it", "b ~ b"),
    (
        "some-name 'x'",
        "`some-name` is a name with a hyphen, as in EBNF and ABNF",
        r#"some_name ~ "x""#,
    ),
    ("\"x\" /// it\n", "`///` describes a rule or a grammar, and comes before it", "\"x\" // it\n"),
    (r#""x" b"#, r"`\u{a0}` is no blank for pest", r#""x" ~ b"#),
    (
        r#""""say "x" """"#,
        r#"`"""say "x" """` is a string literal of other notations"#,
        r#""say \"x\" ""#,
    ),
    (
        r#"[^"\n]*"#,
        r#"`[^"\n]` is a character class of regular expressions"#,
        r#"(!("\"" | "\n") ~ ANY)*"#,
    ),
];

#[test]
fn each_idiom_is_named_and_written_as_pest_has_it() {
    assert_mended(IDIOMS, |body| format!("a = {{ {body} }}\nb = {{ \"b\" }}\n"));
}

/// Rules as they are typed, what is said of them, and as pest has them.
const DEFINITIONS: &[(&str, &str, &str)] = &[
    ("a := { b }", "`:=` defines a rule in Wirth's and other notations", "a = { b }"),
    ("a ::= { b }", "`::=` defines a rule in BNF", "a = { b }"),
    ("a <- { b }", "`<-` defines a rule in PEGs", "a = { b }"),
    ("a ← { b }", "`←` defines a rule in PEGs", "a = { b }"),
    ("a -> { b }", "`->` defines a rule in other notations", "a = { b }"),
    ("a => { b }", "`=>` defines a rule in other notations", "a = { b }"),
    ("a == { b }", "`==` defines a rule in other notations", "a = { b }"),
    ("a : { b }", "`:` defines a rule in ANTLR, Yacc and Lark", "a = { b }"),
    ("a { b }", "there is no `=` between the name of the rule and its braces", "a = { b }"),
    ("a = b", "the rule has no braces", "a = { b }"),
    ("a = _ b", "the rule has no braces", "a = _ { b }"),
    ("a = b ;", "the rule has no braces", "a = { b }"),
    ("a = b .", "the rule has no braces", "a = { b }"),
    ("a = b }", "the rule has no `{` before what it matches", "a = { b }"),
    ("a = { b };", "`;` ends a rule in EBNF, ANTLR and Yacc", "a = { b }"),
    ("a = { b },", "no part follows this `,`", "a = { b }"),
    ("let a = { b }", "`let` comes before a rule in other notations", "a = { b }"),
    ("pub a = b;", "`pub` comes before a rule in other notations", "a = { b }"),
    ("rule a { b }", "`rule` comes before a rule in other notations", "a = { b }"),
    (
        "fragment A : [0-9] ;",
        "`fragment` comes before a rule in other notations",
        "A = @{ ASCII_DIGIT }",
    ),
    (
        r"WS : [ \t]+ -> channel(HIDDEN) ;",
        "`WS` is skipped in ANTLR",
        r#"WHITESPACE = _{ (" " | "\t")+ }"#,
    ),
    (r#"r = { r"abc" }"#, r#"`r"abc"` is a text as Python and Rust write it"#, r#"r = { "abc" }"#),
    (r#"a = { "a" } | { "b" }"#, "each alternative has braces", r#"a = { "a" | "b" }"#),
    (
        r#"a = { "a" } ~ { "b" | "c" }"#,
        "each alternative has braces",
        r#"a = { ("a") ~ ("b" | "c") }"#,
    ),
    ("a : 'x' | /* empty */ ;", "`:` defines a rule in ANTLR, Yacc and Lark", r#"a = { ("x")? }"#),
    ("a : | 'x' ;", "`:` defines a rule in ANTLR, Yacc and Lark", r#"a = { ("x")? }"#),
    ("a : 'x' | %empty ;", "`:` defines a rule in ANTLR, Yacc and Lark", r#"a = { ("x")? }"#),
    ("a ::= ε | \"x\"", "`::=` defines a rule in BNF", r#"a = { ("x")? }"#),
    ("a = 'x' |", "the rule has no braces", r#"a = { ("x")? }"#),
    ("a = { \"x\" | }", "no alternative follows this `|`", "a = { \"x\" }"),
    (
        "A : '/' ~[/]* ;",
        "`:` defines a rule in ANTLR, Yacc and Lark",
        r#"A = @{ "/" ~ (!"/" ~ ANY)* }"#,
    ),
    ("NL : '\\n' -> skip ;", "`:` defines a rule in ANTLR, Yacc and Lark", r#"NL = _{ "\n" }"#),
    (
        "%ignore /[ \\t]+/\na = { b }",
        "`%ignore /[ \\t]+/` names what is skipped in Lark",
        "WHITESPACE = _{ (\" \" | \"\\t\")+ }\na = { b }",
    ),
    ("?start: a", "`?` comes before a rule in other notations", "start = { a }"),
    ("!x: a", "`!` comes before a rule in other notations", "x = { a }"),
    ("?x.3: a", "`?` comes before a rule in other notations", "x = { a }"),
    ("NAME.2: /[a-z]/", "`.2` is a priority of a rule in Lark", "NAME = @{ ASCII_ALPHA_LOWER }"),
    ("x \"name\" = a", "`\"name\"` is what messages call the rule in Peggy", "x = { a }"),
    (
        "_ \"blank\"\n  = [ \\t]*",
        "`_` names the blanks in Peggy",
        "blanks\n  = { (\" \" | \"\\t\")* }",
    ),
    ("a = { \"x\" }}", "this `}` closes nothing", "a = { \"x\" }"),
    ("@a = { b }", "a modifier comes right before the braces", "a = @{ b }"),
    ("a = @_{ b }", "`@_` are two modifiers, and a rule has one", "a = @{ b }"),
    ("a = _@{ b }", "`_@` are two modifiers, and a rule has one", "a = @{ b }"),
    ("a = { b }_", "a modifier comes right before the braces", "a = _{ b }"),
    (
        r#"a = { 'x' } b = { "y" }"#,
        "`'x'` is a string literal of other notations",
        r#"a = { "x" } b = { "y" }"#,
    ),
    ("# all\na = { b }", "`#` begins a comment in other notations", "// all\na = { b }"),
    ("-- all\na = { b }", "`--` begins a comment in other notations", "// all\na = { b }"),
    ("; all\na = { b }", "`;` begins a comment in other notations", "// all\na = { b }"),
    ("(* all *) a = { b }", "`(* all *)` is a comment in other notations", "/* all */ a = { b }"),
    (
        "a = { b } //! all",
        "`//!` describes a rule or a grammar, and comes before it",
        "a = { b } // all",
    ),
    ("grammar G;\na = { b }", "`grammar G;` is a directive of another tool", "\na = { b }"),
    ("%token NUM\na = { b }", "`%token NUM` is a directive of another tool", "\na = { b }"),
    ("<a> ::= b", "`<a>` is a name as BNF writes it", "a = { b }"),
    ("a-b = { b }", "`a-b` is a name with a hyphen, as in EBNF and ABNF", "a_b = { b }"),
    ("1a = { b }", "`1a` is a name that begins with a digit", "_1a = { b }"),
    ("\u{feff}a = { b }", r"`\u{feff}` is no blank for pest", "a = { b }"),
    (
        "a\n    : b\n    | 'x' b // y\n    ;",
        "`:` defines a rule in ANTLR, Yacc and Lark",
        "a\n    = { b\n    | \"x\" ~ b // y\n    }",
    ),
    (
        "a = \"x\"\n  / label:\"y\" { return 1; }\n  / b",
        "the rule has no braces",
        "a = { \"x\"\n  | #label = \"y\"\n  | b }",
    ),
    (
        "a = %x41-5A /\n    1*b\n/// doc\nc = { b }",
        "the rule has no braces",
        "a = { 'A'..'Z' |\n    b+ }\n/// doc\nc = { b }",
    ),
    ("a = { \"x\"\nb = { \"y\" }", "a `}` is missing", "a = { \"x\" }\nb = { \"y\" }"),
    ("a = { (\"x\" }\nb = { \"y\" }", "a `)` is missing", "a = { (\"x\") }\nb = { \"y\" }"),
];

#[test]
fn each_way_to_define_a_rule_is_written_as_pest_has_it() {
    assert_mended(DEFINITIONS, str::to_owned);
    assert_mended(DEFINITIONS, |rule| format!("{rule}\nz = {{ \"z\" }}\n"));
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
            "/* ISO 14977 */\nsum = { num ~ (\"+\" ~ num)* }\nnum = { digit ~ (digit)? }\n\
             digit = { \"0\" | \"1\" }\n",
        ),
        (abnf, "sum = { num ~ (\"+\" ~ num)* }\nnum = { '0'..'9'{1,3} }\n"),
        (peg, "// Ford\nSum = { Num ~ (\"+\" ~ Num)* }\nNum = { ASCII_DIGIT+ ~ !ANY }\n"),
        (
            antlr,
            "\nsum\n    = { num ~ (\"+\" ~ num)*\n    }\nnum = { DIGIT+ } // digits\n\
             DIGIT = @{ ASCII_DIGIT }\nWHITESPACE = _{ (\" \" | \"\\t\")+ }\n",
        ),
        (
            lark,
            "sum = { num ~ (\"+\" ~ num)* }\nnum = { ASCII_DIGIT+ }\nWHITESPACE = _{ \" \" | \"\\t\" | NEWLINE }\n",
        ),
        (
            yacc,
            "\n\nsum = { sum2 | num ~ \"+\" ~ sum }\nsum2 = { num\n     | \"(\" ~ sum ~ \")\"\n     }\n\
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
fn what_pest_calls_otherwise_is_named_where_it_is_undefined() {
    let rows = [
        ("DIGIT", "ASCII_DIGIT"),
        ("digit", "ASCII_DIGIT"),
        ("ALPHA", "ASCII_ALPHA"),
        ("letter", "ASCII_ALPHA"),
        ("HEXDIG", "ASCII_HEX_DIGIT"),
        ("SP", r#"" ""#),
        ("HTAB", r#""\t""#),
        ("WSP", r#"(" " | "\t")"#),
        ("CRLF", r#""\r\n""#),
        ("EOL", "NEWLINE"),
        ("EOF", "EOI"),
        ("end", "EOI"),
    ];
    for (name, pest) in rows {
        let errors = mistakes(&format!("a = {{ {name} }}"));
        let advice = format!("other notations have this name: pest has `{pest}`");
        assert_eq!((&*errors[0].advice, errors.len()), (&*advice, 1), "{name}");
        assert!(PestGrammar::read(&format!("a = {{ \"x\" ~ {pest} }}")).is_ok(), "{pest}");
        let own = mistakes(&format!("a = {{ {name} }}\n{name}s = {{ \"x\" }}"));
        assert_eq!(own[0].advice, format!("did you mean `{name}s`?"));
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
            ("`'x'` is a string literal of other notations", true),
            ("nothing joins these two parts, as in BNF and in most notations", true),
            ("unexpected `}`", false),
            ("unknown escape `\\q`", false),
            ("`::=` defines a rule in BNF", true),
            ("the rule has no braces", false),
        ]
    );
}

#[test]
fn what_is_in_no_notation_gets_the_message_of_pest() {
    let rows = [
        ("b ~", "unexpected `}`", "expected what the rule matches"),
        ("a..b", "unexpected `.`", "a range goes from one character to another: `'a'..'z'`"),
        ("'a'..b", "unexpected `b`", "a range goes from one character to another: `'a'..'z'`"),
        (
            "größe",
            "unexpected `ö`",
            "a name has the letters `a` to `z` and `A` to `Z`, digits and `_`",
        ),
        ("\"x\"{n}", "unexpected `n`", "expected a whole number or `,`"),
        ("PUSH", "unexpected `}`", "expected `(`"),
        ("$b", "unexpected `$`", "expected what the rule matches"),
        ("b /* c", "a `*/` is missing", "this comment is still open: close it with `*/`"),
        ("unknown(b) 'x'", "unexpected `(`", "expected `{`, `}`, `~`, `|`, `?`, `*` or `+`"),
    ];
    for (body, message, advice) in rows {
        let errors = mistakes(&format!("a = {{ {body} }}\nb = {{ \"b\" }}\n"));
        assert_eq!((&*errors[0].message, &*errors[0].advice), (message, advice), "{body}");
        assert!(errors[0].mend.is_empty(), "{body}");
    }
}

#[test]
fn many_brackets_in_each_other_take_no_time() {
    let opens = [
        "(", "{", "[", "~(", "PUSH(", "opt(", "!(", "3(", "b % (", "b - (", "b, (", "b | (",
        "b / (", "b and (", "b or (", "x:(", "choice(", "b(", "unknown(", "{[(", "b {", "not (",
    ];
    for open in opens {
        for (middle, close) in [("b", ""), ("b", ")"), ("^", "}"), ("b ~", "]")] {
            let (open, close) = (open.repeat(30), close.repeat(30));
            assert!(!mistakes(&format!("a : {open}{middle}{close}\n")).is_empty());
        }
    }
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
