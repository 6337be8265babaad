//! The parts that the programs of this package share: the jobs that are
//! measured, what measures them, and what is made of the figures.

pub mod chart;
pub mod cost;
pub mod cost_tables;
pub mod job;
pub mod peer;
pub mod process;
pub mod words;
