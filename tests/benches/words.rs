//! Figures in words.

/// Writes a time with three digits and a unit.
pub fn duration(nanoseconds: f64) -> String {
    scaled(nanoseconds, &["ns", "µs", "ms", "s"])
}

/// Three digits of a number of instructions: `144 M`.
pub fn instructions(count: u64) -> String {
    if count < 1000 {
        return count.to_string();
    }
    #[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
    let count = count as f64;
    scaled(count / 1e3, &["k", "M", "G"])
}

/// Writes kibibytes as mebibytes.
pub fn memory(kibibytes: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
    let mebibytes = kibibytes as f64 / 1024.0;
    format!("{} MiB", digits(mebibytes))
}

/// Writes a number in the largest unit in which it is at least one.
fn scaled(value: f64, units: &[&str]) -> String {
    let mut value = value;
    let (last, smaller) = units.split_last().expect("there is a unit");
    for unit in smaller {
        if value < 999.5 {
            return format!("{} {unit}", digits(value));
        }
        value /= 1e3;
    }
    format!("{} {last}", digits(value))
}

/// Writes a number with three digits, or with all digits before the point if there are more.
pub fn digits(value: f64) -> String {
    let decimals = match value {
        value if value < 9.995 => 2,
        value if value < 99.95 => 1,
        _ => 0,
    };
    format!("{value:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::{duration, instructions, memory};

    #[test]
    fn durations_have_three_digits_and_the_largest_unit_that_fits() {
        assert_eq!(duration(9.994), "9.99 ns");
        assert_eq!(duration(9.996), "10.0 ns");
        assert_eq!(duration(999.6), "1.00 µs");
        assert_eq!(duration(2_345_678_901.0), "2.35 s");
        assert_eq!(duration(59e9), "59.0 s");
        assert_eq!(duration(8_109e9), "8109 s");
        assert_eq!(instructions(144_123_456), "144 M");
        assert_eq!(instructions(3_030_000_000), "3.03 G");
        assert_eq!(instructions(12), "12");
        assert_eq!(memory(32 * 1024), "32.0 MiB");
    }
}
