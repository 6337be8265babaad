//! Tests the output in each format, and the choice of a format.

use crate::{bracket24, stdout};

#[test]
fn json_output_is_one_object_per_line_and_nothing_else() {
    let output = bracket24(&["solve", "--json", "-"], b"3 3 8 8\nx\n1 1 1 1\n");
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stdout).unwrap();
    let objects: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects.len(), 2);
    assert_eq!(objects[0]["solutions"][0]["expression"], "8/(3-8/3)");
    assert_eq!(objects[1]["solutions"], serde_json::json!([]));
    assert!(String::from_utf8(output.stderr).unwrap().contains("standard input:2:1"));
}

#[test]
fn calculate_prints_the_listing_format_of_the_tutorial() {
    let listed = |template, cards: [&str; 4]| {
        let mut arguments = vec!["calculate", template, "--format", "listing"];
        arguments.extend(cards);
        stdout(&arguments)
    };
    assert_eq!(listed("(N-N/N)*N", ["5", "1", "5", "5"]), "((5-1/5)*5,(N-N/N)*N,24\\1)\n");
    assert_eq!(listed("N/N*N-N", ["1", "3", "1", "2"]), "(1/3*1-2,N/N*N-N,-5\\3)\n");
}

#[test]
fn the_brackets_in_latex_have_the_same_size_at_both_ends_after_a_root() {
    let steps = stdout(&["step", "√(9/4-2)+√16*√(3-8/3+√(1/9))", "-g", "extended", "-f", "latex"]);
    for line in steps.lines() {
        assert_eq!(line.matches(r"\Bigl(").count(), line.matches(r"\Bigr)").count(), "{line}");
    }
    assert!(steps.contains(r"\Bigl("), "{steps}");
}

#[test]
fn step_prints_steps_as_latex() {
    assert_eq!(
        stdout(&["step", "8/(3-8/3)", "--format", "latex"]),
        r"% \usepackage{amsmath}
\begin{align*}
  &8 \div (3-{\underbrace{8 \div 3}_{\frac{8}{3}}}) \\
  ={}&8 \div \Bigl({\underbrace{3-\frac{8}{3}}_{\frac{1}{3}}}\Bigr) \\
  ={}&{\underbrace{8 \div \frac{1}{3}}_{24}} \\
  ={}&24
\end{align*}
"
    );
}

#[test]
fn solve_prints_solutions_as_latex() {
    assert_eq!(
        stdout(&["solve", "A", "J", "Q", "K", "--first", "--format", "latex"]),
        r"% hand A J Q K, target 24
% \usepackage{amsmath}
\begin{align*}
  (A \times K-J) \times Q &= 24
\end{align*}
"
    );
    assert!(stdout(&["solve", "1", "1", "-f", "latex"]).contains(r"\text{no solution for }"));
    let other = ["solve", "8", "4", "2", "-t", "6", "-g", "scala", "--distinct", "text"];
    let rows = r"
  8+2-4 &= 6 \\
  8-4-2 &= 6\quad\text{false: it is 2} \\
  8-4 \div 2 &= 6 \\
  (8+4) \div 2 &= 6 \\
  &\quad\text{under the grammar \texttt{scala}}
";
    assert!(stdout(&[&other[..], &["-f", "latex"]].concat()).contains(rows));
}

#[test]
fn parse_prints_the_parse_tree_as_nested_json() {
    let tree = |text: &str, grammar: &str| {
        let json = stdout(&["parse", text, "--grammar", grammar, "--json"]);
        let tree = serde_json::from_str::<serde_json::Value>(&json).unwrap()["parse_tree"].take();
        serde_json::to_string(&tree).unwrap()
    };
    let leaf = |rule: &str, start: usize| {
        let inside = format!(r#""end":{},"rule":"number""#, start + 1);
        format!(
            r#"{{"at":{start},"children":[{{"at":{start},"children":[{{"at":{start},"children":[],{inside}}}],"end":{end},"pair":false,"rule":"operand"}}],"end":{end},"pair":false,"rule":"{rule}"}}"#,
            end = start + 1
        )
    };
    // Silent rules make no pairs.
    let [first, second] = [leaf("term", 0), leaf("term", 2)];
    assert_eq!(
        tree("8-4", "left"),
        format!(
            r#"{{"at":0,"children":[{{"at":0,"children":[{first},{{"at":2,"children":[{second}],"end":3,"rule":"subtract"}}],"end":3,"pair":false,"rule":"expression"}},{{"at":3,"children":[],"end":3,"rule":"EOI"}}],"end":3,"pair":false,"rule":"line"}}"#
        )
    );
}

#[test]
fn parse_prints_the_trees_of_a_template_without_a_value_in_every_format() {
    let text = "(N-N/N)*N";
    for format in ["text", "json", "csv", "md", "sexpr", "latex", "dot", "mermaid", "svg"] {
        let output = bracket24(&["parse", text, "--grammar", "scala", "--format", format], b"");
        assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()), "{format}");
        assert!(!output.stdout.is_empty(), "{format}");
    }
    assert_eq!(stdout(&["parse", text, "-f", "sexpr"]), "(* (- N (/ N N)) N)\n");
    assert!(stdout(&["parse", text]).contains("none until its slots are filled"));
    let json: serde_json::Value =
        serde_json::from_str(&stdout(&["parse", text, "--json"])).unwrap();
    assert_eq!((&json["value"], json.get("error")), (&serde_json::Value::Null, None));
    assert_eq!(bracket24(&["trace", text], b"").status.code(), Some(0));
}

#[test]
fn parse_prints_trees_for_graphviz() {
    assert_eq!(
        stdout(&["parse", "8-4", "--format", "dot"]),
        r#"digraph parse {
  label="8-4 = 4";
  labelloc=t;
  fontname="sans-serif";
  node [fontname="monospace", shape=box, style=rounded];
  edge [arrowhead=none];
  subgraph cluster_rules {
    label="every rule call, by the grammar left";
    ordering=out;
    rules_0 [label="line\nexpression\n8-4"];
    rules_1 [label="term\noperand\nnumber\n8"];
    rules_0 -> rules_1;
    rules_2 [label="subtract\nterm\noperand\nnumber\n4"];
    rules_0 -> rules_2;
  }
  subgraph cluster_expression {
    label="the expression";
    ordering=out;
    expression_0 [label="-"];
    expression_1 [label="8"];
    expression_0 -> expression_1;
    expression_2 [label="4"];
    expression_0 -> expression_2;
  }
}
"#
    );
}

#[test]
fn compare_grammars_finds_every_order_of_the_cards_whatever_their_order() {
    let compared = ["8 7 6 5", "5 6 7 8"].map(|hand| {
        let cards: Vec<&str> = hand.split(' ').collect();
        stdout(&[&["compare", "grammars", "--grammar", "scala"], &cards[..]].concat())
    });
    for text in compared {
        for found in ["(5-8-7)*6", "(7-8-5)*6", "scala            7      4     0"] {
            assert!(text.contains(found), "{found}: {text}");
        }
    }
}

#[test]
fn solve_keeps_a_true_solution_rather_than_a_false_one() {
    let listed = stdout(&["solve", "1", "5", "6", "8", "--grammar", "flat"]);
    assert!(listed.contains("(1+8-5)*6") && !listed.contains("false"), "{listed}");
}

#[test]
fn solve_says_why_a_false_solution_has_no_value() {
    let grammar = ["--grammar", "extended_left", "--templates", "tests/wrong/false_power.txt"];
    let listed = ["solve", "4", "1", "2", "3", "3", "--distinct", "text"];
    let listed = stdout(&[&listed[..], &grammar].concat());
    let why = "false: no value (4^(1/8) is not a rational number)";
    assert!(listed.contains(why), "{listed}");
}

#[test]
fn inspect_counts_the_false_solutions_and_not_the_false_templates() {
    let listed = stdout(&["inspect", "1", "2", "4", "8", "--grammar", "flat", "--nearest", "0"]);
    let (heading, list) = listed.split_once("\n\n").unwrap();
    let wrong = list.matches("false:").count();
    let heading = heading.replace('\n', " ");
    assert!(heading.ends_with(&format!(", {wrong} of the solutions false")), "{heading}");
}

#[test]
fn solve_names_the_grammar_that_reads_a_solution_in_its_own_way() {
    let listed = stdout(&[
        "solve", "5", "6", "7", "8", "--templates", "scala", "--grammar", "scala", "--why",
    ]);
    let line = |text: &str| {
        let line = listed.lines().find(|it| it.trim_start().starts_with(text)).unwrap();
        line.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(line("(5-8-7)*6"), "(5-8-7)*6 is (5-(8-7))*6 as the grammar scala parses it");
}

#[test]
fn solve_marks_a_false_solution_that_divides_by_zero() {
    // Grouped from the right, 4-2-2 is 4-(2-2).
    let options = ["--grammar", "scala", "--templates", "tests/wrong/false_zero.txt"];
    let hand = [&["solve", "8", "4", "2", "2", "--target", "2"], &options[..]].concat();
    assert!(stdout(&hand).contains("false: no value (division by zero)"), "{}", stdout(&hand));
    let mut json = hand.clone();
    json.push("--json");
    assert!(stdout(&json).contains(r#""ordinary":null"#));
}

#[test]
fn survey_can_print_csv() {
    assert_eq!(
        stdout(&["survey", "--csv"]),
        "hands,solvable,solutions,single,most_hand,most\n1820,1362,4078,444,1 1 11 13,22\n"
    );
    let unsolvable = stdout(&["survey", "--deck", "1..2", "--cards", "2", "--unsolvable", "--csv"]);
    assert_eq!(unsolvable, "hand,solutions\n1 1,0\n1 2,0\n2 2,0\n");
}

#[test]
fn grammar_show_prints_the_exact_source() {
    for name in ["left", "scala"] {
        let grammar: bracket24::Grammar = name.parse().unwrap();
        assert_eq!(stdout(&["grammar", "show", name]), grammar.whole_source());
        let json: serde_json::Value =
            serde_json::from_str(&stdout(&["grammar", "show", name, "--json"])).unwrap();
        assert_eq!(json["source"], grammar.whole_source());
    }
}

#[test]
fn the_file_extension_selects_the_output_format() {
    let folder = tempfile::tempdir().unwrap();
    for (name, arguments, format) in [
        ("tree.svg", &["parse", "8-4"][..], "svg"),
        ("tree.gv", &["parse", "8-4"], "dot"),
        ("tree.json", &["parse", "8-4"], "json"),
        ("steps.TEX", &["step", "8-4"], "latex"),
        ("trace.html", &["trace", "8-4"], "html"),
        ("hand.txt", &["solve", "3388"], "text"),
        ("hand.csv", &["solve", "3388"], "csv"),
        ("hand.md", &["inspect", "3388"], "md"),
        ("set.csv", &["templates", "list"], "csv"),
        ("mine.pest", &["grammar", "show", "left"], "text"),
        ("hand", &["solve", "3388"], "text"),
        ("deck.csv", &["survey", "--deck", "1..3"], "csv"),
        ("deck.svg", &["survey", "--deck", "1..3"], "svg"),
        ("cover.svg", &["templates", "coverage", "--deck", "1..3"], "svg"),
        ("left.svg", &["grammar", "diagram", "left"], "svg"),
    ] {
        let path = folder.path().join(name);
        let to_file = [arguments, &["-o", path.to_str().unwrap()]].concat();
        let written = bracket24(&to_file, b"");
        let printed = bracket24(&[arguments, &["--format", format]].concat(), b"");
        assert_eq!(written.status.code(), printed.status.code(), "{name}");
        assert_eq!(written.stdout, b"", "{name}");
        assert_eq!(std::fs::read(&path).unwrap(), printed.stdout, "{name}");
    }
    assert!(std::fs::read(folder.path().join("tree.json")).unwrap().starts_with(b"{"));
    let path = folder.path().join("cut.txt");
    let cut = bracket24(&["trace", "(8-4", "-o", path.to_str().unwrap()], b"");
    assert_eq!(cut.status.code(), Some(2));
    assert!(
        std::fs::read_to_string(path).unwrap().contains("expression"),
        "the trace of a mistake"
    );
}

#[test]
fn a_flag_that_abbreviates_a_format_prints_that_format() {
    for (arguments, flag, format) in [
        (&["solve", "3388"][..], "--json", "json"),
        (&["survey", "--deck", "1..3"], "--csv", "csv"),
        (&["templates", "coverage", "--deck", "1..3"], "--csv", "csv"),
        (&["compare", "grammars", "2", "12"], "--markdown", "md"),
        (&["grammar", "list"], "--json", "json"),
    ] {
        let short = stdout(&[arguments, &[flag]].concat());
        assert_eq!(short, stdout(&[arguments, &["--format", format]].concat()), "{arguments:?}");
    }
    for one in [&["-j"][..], &["-f", "json"], &["-jj"]] {
        let printed = stdout(&[&["solve", "3388"], one].concat());
        assert_eq!(printed, stdout(&["solve", "3388", "--json"]), "{one:?}");
    }
}

#[test]
fn conflicting_format_options_are_named_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.json");
    for (command, options, names) in [
        (&["solve", "3388"][..], &["--json", "--format", "listing"][..], ["--json", "--format"]),
        (&["calculate", "N+N", "1", "2"], &["-j", "-f", "listing"], ["--json", "--format"]),
        (&["survey", "--deck", "1..3"], &["--format", "csv", "--json"], ["--json", "--format"]),
        (&["compare", "2", "12"], &["--csv", "--markdown"], ["--csv", "--markdown"]),
        (
            &["parse", "8-4"],
            &["--format", "svg", "--format", "dot"],
            ["--format", "multiple times"],
        ),
        (&["templates", "list"], &["--json", "--csv"], ["--json", "--csv"]),
    ] {
        let file = ["-o", path.to_str().unwrap()];
        let output = bracket24(&[command, options, &file].concat(), b"");
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout), (Some(2), Vec::new()), "{command:?}");
        assert!(names.iter().all(|name| errors.contains(name)), "{errors}");
        assert!(!path.exists(), "{command:?}");
    }
}

#[test]
fn an_explicit_format_is_written_to_a_file_with_any_extension() {
    let folder = tempfile::tempdir().unwrap();
    for (name, format) in [("s.tex", "json"), ("h.csv", "md"), ("h.md", "csv"), ("h.log", "text")] {
        let path = folder.path().join(name);
        let command = ["solve", "3388", "--format", format];
        let written = bracket24(&[&command[..], &["-o", path.to_str().unwrap()]].concat(), b"");
        assert_eq!(written.status.code(), Some(0), "{name}");
        assert_eq!(std::fs::read_to_string(path).unwrap(), stdout(&command), "{name}");
    }
}

#[test]
fn text_in_colour_has_no_control_characters_except_styles() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pest");
    let typed = "x\u{1b}]0;title\u{7}\u{1b}[2J\u{9b}3Jy";
    std::fs::write(&path, format!("a = {{ \"b\" ~ EOI }} // {typed}\n")).unwrap();
    let show = ["grammar", "show", path.to_str().unwrap()];
    for line in [
        &show[..],
        &["grammar", "show", typed],
        &["explain", typed],
        &["solve", "3388", "--grammar", typed],
        &["solve", "3388", typed],
        &["survey", "--deck", typed],
        &["lesson", typed],
        &["quiz", "--kind", typed],
        &["exercise", typed],
        &["deal", "--level", typed],
        &[typed],
    ] {
        let output = bracket24(&[line, &["--color", "always"]].concat(), b"");
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(text.contains('y'), "{line:?}: {text:?}");
        let mut parts = text.split("\u{1b}[");
        let plain = parts.next().unwrap().to_owned();
        let plain = parts.fold(plain, |plain, part| {
            let (style, rest) = part.split_once('m').unwrap();
            assert!(style.chars().all(|it| it.is_ascii_digit() || it == ';'), "{line:?}: {text:?}");
            plain + rest
        });
        assert!(!plain.contains(|it: char| it.is_control() && it != '\n'), "{line:?}: {text:?}");
    }
}

#[test]
fn output_for_programs_keeps_control_characters_byte_for_byte() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (grammar, shown, texts) = (place("a.pest"), place("b.pest"), place("c.txt"));
    let source = "main = { SOI ~ (\"\u{1b}[31m\" | \"a\u{7}b\") ~ EOI }\n";
    std::fs::write(&grammar, source).unwrap();
    stdout(&["grammar", "show", &grammar, "-o", &shown]);
    assert_eq!(std::fs::read_to_string(&shown).unwrap(), source);
    stdout(&["grammar", "examples", &grammar, "--random", "--size", "4", "-o", &texts]);
    let text = std::fs::read_to_string(&texts).unwrap();
    assert!(text.contains(['\u{1b}', '\u{7}']), "{text:?}");
    let csv = stdout(&["check", "1", "2", "--target", "1", "2-1\u{7}", "--csv"]);
    assert!(csv.contains("2-1\u{7}"), "{csv:?}");
    // Text for people loses its styles without a trace.
    assert!(!stdout(&["solve", "3", "3", "8", "8"]).contains('\u{1b}'));
}

#[test]
fn a_text_of_several_lines_stays_in_the_line_of_its_finding() {
    let grammar = "prog = { SOI ~ stmt ~ EOI }
        stmt = { \"if\" ~ NEWLINE ~ stmt ~ (\"else\" ~ NEWLINE ~ stmt)? | \"x\" ~ NEWLINE }";
    let arguments = ["grammar", "check", "-", "--ambiguous", "--format", "short"];
    let output = bracket24(&arguments, grammar.as_bytes());
    let told = String::from_utf8(output.stdout).unwrap();
    let found = told.lines().filter(|it| it.ends_with("has several trees [ambiguous]"));
    assert_eq!(found.count(), 1, "{told}");
    assert!(told.lines().all(|line| line.contains(": warning: ")), "{told}");
}

#[test]
fn an_example_that_is_refused_has_the_line_of_its_error() {
    let grammar = "doc = { SOI ~ entry ~ (\"\\n\" ~ entry){2} ~ EOI }
        entry = { key ~ \"=\" ~ ASCII_DIGIT+ }
        key = @{ ASCII_ALPHA+ }";
    let output = bracket24(&["grammar", "examples", "-", "--refused"], grammar.as_bytes());
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("line 2, column 4"), "{told}");
}

#[test]
fn a_fix_of_several_lines_says_that_it_replaces_the_old_ones() {
    let title = |grammar: &str| {
        let output = bracket24(&["grammar", "check", "-"], grammar.as_bytes());
        let said = String::from_utf8(output.stderr).unwrap();
        let title = said.lines().find(|line| line.starts_with("help: this change")).unwrap();
        title.to_owned()
    };
    let long = "cond = { cond ~ \"and\" ~ cond | \"not\" ~ cond | \"(\" ~ cond ~ \")\" | test }
        test = @{ ASCII_DIGIT+ }";
    assert_eq!(title(long), "help: this change fixes it; it replaces the old lines");
    let short = "e = { e ~ \"+\" ~ n | n }\nn = @{ ASCII_DIGIT+ }";
    assert_eq!(title(short), "help: this change fixes it");
}
