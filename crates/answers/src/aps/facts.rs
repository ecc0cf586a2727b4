//! Facts about a job that the user gives.

use std::str::FromStr;

use lsflint_spec::{APS_FACTORS, ApsFactor};
use serde::{Deserialize, Deserializer, de};

/// One fact about a job.
#[derive(Debug, Clone)]
pub enum GivenFact {
    /// The value of a factor.
    Factor(&'static ApsFactor, f64),
    /// The time that the job has been pending, in seconds.
    Pending(f64),
    /// The system APS value that an administrator set.
    System(f64),
}

/// A time in seconds, more than 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Span(pub f64);

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Span, String> {
        let time = seconds(text.trim())?;
        if time > 0.0 { Ok(Span(time)) } else { Err(format!("`{text}` is not a time of more than 0")) }
    }
}

impl FromStr for GivenFact {
    type Err = String;

    fn from_str(text: &str) -> Result<GivenFact, String> {
        let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE, for example JPRIORITY=50")?;
        let (name, value) = (name.trim().to_ascii_uppercase(), value.trim());
        let number = |text: &str| {
            let number = text.parse::<f64>().ok().filter(|it| it.is_finite());
            number.ok_or_else(|| format!("`{text}` is not a number"))
        };
        match name.as_str() {
            "PENDING" => seconds(value).map(GivenFact::Pending),
            "SYSTEM" => number(value).map(GivenFact::System),
            _ => {
                let factor = lsflint_spec::aps_factor(&name).ok_or_else(|| unknown_fact(&name))?;
                let parts: Vec<&str> = APS_FACTORS.iter().filter(|it| it.parent == name).map(|it| it.name).collect();
                if !parts.is_empty() {
                    return Err(format!("{name} is the sum of {}; set those instead", parts.join(", ")));
                }
                Ok(GivenFact::Factor(factor, number(value)?))
            }
        }
    }
}

/// Parses a time into seconds. The unit is required because APS_PRIORITY reads a bare number as hours, and users often
/// mean seconds.
fn seconds(text: &str) -> Result<f64, String> {
    let wrong = || format!("`{text}` is not a time; expected a number with s, m, h or d, for example 30m");
    let digits = text.trim_end_matches(|it: char| it.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        "d" => 86400.0,
        "" if digits == "0" => 1.0,
        _ => return Err(wrong()),
    };
    let number = digits.parse::<f64>().ok().filter(|it| it.is_finite() && *it >= 0.0);
    number.map(|it| it * unit).ok_or_else(wrong)
}

fn unknown_fact(name: &str) -> String {
    if let Some(respelling) = lsflint_spec::aps_respelling(name) {
        return format!("unknown fact `{name}`; did you mean {}?", respelling.right);
    }
    let leaves = APS_FACTORS.iter().filter(|it| !APS_FACTORS.iter().any(|child| child.parent == it.name));
    let names: Vec<&str> = leaves.map(|it| it.name).chain(["SYSTEM", "PENDING"]).collect();
    format!("unknown fact `{name}`; expected one of {}", names.join(", "))
}

impl<'d> Deserialize<'d> for Span {
    fn deserialize<D: Deserializer<'d>>(deserializer: D) -> Result<Span, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

impl<'d> Deserialize<'d> for GivenFact {
    fn deserialize<D: Deserializer<'d>>(deserializer: D) -> Result<GivenFact, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}
