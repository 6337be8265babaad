//! Tests that there is colour on request, and none where it is not wanted.

use std::process::Command;

use crate::bracket24;

#[test]
fn output_has_colour_only_at_a_terminal_or_on_request() {
    let coloured = |arguments: &[&str]| {
        let output = bracket24(arguments, b"");
        output.stdout.contains(&0x1b) || output.stderr.contains(&0x1b)
    };
    assert!(!coloured(&["solve", "3", "3", "8", "8"]));
    assert!(coloured(&["--color", "always", "solve", "3", "3", "8", "8"]));
    assert!(coloured(&["solve", "3", "3", "8", "8", "--color", "always"]));
    assert!(coloured(&["--color", "always", "solve", "x"]));
    assert!(!coloured(&["--color", "never", "solve", "x"]));
    assert!(coloured(&["solve", "--help", "--color", "always"]));
    assert!(coloured(&["--color=always", "solve", "--nope"]));
    assert!(coloured(&["3", "3", "8", "8", "-g", "nope", "--color=always"]));
    assert!(!coloured(&["--color=always", "solve", "--nope", "--color", "never"]));
    assert!(!coloured(&["solve", "--help", "--color", "never"]));
}

#[test]
fn the_no_color_variable_turns_colour_off() {
    let coloured = |variable: Option<&str>, choice: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bracket24"));
        command
            .args(["solve", "3", "3", "8", "8", "--color", choice])
            .env_remove("NO_COLOR")
            .env("CLICOLOR_FORCE", "1");
        if let Some(value) = variable {
            command.env("NO_COLOR", value).env_remove("CLICOLOR_FORCE");
        }
        command.output().unwrap().stdout.contains(&0x1b)
    };
    assert!(coloured(None, "auto"));
    assert!(!coloured(Some("1"), "auto"));
    assert!(coloured(Some("1"), "always"), "the option wins");
}
