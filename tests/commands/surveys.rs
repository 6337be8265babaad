//! Tests surveys that are shared out, and surveys that are interrupted.

use std::process::Command;

use crate::{bracket24, stdout};

/// Runs a line in a folder; `bracket24` is the tested program, or a program of that name in the
/// folder.
#[cfg(unix)]
fn shell(folder: &std::path::Path, line: &str) -> std::process::Output {
    let command = std::path::Path::new(env!("CARGO_BIN_EXE_bracket24"));
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{}:{path}", folder.display(), command.parent().unwrap().display());
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).current_dir(folder).env("PATH", &path).output().unwrap()
}

/// Returns the output of such a line, which has to succeed.
#[cfg(unix)]
fn printed(folder: &std::path::Path, line: &str) -> String {
    let output = shell(folder, line);
    assert!(output.status.success(), "{line}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the shell scripts of the guide to several machines, in their order.
#[cfg(unix)]
fn scripts() -> Vec<String> {
    let guide = std::fs::read_to_string("src/guide/machines.md").unwrap();
    let blocks = guide.split("```sh\n").skip(1);
    blocks.map(|block| block.split_once("```").unwrap().0.to_owned()).collect()
}

/// The survey that the scripts do.
const WHOLE: &str = "bracket24 survey --deck 1..6 --grammar scala";

#[cfg(unix)]
#[test]
fn the_scripts_in_the_guide_compute_each_part_of_a_survey_once() {
    let scripts = scripts();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    assert_eq!(printed(folder, &scripts[0]), printed(folder, WHOLE));
    // The job array makes the parts of its four tasks, one of them a second time.
    let array = tempfile::tempdir().unwrap();
    let array = array.path();
    for task in [1, 2, 3, 4, 2] {
        printed(array, &format!("SLURM_ARRAY_TASK_ID={task}\n{}", scripts[2]));
    }
    assert_eq!(printed(array, "bracket24 survey merge part*.json"), printed(array, WHOLE));
}

/// Tests that the same line can be run again after one of two workers was killed in its second job.
#[cfg(unix)]
#[test]
#[ignore = "needs GNU parallel"]
fn gnu_parallel_does_the_job_again_that_was_killed() {
    use std::os::unix::fs::PermissionsExt as _;

    let script = &scripts()[1];
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let dying = format!(
        "#!/bin/sh\ncase \"$*\" in *3/4*) test -e killed || {{ touch killed; kill -9 $$; }} ;; esac\n\
         exec {} \"$@\"\n",
        env!("CARGO_BIN_EXE_bracket24")
    );
    std::fs::write(folder.join("bracket24"), dying).unwrap();
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(folder.join("bracket24"), executable).unwrap();
    let line = format!("PARALLEL=-j2\nexport PARALLEL\n{script}");
    assert!(!shell(folder, &line).status.success(), "one was killed");
    let missing = shell(folder, "bracket24 survey merge part*.json");
    let said = String::from_utf8(missing.stderr).unwrap();
    assert!(said.contains("the run has 4 parts, but these are missing: 3"), "{said}");
    printed(folder, &line);
    assert_eq!(printed(folder, "bracket24 survey merge part*.json"), printed(folder, WHOLE));
}

/// Tests the guide's two lines that share out a deck and join the results.
#[cfg(unix)]
#[test]
fn merging_the_parts_of_a_survey_gives_the_result_of_one_run() {
    let guide = std::fs::read_to_string("src/guide/surveys.md").unwrap();
    let lines: Vec<&str> =
        guide.lines().skip_while(|line| !line.starts_with("seq ")).take(2).collect();
    assert!(lines[1].contains("survey merge"), "{lines:?}");
    let folder = tempfile::tempdir().unwrap();
    let shell = |line: &str| printed(folder.path(), line);
    shell(lines[0]);
    assert_eq!(shell(lines[1]), shell("bracket24 survey --deck 1..9"));
    let json = format!("{} --json", lines[1]);
    assert_eq!(shell(&json), shell("bracket24 survey --deck 1..9 --json"));
    let each = |shard| shell(&format!("bracket24 survey --deck 1..5 --each --shard {shard}"));
    assert_eq!(
        each("1/2") + &each("2/2"),
        each("1/1"),
        "lists are joined by writing one after the other"
    );
}

#[test]
fn parts_from_different_files_with_the_same_name_are_not_joined() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let part = |option: &str, content: &str, shard: &str, name: &str| {
        let file = path(if option == "--grammar" { "g.pest" } else { "set.txt" });
        std::fs::write(&file, content).unwrap();
        let deck = ["survey", "--cards", "3", "--deck", "1..4", "--shard", shard, "--json"];
        let (place, mut arguments) = (path(name), deck.to_vec());
        arguments.extend([option, &file, "--output", &place]);
        assert_eq!(bracket24(&arguments, b"").status.code(), Some(0));
    };
    let show = |grammar: &str| stdout(&["grammar", "show", grammar]);
    for (option, one, other, told) in [
        ("--grammar", show("left"), show("scala"), "`grammar_digest` is"),
        ("--grammar", show("left"), show("left") + "// a word more\n", "`grammar_digest` is"),
        (
            "--templates",
            "N*N*N\n".to_owned(),
            "N*N+N\n".to_owned(),
            "`templates` is \"a file of 1 (",
        ),
    ] {
        part(option, &one, "1/2", "one.json");
        part(option, &other, "2/2", "other.json");
        let merge = ["survey", "merge", &path("one.json"), &path("other.json")];
        let refused = crate::stderr_of_bad_input(&merge);
        let said = refused.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains("come from different runs") && said.contains(told), "{said}");
        part(option, &one, "2/2", "other.json");
        assert_ne!(bracket24(&merge, b"").status.code(), Some(2));
    }
}

#[test]
fn the_share_of_the_hands_that_templates_solve_is_of_those_that_can_be_solved() {
    let counted = stdout(&["survey", "--templates", "scala"]);
    let line = "1356  of the 1362 that can be solved, by templates scala (99.5 %)";
    assert!(counted.contains(line), "{counted}");
}

#[test]
fn survey_lists_the_same_unsolvable_hands_with_and_without_an_engine() {
    for options in [
        "--like make10 --deck 0..6",
        "--deck 1..7 --ordered",
        "--deck 1..7 --shard 2/3",
        "--deck 0..4 --cards 3 --ordered --shard 3/4",
        "--deck 0..3 --target -24",
        "--deck 0..6 --target 0",
        "--deck 0..5 --target -7/3",
        "--deck 0..3 --cards 5 --target 100",
        "--deck 1..3 --cards 5 --target 17/4",
        "--deck 1..9 --cards 1 --target 5",
        "--deck 0..1 --target 1000",
    ] {
        for format in ["text", "json"] {
            let by = |engine: &[&str]| {
                let options = options.split_whitespace();
                let all = ["survey", "--unsolvable", "--format", format].into_iter();
                let all: Vec<&str> = all.chain(options).chain(engine.iter().copied()).collect();
                let output = bracket24(&all, b"");
                (output.status.code(), String::from_utf8(output.stdout).unwrap())
            };
            assert_eq!(by(&[]), by(&["--engine", "compiled"]), "{options} as {format}");
        }
    }
}

#[test]
fn reach_prints_one_line_per_target_once_the_user_agrees_to_many_targets() {
    let arguments = ["survey", "reach", "--cards", "1", "--target", "1..10001"];
    for operators in [&[][..], &["--operators", "^"]] {
        let asked = [&arguments[..], operators].concat();
        assert_eq!(bracket24(&asked, b"").status.code(), Some(2), "{operators:?}");
    }
    let agreed = stdout(&[&arguments[..], &["--csv", "--yes"]].concat());
    assert_eq!(agreed.lines().count(), 1 + 10001);
    assert_eq!(agreed.lines().filter(|line| line.ends_with(",13,1")).count(), 13);
}

/// Interrupts a run with these arguments, and returns its outputs.
#[cfg(unix)]
fn interrupted(arguments: &str) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bracket24"));
    let output = crate::interrupted(command.args(arguments.split(' ')));
    [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap()).into()
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_survey_of_targets_and_prints_the_finished_targets() {
    let (printed, said) = interrupted("survey reach --deck 1..40 --target 1..100000 --yes --json");
    assert!(said.contains("of 100000 targets"), "{said}");
    for line in printed.lines() {
        let json: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(json["hands"], 123_410, "of all hands: {line}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_survey_and_prints_the_results_so_far_in_formats_that_can_say_so() {
    let strings = "survey --deck 1..100 --cards 5 --engine strings";
    let grammars = "survey grammars --deck 1..100";
    for arguments in [strings, grammars] {
        let json = interrupted(&format!("{arguments} --json")).0;
        assert!(
            !json.is_empty() && json.lines().all(|it| it.contains(r#""partial":true"#)),
            "{arguments}: {json}"
        );
        assert!(interrupted(arguments).0.contains("(interrupted: only "), "{arguments}");
    }
    for arguments in [
        &format!("{strings} --csv"),
        &format!("{strings} --shard 1/2 --csv"),
        &format!("{strings} --format svg"),
        &format!("{grammars} --csv"),
        "templates coverage --deck 1..400 --csv",
    ] {
        assert_eq!(interrupted(arguments).0, "", "{arguments}");
    }
    let searched = "survey reach --deck 1..40 --operators all --target 24";
    assert!(interrupted(&format!("{searched} --json")).0.ends_with(",\"partial\":true}\n"));
    assert_eq!(interrupted(&format!("{searched} --csv")).0, "target,hands,solvable,expression\n");
    assert!(interrupted(searched).0.contains("(interrupted: only "));
}

#[test]
fn the_work_of_a_part_of_an_ordered_deck_names_no_hands_of_other_parts() {
    let deck = ["survey", "--ordered", "--deck", "1..5", "--cards", "3", "--shard", "1/125"];
    let told = stdout(&deck);
    assert!(told.contains("every order of the same cards"), "{told}");
    assert!(!told.contains("35") && !told.contains("125 hands"), "{told}");
}
