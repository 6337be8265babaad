//! The parts that the programs of this package share: the jobs, the code that measures them, and
//! the tables and charts of the figures.

pub mod chart;
pub mod cost;
pub mod cost_tables;
pub mod job;
pub mod peer;
pub mod process;
pub mod words;
