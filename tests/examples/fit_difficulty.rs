//! Fits the terms of a hand's difficulty to the times that people took, and says how well the fit
//! orders hands that were left out of it.
//!
//! `cargo run --release --example fit_difficulty -- TIMES.csv`, where the file has
//! the columns `hand,seconds` (others may follow) and lines from `#` on are
//! skipped.

// This is a program, and prints its results.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;
use std::{env, fs};

use bracket24::difficulty::fitting::{POINTS, START, TERMS, ways};
use bracket24::{Hand, Random, Rational};

/// The number of parts of the hands, each left out of one fit.
const FOLDS: usize = 5;
/// The seeds of the divisions.
const DIVISIONS: std::ops::Range<u64> = 0..3;
/// A tenth of a second is worth 0 points, and every hundred points more double the time.
const UNIT_SECONDS: f64 = 0.1;
/// The most rounds of a fit, which usually settles in about twenty.
const ROUNDS: usize = 200;
/// The penalty on the squares of the points, in squared logarithms.
const RIDGE: f64 = 2e-6;

fn main() -> ExitCode {
    let Some(path) = env::args().skip(1).find(|it| !it.starts_with('-')) else {
        eprintln!("usage: fit_difficulty TIMES.csv");
        return ExitCode::from(2);
    };
    let times = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("error: {path}: {error}");
            return ExitCode::from(2);
        }
    };
    let hands: Vec<Timed> = match times.lines().filter_map(Timed::read).collect() {
        Ok(hands) => hands,
        Err(error) => {
            eprintln!("error: {path}: {error}");
            return ExitCode::from(2);
        }
    };
    if hands.len() < FOLDS * TERMS.len() {
        eprintln!("error: {path}: too few hands to fit {} terms to", TERMS.len());
        return ExitCode::from(2);
    }
    let all: Vec<usize> = (0..hands.len()).collect();
    let seconds: Vec<f64> = hands.iter().map(|hand| hand.seconds).collect();

    let shipped = POINTS.iter().chain([&START]).map(|&points| f64::from(points));
    let shipped = Model(shipped.chain([0.0]).collect());
    let rated: Vec<f64> = hands.iter().map(|hand| shipped.search(hand).0).collect();
    println!("{} hands; rank correlation (Spearman) with the mean time", hands.len());
    println!("  {:.3}  of the ratings as they are", spearman(&rated, &seconds));
    let count = |hand: &Timed| -number(hand.ways.len());
    let counts: Vec<f64> = hands.iter().map(count).collect();
    println!("  {:.3}  of the number of ways alone", spearman(&counts, &seconds));

    let fitted = Model::fit(&hands, &all).rounded();
    let rated: Vec<f64> = hands.iter().map(|hand| fitted.search(hand).0).collect();
    println!("  {:.3}  of a fit on all of them", spearman(&rated, &seconds));
    for seed in DIVISIONS {
        let mut order = all.clone();
        Random::seeded(seed).shuffle(&mut order);
        let mut rated = vec![0.0; hands.len()];
        for fold in 0..FOLDS {
            let (out, kept): (Vec<_>, Vec<_>) =
                order.iter().enumerate().partition(|(place, _)| place % FOLDS == fold);
            let kept: Vec<usize> = kept.into_iter().map(|(_, &hand)| hand).collect();
            let model = Model::fit(&hands, &kept).rounded();
            for (_, &hand) in out {
                rated[hand] = model.search(&hands[hand]).0;
            }
        }
        let correlation = spearman(&rated, &seconds);
        println!("  {correlation:.3}  of hands left out of the fit ({FOLDS} parts, seed {seed})");
    }

    println!("\nthe fit on all of them:");
    for (name, points) in TERMS.iter().chain([&"Start"]).zip(&fitted.0) {
        println!("  {points:>5}  {name}");
    }
    println!("  {:>5.2}  seconds to read and to answer", fitted.floor());
    ExitCode::SUCCESS
}

/// A hand for which people were timed.
struct Timed {
    seconds: f64,
    /// The number of times that each term occurs in each way.
    ways: Vec<Vec<f64>>,
}

impl Timed {
    /// Reads a line; returns `None` for one without data.
    fn read(line: &str) -> Option<Result<Self, String>> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') || line.starts_with("hand,") {
            return None;
        }
        let mut cells = line.split(',');
        let (hand, seconds) = (cells.next()?, cells.next()?);
        let bad = |what: String| format!("`{line}`: {what}");
        Some(hand.parse::<Hand>().map_err(|error| bad(error.to_string())).and_then(|hand| {
            let seconds = seconds.parse().ok().filter(|it: &f64| it.is_finite() && *it > 0.0);
            let seconds = seconds.ok_or_else(|| bad("no number of seconds above 0".to_owned()))?;
            let ways = ways(&hand, &Rational::from(24)).into_iter();
            let ways: Vec<Vec<f64>> = ways.map(|way| way.map(f64::from).to_vec()).collect();
            if ways.is_empty() {
                return Err(bad("it cannot be solved".to_owned()));
            }
            Ok(Self { seconds, ways })
        }))
    }
}

/// The weights of the terms, then the start, then the seconds for reading and answering.
#[derive(Clone)]
struct Model(Vec<f64>);

impl Model {
    fn start(&self) -> f64 {
        self.0[TERMS.len()]
    }

    fn floor(&self) -> f64 {
        self.0[TERMS.len() + 1]
    }

    /// Returns the seconds of the search, and the mean number of each term in the way found first.
    ///
    /// The first of several independent runners arrives at the sum of their rates.
    fn search(&self, hand: &Timed) -> (f64, Vec<f64>) {
        let (mut rates, mut means) = (0.0, vec![0.0; TERMS.len()]);
        for way in &hand.ways {
            let points: f64 = way.iter().zip(&self.0).map(|(count, points)| count * points).sum();
            let rate = (-points / 100.0).exp2();
            rates += rate;
            for (mean, count) in means.iter_mut().zip(way) {
                *mean += rate * count;
            }
        }
        for mean in &mut means {
            *mean /= rates;
        }
        (UNIT_SECONDS * (self.start() / 100.0).exp2() / rates, means)
    }

    /// Returns the error of the logarithm of the time, and its derivative by each parameter.
    fn residual(&self, hand: &Timed) -> (f64, Vec<f64>) {
        let (search, means) = self.search(hand);
        let time = self.floor() + search;
        let by_point = search / time * std::f64::consts::LN_2 / 100.0;
        let mut slopes: Vec<f64> = means.iter().map(|mean| mean * by_point).collect();
        slopes.extend([by_point, 1.0 / time]);
        ((time / hand.seconds).ln(), slopes)
    }

    /// Returns the sum of the squared errors and of the penalty.
    fn error(&self, hands: &[Timed], of: &[usize]) -> f64 {
        let squares = of.iter().map(|&hand| self.residual(&hands[hand]).0.powi(2));
        let sizes = self.0[..TERMS.len()].iter().map(|points| points.powi(2));
        squares.sum::<f64>() + RIDGE * sizes.sum::<f64>()
    }

    /// Fits by least squares, with the method of Levenberg and Marquardt.
    fn fit(hands: &[Timed], of: &[usize]) -> Self {
        let count = TERMS.len() + 2;
        let mut model = Self(vec![0.0; count]);
        model.0[TERMS.len()..].copy_from_slice(&[700.0, 5.0]);
        let (mut error, mut damping) = (model.error(hands, of), 1.0);
        for _ in 0..ROUNDS {
            let mut normal = vec![vec![0.0; count + 1]; count];
            for (residual, slopes) in of.iter().map(|&hand| model.residual(&hands[hand])) {
                for (row, slope) in normal.iter_mut().zip(&slopes) {
                    for (cell, other) in row.iter_mut().zip(&slopes) {
                        *cell += slope * other;
                    }
                    row[count] -= slope * residual;
                }
            }
            for (place, row) in normal.iter_mut().enumerate() {
                if place < TERMS.len() {
                    row[place] += RIDGE;
                    row[count] -= RIDGE * model.0[place];
                }
                row[place] *= 1.0 + damping;
            }
            let step = solve(normal);
            let mut moved = model.clone();
            moved.0.iter_mut().zip(step).for_each(|(parameter, step)| *parameter += step);
            let moved_error = moved.error(hands, of);
            if moved.floor() > 0.0 && moved_error < error {
                let done = error - moved_error < 1e-9 * error;
                (model, error, damping) = (moved, moved_error, damping / 3.0);
                if done {
                    return model;
                }
            } else {
                damping *= 4.0;
            }
        }
        panic!("the fit did not settle in {ROUNDS} rounds")
    }

    /// Rounds to whole points, as in the published program.
    fn rounded(&self) -> Self {
        let (points, floor) = self.0.split_at(TERMS.len() + 1);
        Self(points.iter().map(|points| points.round()).chain(floor.iter().copied()).collect())
    }
}

/// Solves linear equations; each row ends with the right side of its equation.
fn solve(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let count = rows.len();
    for place in 0..count {
        let size = |row: &usize| rows[*row][place].abs();
        let pivot = (place..count).max_by(|a, b| size(a).total_cmp(&size(b))).expect("one is left");
        rows.swap(place, pivot);
        let head = rows[place].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(row, _)| *row != place) {
            let factor = row[place] / head[place];
            row.iter_mut().zip(&head).for_each(|(cell, head)| *cell -= factor * head);
        }
    }
    rows.iter().enumerate().map(|(place, row)| row[count] / row[place]).collect()
}

/// Returns Spearman's rank correlation, with the mean rank for equal values.
fn spearman(a: &[f64], b: &[f64]) -> f64 {
    let (a, b) = (ranks(a), ranks(b));
    let mean = |values: &[f64]| values.iter().sum::<f64>() / number(values.len());
    let (mean_a, mean_b) = (mean(&a), mean(&b));
    let (mut covariance, mut square_a, mut square_b) = (0.0, 0.0, 0.0);
    for (a, b) in a.iter().zip(&b) {
        let (a, b) = (a - mean_a, b - mean_b);
        covariance += a * b;
        square_a += a * a;
        square_b += b * b;
    }
    covariance / (square_a * square_b).sqrt()
}

fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |&value: &f64| {
        let below = values.iter().filter(|other| **other < value).count();
        let equal = values.iter().filter(|other| other.total_cmp(&value).is_eq()).count();
        number(below) + number(equal) / 2.0
    };
    values.iter().map(rank).collect()
}

fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).expect("they are few"))
}
