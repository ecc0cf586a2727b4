//! Durations and sizes in conditions: `duration('1h30m')`, `memory('4GB')`.

/// The units of durations, in seconds.
const DURATIONS: [(&str, f64); 4] = [("d", 86_400.0), ("h", 3_600.0), ("m", 60.0), ("s", 1.0)];
/// The units of sizes, in MB.
const SIZES: [(&str, f64); 8] = [
    ("KB", 1.0 / 1_024.0),
    ("MB", 1.0),
    ("GB", 1_024.0),
    ("TB", 1_048_576.0),
    ("K", 1.0 / 1_024.0),
    ("M", 1.0),
    ("G", 1_024.0),
    ("T", 1_048_576.0),
];

/// A duration such as `24h` or `1h30m` in seconds; `None` if it is none.
pub(crate) fn seconds(text: &str) -> Option<f64> {
    sum(text, &DURATIONS)
}

/// A size such as `4GB` in MB; `None` if it is none.
pub(crate) fn megabytes(text: &str) -> Option<f64> {
    sum(text, &SIZES)
}

/// The sum of numbers with units. Each number requires a unit.
fn sum(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let mut rest = text.trim();
    let mut sum = 0.0;
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        let digits = rest.find(|it: char| !it.is_ascii_digit() && it != '.').filter(|it| *it > 0)?;
        let number: f64 = rest[..digits].parse().ok()?;
        rest = rest[digits..].trim_start();
        let letters = rest.find(|it: char| !it.is_ascii_alphabetic()).unwrap_or(rest.len());
        let unit = units.iter().find(|it| it.0.eq_ignore_ascii_case(&rest[..letters]))?;
        sum += number * unit.1;
        rest = rest[letters..].trim_start();
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        for (text, expected) in [
            ("24h", Some(86_400.0)),
            ("1h30m", Some(5_400.0)),
            ("1.5h", Some(5_400.0)),
            ("2 d", Some(172_800.0)),
            ("10", None),
            ("h", None),
            ("", None),
            ("1h30", None),
            ("1w", None),
            ("-1h", None),
            ("1..5h", None),
        ] {
            assert_eq!(seconds(text), expected, "{text}");
        }
    }

    #[test]
    fn sizes() {
        for (text, expected) in
            [("4GB", Some(4_096.0)), ("4g", Some(4_096.0)), ("512MB", Some(512.0)), ("1024KB", Some(1.0)), ("4", None)]
        {
            assert_eq!(megabytes(text), expected, "{text}");
        }
    }
}
