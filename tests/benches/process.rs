//! Measures a whole run of a program: its time, its instructions and its memory.

use std::error::Error;
use std::ffi::OsString;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The command that counts instructions and prints their number on standard error.
const CALLGRIND: [&str; 3] = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"];

/// The command that prints the peak memory in kibibytes on standard error.
const MEMORY: [&str; 3] = ["/usr/bin/time", "-f", "%M"];

/// A run that takes longer is not repeated for a median.
const LONG: Duration = Duration::from_secs(2);

/// The results of the first run of a program.
#[derive(Debug)]
pub struct FirstRun {
    /// Its standard output.
    pub printed: String,
    /// The peak memory, or `None` without GNU time.
    pub kibibytes: Option<u64>,
    /// The time from start to end.
    time: Duration,
}

/// A program with its arguments and its input.
#[derive(Debug, Clone)]
pub struct Process {
    program: PathBuf,
    arguments: Vec<String>,
    /// The file on its standard input.
    input: Option<PathBuf>,
    processors: Option<usize>,
    /// The exit code that is expected of it.
    code: i32,
}

impl Process {
    /// Returns a program with these arguments that reads nothing and uses one processor.
    pub fn new(program: &Path, arguments: &[&str]) -> Self {
        Self {
            program: program.to_owned(),
            arguments: arguments.iter().map(|&it| it.to_owned()).collect(),
            input: None,
            processors: Some(1),
            code: 0,
        }
    }

    /// Returns the same program, reading this file.
    #[must_use]
    pub fn reading(mut self, file: &Path) -> Self {
        self.input = Some(file.to_owned());
        self
    }

    /// Returns the same program, using all processors.
    #[must_use]
    pub fn on_all_processors(mut self) -> Self {
        self.processors = None;
        self
    }

    /// Returns the same program, expected to end with this exit code.
    #[must_use]
    pub const fn ending_with(mut self, code: i32) -> Self {
        self.code = code;
        self
    }

    /// Runs the program and returns its output, memory and time. GNU time runs it if it is
    /// installed, which costs a millisecond.
    ///
    /// # Errors
    ///
    /// If the program cannot be run, or ends with an unexpected exit code.
    pub fn first_run(&self) -> Result<FirstRun, Box<dyn Error>> {
        let other: &[&str] = if is_there(MEMORY[0]) { &MEMORY } else { &[] };
        let mut command = self.command(other)?;
        let start = Instant::now();
        let output = command.output()?;
        let time = start.elapsed();
        self.check(&output)?;
        let kibibytes = if other.is_empty() {
            None
        } else {
            let said = String::from_utf8_lossy(&output.stderr);
            let number = said.lines().next_back().ok_or("time did not say how much memory")?;
            Some(number.trim().parse()?)
        };
        Ok(FirstRun { printed: String::from_utf8(output.stdout)?, kibibytes, time })
    }

    /// Runs the program and returns its standard error.
    ///
    /// # Errors
    ///
    /// As [`first_run`](Self::first_run).
    pub fn said(&self) -> Result<String, Box<dyn Error>> {
        let output = self.command(&[])?.stdout(Stdio::null()).output()?;
        self.check(&output)?;
        Ok(String::from_utf8_lossy(&output.stderr).into_owned())
    }

    /// Returns the time of one run from start to end, and discards the output.
    ///
    /// # Errors
    ///
    /// As [`first_run`](Self::first_run).
    pub fn time(&self) -> Result<Duration, Box<dyn Error>> {
        let mut command = self.command(&[])?;
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let start = Instant::now();
        let output = command.output()?;
        let time = start.elapsed();
        self.check(&output)?;
        Ok(time)
    }

    /// Returns the median time in nanoseconds, or the time of the first run if that was long.
    ///
    /// # Errors
    ///
    /// As [`first_run`](Self::first_run).
    pub fn nanoseconds(&self, first: &FirstRun) -> Result<f64, Box<dyn Error>> {
        if first.time > LONG {
            return Ok(first.time.as_secs_f64() * 1e9);
        }
        let mut times = vec![self.time()?];
        while times.len() < 9 && times.iter().sum::<Duration>() < LONG {
            times.push(self.time()?);
        }
        times.sort_unstable();
        Ok(times[times.len() / 2].as_secs_f64() * 1e9)
    }

    /// Returns the instructions of one run, or `None` without valgrind.
    ///
    /// # Errors
    ///
    /// As [`first_run`](Self::first_run), and if valgrind prints no number.
    pub fn instructions(&self) -> Result<Option<u64>, Box<dyn Error>> {
        if !is_there(CALLGRIND[0]) {
            return Ok(None);
        }
        let output = self.command(&CALLGRIND)?.stdout(Stdio::null()).output()?;
        self.check(&output)?;
        let said = String::from_utf8_lossy(&output.stderr);
        let number = said.lines().rev().find_map(|line| line.split_once("Collected :"));
        let (_, number) = number.ok_or("valgrind did not say how many instructions it counted")?;
        Ok(Some(number.trim().parse()?))
    }

    fn command(&self, other: &[&str]) -> Result<Command, Box<dyn Error>> {
        let mut words: Vec<OsString> = other.iter().map(OsString::from).collect();
        words.push(self.program.clone().into());
        words.extend(self.arguments.iter().map(OsString::from));
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]);
        command.stdin(match &self.input {
            Some(file) => Stdio::from(File::open(file)?),
            None => Stdio::null(),
        });
        if let Some(processors) = self.processors {
            command.env("RAYON_NUM_THREADS", processors.to_string());
        }
        Ok(command)
    }

    fn check(&self, output: &Output) -> Result<(), Box<dyn Error>> {
        if output.status.code() == Some(self.code) {
            return Ok(());
        }
        let (program, arguments) = (self.program.display(), self.arguments.join(" "));
        Err(format!("`{program} {arguments}` ended with {}", output.status).into())
    }
}

/// Returns whether a program is installed: whether it runs when asked for its version.
fn is_there(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
