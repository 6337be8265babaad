//! Tests batches from standard input: one hand or expression a line.

use std::io::Write;
use std::process::{Command, Stdio};

use itertools::Itertools;
use snapbox::assert_data_eq;

use crate::bracket24;

#[cfg(unix)]
#[test]
fn solve_does_not_fail_if_its_output_pipe_is_closed() {
    let hands = "1 2 3 4\n".repeat(2000);
    let mut child = Command::new(env!("CARGO_BIN_EXE_bracket24"))
        .args(["solve", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let _ = child.stdin.take().unwrap().write_all(hands.as_bytes());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[test]
fn a_batch_answers_while_it_waits_for_the_next_hand() {
    use std::io::{BufRead, BufReader};

    let mut child = Command::new(env!("CARGO_BIN_EXE_bracket24"))
        .args(["solve", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for hand in ["3 3 8 8", "5 5 5 1"] {
        writeln!(input, "{hand}").unwrap();
        assert!(answers.next().unwrap().unwrap().contains("solutions"));
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn solve_skips_a_line_that_is_too_long_and_continues_with_the_rest() {
    let mut input = vec![b'1'; 1 << 20];
    input.extend(b"\n3388\n");
    let output = bracket24(&["solve", "-", "--json"], &input);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stdout).unwrap().contains("8/(3-8/3)"));
    assert!(String::from_utf8(output.stderr).unwrap().contains("line 1"));
}

#[test]
fn check_accepts_a_colon_or_an_equals_sign_after_the_hand_on_a_line() {
    let lines = [
        "6 6 6 6: 6+6+6+6",
        "6666 = 6*6-6-6",
        "6 6 6 6:6+6+6+6",
        "6666=6*6-6-6",
        "6,6,6,6 : 24 = 6+6+6+6",
        "6 6 6 6： 6+6+6+5",
        "3 3 8 8 24 = 8/(3-8/8)",
        "5 6 7 8: 5+7=12, 12*2=24",
        // Here the colon means division: only this reading uses the cards before it.
        "3 3 8 8 8 : (3 - 8:3)",
        // Neither reading uses the cards, but after the colon there are too few numbers.
        "3 4 8 6 6:3*8+8",
        "5 6 7 8 8:2*6=24",
        "2 6 4 5 6:2=3, 4+5=10, 3*10=30",
        "6 6 6 6:6+6=12, 12+12=24",
        "6 6 6 6=6+6",
        "5 6 7 8: 5+7",
        // The colon could divide, but nobody writes a blank after such a colon only.
        "2 4 12 4: 2*12=24",
    ];
    let output = bracket24(&["check", "-", "--csv"], lines.join("\n").as_bytes());
    let told = String::from_utf8(output.stdout).unwrap();
    let rows: Vec<&str> = told.lines().skip(1).collect();
    assert_eq!(
        rows,
        [
            "6 6 6 6,24,6+6+6+6,left,24,24,,",
            "6 6 6 6,24,6*6-6-6,left,24,24,,",
            "6 6 6 6,24,6+6+6+6,left,24,24,,",
            "6 6 6 6,24,6*6-6-6,left,24,24,,",
            "6 6 6 6,24,6+6+6+6,left,24,24,,",
            "6 6 6 6,24,6+6+6+5,left,23,23,cards,",
            "3 3 8 8,24,8/(3-8/8),left,4,4,cards,",
            "5 6 7 8,24,(5+7)*2,left,24,24,cards,",
            "3 3 8 8,24,8 / (3 - 8/3),left,24,24,,",
            "3 4 8 6,24,6/3*8+8,left,24,24,cards,",
            "5 6 7 8,24,8/2*6,left,24,24,cards,",
            "2 6 4 5,24,4+5,left,9,9,step,",
            "6 6 6 6,24,6+6+12,left,24,24,cards,",
            "6 6 6 6,24,6+6,left,12,12,cards,",
            "5 6 7 8,24,5+7,left,12,12,cards,",
            "2 4 12 4,24,2*12,left,24,24,cards,",
        ],
        "{told}"
    );
    // Something is missing before or after the sign.
    for line in ["24 = 3*8", "24=3*8", ": 5+7", "5 6 7 8:", ":", "="] {
        assert_eq!(bracket24(&["check", "-"], line.as_bytes()).status.code(), Some(2), "{line}");
    }
}

#[test]
fn an_x_between_blanks_is_a_sign_in_an_answer_on_a_line() {
    let lines = [
        "1 2 3 4 1 x 2 X 3 x 4",
        "5 1 6 3 6 x 3=18, 1+5=6, 18 + 6 = 24",
        "4,6,12,13 4 x 6 / (13 - 12)=24",
        "1 3 7 7 1-7=-6, 3-7=-4, -6 x -4 = 24",
        "1 3 7 7 1-7=-6, 3-7=-4, -6x-4=24",
    ];
    let output = bracket24(&["check", "-"], lines.join("\n").as_bytes());
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!((told.matches("right: ").count(), output.status.code()), (5, Some(0)), "{told}");
    let unquoted = ["check", "4", "6", "1", "1", "4", "x", "6", "x", "1", "x", "1"];
    assert_eq!(bracket24(&unquoted, b"").status.code(), Some(0));
}

#[test]
fn a_dash_between_blanks_ends_the_hand_of_a_wrong_answer_too() {
    let answers = [
        ("1 2 3 4 - 4x3x2", "you did not use the 1"),
        ("1 2 3 4 — 4x3=12, 12x2=24", "you did not use the 1"),
        ("5 6 7 8 - 5+7=12, 8-6=2, 12x2=25", "12*2 is 24, not 25"),
        ("3 3 8 8 – 8x3=24", "you used one 3 instead of two and one 8 instead of two"),
        // Here it is a minus.
        ("1 2 3 4 1 - 2 * 3", "you did not use the 4"),
        ("2 3 7 8 8 - 7*3", "you did not use the 2"),
    ];
    for (line, said) in answers {
        let output = bracket24(&["check", "-"], line.as_bytes());
        let told = String::from_utf8(output.stdout).unwrap();
        let verdict = told.split_once('\n').unwrap().1;
        assert!(verdict.starts_with(&format!("wrong: {said}\n")), "{line}: {told}");
    }
    let missing = String::from_utf8(bracket24(&["check", "-"], b"- 3 - 4*5").stderr).unwrap();
    assert!(missing.contains("the hand is missing"), "{missing}");
    let line = b"Ben (5+7)*2";
    let missing = String::from_utf8(bracket24(&["check", "-"], line).stderr).unwrap();
    assert!(missing.contains("help: give the cards first, or a name with a `:`"), "{missing}");
}

#[test]
fn an_answer_of_a_list_may_be_that_there_is_no_solution() {
    let lines = "Ben: 1 2 2 3 none\nMia: 1 4 4 7 No solution.\n2. 1 1 2 2 = impossible\n";
    let output = bracket24(&["check", "-"], lines.as_bytes());
    let expected = "Ben: 1 2 2 3\nright: no solution with + - * /\n\nMia: 1 4 4 7\nwrong: it has a solution\n\n\
                    2. 1 1 2 2\nright: no solution with + - * /\n";
    assert_data_eq!(String::from_utf8(output.stdout).unwrap(), expected);
    assert_eq!(output.status.code(), Some(1));
    let output = bracket24(&["check", "-", "--csv"], lines.as_bytes());
    let expected = "hand,target,expression,grammar,value,ordinary,problem,label\n\
                    1 2 2 3,24,none,left,,,,Ben\n1 4 4 7,24,none,left,,,solvable,Mia\n\
                    1 1 2 2,24,none,left,,,,2.\n";
    assert_data_eq!(String::from_utf8(output.stdout).unwrap(), expected);
    let output = bracket24(&["check", "-", "--markdown"], lines.as_bytes());
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.starts_with("Ben: 1 2 2 3\n\nright: no solution"), "{said}");
    let output = bracket24(&["check", "-", "--json"], lines.as_bytes());
    let labels = String::from_utf8(output.stdout).unwrap();
    let labels = labels.lines().map(|it| it.split("\"label\":").nth(1).unwrap()[..6].to_owned());
    assert_eq!(labels.collect::<Vec<_>>(), ["\"Ben\",", "\"Mia\",", "\"2.\",\""]);
    // Another target, and more cards than templates have slots.
    let output = bracket24(&["check", "1", "2", "3", "none", "--target", "10"], b"");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "right: no solution with + - * /\n");
    assert_eq!(bracket24(&["check", "1 1 1 1 1 1 1", "none"], b"").status.code(), Some(0));
}

#[test]
fn a_line_of_answers_may_begin_with_a_number_or_a_name() {
    let lines = [
        "1. 5 6 7 8 (5+7)*(8-6)",
        "12: 5 6 7 8: (5+7)x(8-6)",
        "Ben: 5 6 7 8 5+7=12, 8-6=2, 12*2=24",
        "Jean-Luc 3: 5, 6, 7, 8 = (5+7)*(8-6)",
        "A J Q K: (K-J)*Q*A",
        "8: 3 8*3",
    ];
    let output = bracket24(&["check", "-", "--csv"], lines.join("\n").as_bytes());
    let told = String::from_utf8(output.stdout).unwrap();
    let hands = told.lines().skip(1).map(|row| row.split(',').next().unwrap());
    let expected = ["5 6 7 8", "5 6 7 8", "5 6 7 8", "5 6 7 8", "1 11 12 13"];
    assert_eq!(hands.take(5).collect::<Vec<_>>(), expected, "{told}");
    assert_eq!(told.matches(",24,24,,").count(), 5, "{told}");
    let output = bracket24(&["check", "-"], b"1. 5 6 7 8 (5+7)*(8-)\nBen: (5+7)*(8-6)\n");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("standard input:1:21\n"), "{errors}");
    assert!(errors.contains("the hand is missing before `"), "{errors}");
    assert!(errors.contains("1 | 1. 5 6 7 8 (5+7)*(8-)\n"), "{errors}");
    for name in [
        "Mia: 3388:", "Mia: 3388", "Tom B.: 3 3 8 8", "Tom:3 3 8 8", "1. Tom: 3 3 8 8",
        "2) Mrs. Hill: 3 3 8 8:", "Ben / Mia: 3 3 8 8", "Ali & Bo (9): 3 3 8 8",
        // All letters of these names are on cards.
        "Jack: 3388:", "Kat: 3 3 8 8", "2. AK: 3388:",
    ] {
        let line = format!("{name} 8/(3-8/3)");
        let output = bracket24(&["check", "-"], line.as_bytes());
        let told = String::from_utf8(output.stdout).unwrap();
        let expected = format!("{}\nright: 8/(3-8/3) = 24\n", name.trim_end_matches(':'));
        assert_eq!(told, expected);
    }
    // A colon may end the hand, or divide.
    for line in [
        "3388: 8/(3-8/3)",
        "3 3 8 8 : 8/(3-8/3)",
        "3 3 8 8 8 : (3 - 8 : 3)",
        "Kat: 5678 (5+7)*(8-6)",
        "A: 1111 none",
        "AJQK: 13 - 11 = 2, 2*12=24, 24*1=24",
        "5 6 7 8: 8 divided by (7-5) times 6",
        "5678 8 divided by (7-5) times 6",
        "1. 5 6 7 8 6 multiplied by (5+7-8)",
        "5 6 7 8: 5 add 7 is 12, 12 minus 8 is 4, 4 times 6 is 24",
        // The fifth number begins the answer.
        "8 8 3 3 8: (3 - 8: 3)",
        "Tom: 5 6 7 8 8: (7-5) * 6",
        "6 12 3 1 12: 3 = 4, 4 * 6 = 24, 24: 1 = 24",
        "1 1 1 1 - none",
        "Tom: 1111 - none",
        "1111 – impossible",
        "1,1,1,1 = There is no solution.",
        "1 1 1 1: can't be done",
        "1111 (none)",
        "Tom;5 6 7 8;(5+7)*(8-6)",
        "Ann\t5 6 7 8\t(5+7)*(8-6)",
        "Tom,5 6 7 8,(5+7)*(8-6)",
        "Hill, Tom: 5678 (5+7)*(8-6)",
        "1\t5 6 7 8\t(5+7)*(8-6)",
        "1;5 6 7 8;(5+7)*(8-6)",
        // The colon ends the hand, or divides.
        "Tom 5 6 7 8: 8 - 6 = 2, 5 + 7 = 12, 12 * 2 = 24",
        "Tom 1 2 6 8: 8:2*6*1",
        "Tom, 5 6 7 8: 8 - 6 = 2, 5 + 7 = 12, 12 * 2 = 24",
        "Tom 5 6 7 8 (5+7)*(8-6)",
        "3 3 8 8;8:(3-8:3)",
        "3,3,8,8,8:(3-8:3)",
        "Tom;3388;8:(3-8:3)",
        "Tom,1 2 6 8,8:2=4*6=24*1=24",
        "Tom, 3 3 8 8 - 8:(3-8:3)",
        // Names of cards, and answers that look like hands.
        "Kat: 1234 - 1*2*3*4",
        "K: 5678 = (5+7)*(8-6)",
        "1. Jack: 5678 - (5+7)*(8-6)",
        "J.: 5678 – (5+7)*(8-6)",
        "3: 5678 (5+7)*(8-6)",
        "3: 5678: (5+7)*(8-6)",
        "3: 5678 = (5+7)*(8-6)",
        "Q Q A A: 12 plus 12 plus 1 minus 1",
        "1. A J Q K: 13 minus 11 = 2, 2 times 12 = 24, 24 times 1 = 24",
        "QQAA: 12 plus 12 plus 1 minus 1",
    ] {
        assert_eq!(bracket24(&["check", "-"], line.as_bytes()).status.code(), Some(0), "{line}");
    }
}

#[test]
fn a_sign_that_is_blank_is_rejected_without_the_loss_of_other_lines() {
    let lines =
        "5 6 7 8 (5+7)*(8-6)\n5 6 7 8 \u{fe0f}\n5\u{fe0f} 6 7 8 \u{fe0f} -\n3388 8/(3-8/3)\n";
    let output = bracket24(&["check", "-", "--csv"], lines.as_bytes());
    assert_eq!(output.status.code(), Some(2));
    let rows = String::from_utf8(output.stdout).unwrap();
    assert_eq!(rows.matches(",left,24,24,,").count(), 2, "{rows}");
}

#[test]
fn a_list_has_a_row_for_a_hand_without_an_answer() {
    let lines =
        ["Ben: 5 6 7 8", "Cid: 5 6 7 8:", "Tom: 5 6 7 8 -", "Liz: 5 6 7 8 = ", "Ann: 5 6 7 8 --"];
    let output = bracket24(&["check", "-", "--csv"], lines.join("\n").as_bytes());
    assert_eq!(output.status.code(), Some(2));
    let rows = String::from_utf8(output.stdout).unwrap();
    for (row, name) in rows.lines().skip(1).zip_eq(["Ben", "Cid", "Tom", "Liz", "Ann"]) {
        assert_eq!(row, format!("5 6 7 8,24,,left,,,syntax,{name}"));
    }
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("line 2: `5 6 7 8:` has no answer after the hand\n"), "{errors}");
    let output = bracket24(&["check", "-"], b"Ben: 5678\nTom:\n");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "Ben: 5678\nno answer\n");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("line 2: the hand and the answer are missing\n"), "{errors}");
    let output = bracket24(&["check", "5", "6", "7", "8:"], b"");
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.starts_with("error: `5 6 7 8:` has no answer after the hand\n"), "{error}");
}

#[test]
fn check_shows_the_step_that_the_parser_rejects_at_its_place_in_the_line() {
    let line = "3 4 2 1  3×4=12, 12*2=24, )1=24, 24";
    let output = bracket24(&["check", "-"], line.as_bytes());
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("standard input:1:27\n"), "{errors}");
    assert!(errors.contains("\n1 | 3 4 2 1  3×4=12, 12*2=24, )1\n"), "{errors}");
}

#[test]
fn check_finds_an_answer_that_begins_with_a_sign_on_a_line() {
    let lines = ["2 3 -2*3", "2 3 -2*3 = -6", "2 3 3 -9/3*3+2", "2 3 -- -2*5"].join("\n");
    let options = ["--target", "-6", "--grammar", "extended", "--csv"];
    let output = bracket24(&[&["check", "-"], &options[..]].concat(), lines.as_bytes());
    let told = String::from_utf8(output.stdout).unwrap();
    let rows: Vec<&str> = told.lines().skip(1).collect();
    assert_eq!(
        rows,
        [
            // The apostrophe keeps a spreadsheet from taking it for a formula.
            "2 3,-6,'-2*3,extended,-6,-6,,",
            "2 3,-6,'-2*3,extended,-6,-6,,",
            // It uses neither hand: the text after a card continues its expression.
            "2 3,-6,3 -9/3*3+2,extended,-4,-4,cards,",
            "2 3,-6,'-2*5,extended,-10,-10,cards,",
        ],
        "{told}"
    );
}

/// Runs in a terminal that `script` provides.
#[cfg(target_os = "linux")]
#[test]
fn solve_prompts_for_a_batch_typed_in_a_terminal() {
    let line = format!("{} solve - --first", env!("CARGO_BIN_EXE_bracket24"));
    let child = Command::new("script")
        .args(["-qec", &line, "/dev/null"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    // `script` is not installed everywhere.
    let Ok(mut child) = child else { return };
    child.stdin.take().unwrap().write_all(b"3388\n\x04").unwrap();
    let output = child.wait_with_output().unwrap();
    let screen = String::from_utf8(output.stdout).unwrap();
    assert!(screen.contains("type one on each line; Ctrl-D"), "{screen}");
    assert!(screen.contains("8/(3-8/3)"), "{screen}");
}

#[test]
fn calculate_fills_a_template_with_the_hand_on_each_line() {
    let hands = b"1 2 3\n\n# and a large one\r\n10,12345678901234567890,5";
    let output = bracket24(&["calculate", "N-N/N", "-", "--json"], hands);
    assert_eq!(output.status.code(), Some(0));
    assert_data_eq!(
        String::from_utf8(output.stdout).unwrap(),
        r#"{"template":"N-N/N","expression":"1-2/3","value":"1/3"}
{"template":"N-N/N","expression":"10-12345678901234567890/5","value":"-2469135780246913568"}
"#
    );
}

#[test]
fn a_batch_exits_with_1_if_a_hand_has_no_solution() {
    let code = |hands: &[u8]| bracket24(&["solve", "-"], hands).status.code();
    assert_eq!(code(b"1 2 3 4\n5 6 7 8\n"), Some(0));
    assert_eq!(code(b"1 2 3 4\n1 1 1 1\n"), Some(1));
    assert_eq!(code(b"1 1 1 1\nx\n1 2 3 4\n"), Some(2));
    assert_eq!(code(b""), Some(0));
}

#[test]
fn a_batch_of_comparisons_has_one_header_and_the_worst_exit_code() {
    let compare = |format, hands: &[u8]| {
        let output = bracket24(&["compare", "-", format, "--engine", "split"], hands);
        (String::from_utf8(output.stdout).unwrap(), output.status.code())
    };
    let (csv, code) = compare("--csv", b"3 8\n2 3 4\n");
    assert_eq!((csv.matches("hand,target").count(), csv.lines().count()), (1, 3));
    assert_eq!(code, Some(0));
    let (json, code) = compare("--json", b"3 8\n1 2 3 4 5 6 7 8 9 10\n2 3 4\n");
    assert_eq!((json.lines().count(), code), (2, Some(2)));
}

#[test]
fn solve_prints_a_batch_of_hands_as_one_table() {
    let hands = b"3 3 8 8\nA J Q K\n1 1 1 1\n";
    let output = bracket24(&["solve", "-", "--first", "--csv"], hands);
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "hand,target,template,expression,ordinary\n\
         3 3 8 8,24,N/(N-N/N),8/(3-8/3),24\n\
         1 11 12 13,24,(N*N-N)*N,(1*13-11)*12,24\n\
         1 1 1 1,24,,,\n"
    );
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn check_shows_each_answer_of_a_batch_on_its_line() {
    let lines =
        "Zoë: 4 4 7 7  (4-4/7)*7\n3 3 8 8  8÷（3−8÷3\n3 3 8 8 24 = 8/(3-8/3)\n3 3 8 8 8 / 3x\n";
    let output = bracket24(&["check", "-"], lines.as_bytes());
    assert_eq!(output.status.code(), Some(2));
    // Nobody is missing in a file of marks, although the errors go to standard error.
    let marks = "Zoë: 4 4 7 7\nright: (4-4/7)*7 = 24\n\n\
                 3 3 8 8\ncannot read 8/(3-8/3: the text ends too early at column 9\n\n\
                 3 3 8 8\nright: 8/(3-8/3) = 24\n\n\
                 3 3 8 8\ncannot read 8 / 3x: unknowns are not allowed at column 6\n";
    assert_data_eq!(String::from_utf8(output.stdout).unwrap(), marks);
    let errors = String::from_utf8(output.stderr).unwrap();
    for part in [
        "standard input:2:18\n",
        "\n2 | 3 3 8 8  8÷（3−8÷3\n  |            --     ^ expected",
        "\n2 | 3 3 8 8  8÷（3−8÷3)\n  |                   +\n",
        "standard input:4:14\n",
        "\n4 | 3 3 8 8 8 / 3x\n  |              ^ write",
    ] {
        assert!(errors.contains(part), "{part}: {errors}");
    }
}

#[test]
fn grammar_examples_prints_texts_that_the_grammar_accepts() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("line.pest");
    std::fs::write(&file, "line = { SOI ~ (!\"\\n\" ~ ANY)* ~ \"\\n\" ~ EOI }").unwrap();
    let file = file.to_str().unwrap();
    let examples = bracket24(&["grammar", "examples", file], b"").stdout;
    assert!(examples.starts_with(b"#\"\\n\"\n"), "{}", String::from_utf8_lossy(&examples));
    let output = bracket24(&["parse", "-", "-g", file], &examples);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    // An argument is taken literally.
    assert_eq!(bracket24(&["parse", "#\"\\n\"", "-g", file], b"").status.code(), Some(2));
}

#[test]
fn a_batch_and_a_file_of_texts_change_no_line_that_is_a_string() {
    let lines = "\" 1\"\n\"\"\n# a comment\n#\"a comment\"\n";
    let json = "tests/grammars/plain/json.pest";
    let parsed = bracket24(&["parse", "-", "-g", json, "-f", "sexpr"], lines.as_bytes());
    let strings = |it: &str| it.matches("(string").count();
    assert_eq!(strings(&String::from_utf8(parsed.stdout).unwrap()), 2);
    let counted = bracket24(&["grammar", "coverage", json, "-", "--csv"], lines.as_bytes());
    let counted = String::from_utf8(counted.stdout).unwrap();
    let row = counted.lines().find(|it| it.starts_with("string,,")).unwrap();
    assert!(row.contains(",2,"), "{row}");
    assert!(counted.lines().any(|it| it.starts_with("number,,") && it.contains(",0,")));
}

#[test]
fn the_parser_keeps_a_byte_order_mark_in_a_text_but_skips_it_in_an_expression() {
    let folder = tempfile::tempdir().unwrap();
    let [grammar, marked] = ["g.pest", "marked.txt"].map(|it| folder.path().join(it));
    std::fs::write(&grammar, "g = { SOI ~ \"1+2\" ~ EOI }").unwrap();
    std::fs::write(&marked, "\u{feff}1+2").unwrap();
    let [grammar, marked] = [&grammar, &marked].map(|it| it.to_str().unwrap());
    let output = bracket24(&["parse", "--file", marked, "-g", grammar], b"");
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("marked.txt:1:1") && errors.contains("U+FEFF"), "{errors}");
    let whole = bracket24(&["grammar", "coverage", grammar, marked, "--whole"], b"").stdout;
    assert!(String::from_utf8(whole).unwrap().contains("U+FEFF"));
    for arguments in [&["parse", "--file", marked][..], &["grammar", "coverage", grammar, marked]] {
        assert_eq!(bracket24(arguments, b"").status.code(), Some(0), "{arguments:?}");
    }
}

#[test]
fn check_takes_all_cards_before_an_equals_sign_between_blanks_as_the_hand() {
    let right = |line: &str, target: &str| {
        let output = bracket24(&["check", "-", "--target", target], line.as_bytes());
        String::from_utf8(output.stdout).unwrap().contains("right")
    };
    // A card is left over, though the last card could be the claim or the beginning of the answer.
    for (line, target) in [
        ("2 3 4 4 = 4*3=12, 12*2=24", "24"),
        ("Tom: 2 3 4 4 = 4*3=12, 12*2=24", "24"),
        ("5 5 1 10 = 5+5*1", "10"),
    ] {
        assert!(!right(line, target), "{line}");
    }
    for (line, target) in [
        ("2 3 4 4 = 4*3=12, 12*2=24, 24*4/4=24", "24"),
        ("3 3 8 8 = 8/(3-8/3)", "24"),
        ("1 2 12 24=12*2*1", "24"),
        ("3 3 8 8 24 = 8/(3-8/3)", "24"),
        // The colon divides, because too few numbers follow it.
        ("4 5 10 10 10:10=1, 4+5=9, 9+1=10", "10"),
        ("2 1 2 2:2=1, 1+1=2", "2"),
    ] {
        assert_eq!(right(line, target), !line.contains("24*4/4"), "{line}");
    }
}
