//! The cost of a job, and the file that keeps the figures.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde::{Deserialize, Serialize};

/// The cost of one job done by one program or engine. Figures that were not measured are
/// missing, and a note says why.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub struct Cost {
    /// The job: `deck 4 function`, `hand 6`, `solve 7` …
    pub job: String,
    /// The engine or command that did the job, or inrust.
    pub by: String,
    /// The median time of one pass.
    pub nanoseconds: Option<f64>,
    /// The instructions of one pass.
    pub instructions: Option<u64>,
    /// The peak memory of a whole process that did the job once.
    pub kibibytes: Option<u64>,
    /// The number of solutions that the job counted.
    pub solutions: Option<u64>,
    /// The average number of processes that wanted a processor during the measurement.
    #[serde(default)]
    pub load: Option<f64>,
    /// Why something was not measured.
    pub note: Option<String>,
}

impl Cost {
    /// Returns an empty cost, for a job that has not been measured yet.
    pub fn empty(job: &str, by: &str) -> Self {
        Self {
            job: job.to_owned(),
            by: by.to_owned(),
            nanoseconds: None,
            instructions: None,
            kibibytes: None,
            solutions: None,
            load: None,
            note: None,
        }
    }
}

/// All costs that were measured.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Costs {
    /// The name and version that inrust prints, if it took part.
    pub inrust: Option<String>,
    /// The cost of every job, for each engine or program that did it.
    pub costs: Vec<Cost>,
}

impl Costs {
    /// Reads the costs of earlier runs; before the first run there are none.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn read() -> Result<Self, Box<dyn Error>> {
        let file = file();
        if !file.exists() {
            return Ok(Self::default());
        }
        Ok(serde_json::from_str(&fs::read_to_string(file)?)?)
    }

    /// Writes the costs for the next run.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn write(&self) -> Result<(), Box<dyn Error>> {
        Ok(fs::write(file(), serde_json::to_string_pretty(self)? + "\n")?)
    }

    /// Stores `cost`, and replaces an earlier one of the same job and program.
    pub fn keep(&mut self, cost: Cost) {
        match self.costs.iter_mut().find(|it| it.job == cost.job && it.by == cost.by) {
            Some(earlier) => *earlier = cost,
            None => self.costs.push(cost),
        }
    }

    /// Returns the cost of `job` when `by` did it.
    pub fn of(&self, job: &str, by: &str) -> Option<&Cost> {
        self.costs.iter().find(|it| it.job == job && it.by == by)
    }
}

/// Returns the directory in which cargo builds and the figures are kept.
pub fn target_dir() -> PathBuf {
    let target = env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(target)
}

fn file() -> PathBuf {
    target_dir().join("costs.json")
}
