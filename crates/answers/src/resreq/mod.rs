//! Resource requirement strings.

pub(crate) mod hosts;
pub(crate) mod levels;
pub(crate) mod merge;
pub(crate) mod totals;

use std::str::FromStr;

use serde::{Deserialize, Deserializer, de};

/// Whether an operand is the name of a queue or application profile.
pub fn is_name(operand: Option<&String>) -> bool {
    operand.is_some_and(|it| it.starts_with('@'))
}

/// A number of tasks, or a minimum and a maximum: `4`, `2,8`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tasks {
    /// The minimum, at least 1.
    pub least: u64,
    /// The maximum.
    pub most: u64,
}

impl FromStr for Tasks {
    type Err = String;

    fn from_str(text: &str) -> Result<Tasks, String> {
        let wrong = || format!("`{text}` is not a number of tasks; expected N or MIN,MAX, for example 4 or 2,8");
        let number = |text: &str| text.trim().parse::<u64>().ok().filter(|it| *it > 0).ok_or_else(wrong);
        let (least, most) = text.split_once(',').unwrap_or((text, text));
        let tasks = Tasks { least: number(least)?, most: number(most)? };
        if tasks.least <= tasks.most { Ok(tasks) } else { Err(wrong()) }
    }
}

impl<'d> Deserialize<'d> for Tasks {
    fn deserialize<D: Deserializer<'d>>(deserializer: D) -> Result<Tasks, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}
