//! The arguments of `aps`.

use std::str::FromStr;

use clap::{Args, Subcommand, ValueEnum};
use lsflint_spec::{APS_FACTORS, ApsFactor};

use super::{At, Reading, Selecting, StringFormat};

#[derive(Debug, Subcommand)]
#[command(after_help = "\
Examples:
  lsflint aps check 'WEIGHT[[JPRIORITY, 2] [QPRIORITY, 5]]'
  lsflint aps explain --weights 'WEIGHT[[JPRIORITY, 2]]' --fact JPRIORITY=50")]
pub(crate) enum Aps {
    /// Check APS_PRIORITY values
    Check(Box<ApsCheck>),
    /// Compute the APS value of a job and show its terms
    Explain(Box<ApsExplain>),
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lsflint aps check 'WEIGHT[[JPRIORITY, 2] [MEM, -0.01]] LIMIT[[MEM, 50]]'
  lsflint aps check 'WEIGHT[[APP, 1]]' --target 10.1.0.3
  lsflint aps check --output-format json < values.txt")]
pub(crate) struct ApsCheck {
    /// APS_PRIORITY values [default: read from stdin, one per line]
    #[arg(value_name = "STRING")]
    pub(crate) strings: Vec<String>,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) at: At,
    #[command(flatten)]
    pub(crate) selecting: Selecting,
    /// Output format of the findings
    #[arg(long, value_enum, default_value_t = StringFormat::Full, value_name = "FORMAT")]
    pub(crate) output_format: StringFormat,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lsflint aps explain --weights 'WEIGHT[[JPRIORITY, 2]]' --fact JPRIORITY=50
  lsflint aps explain --weights 'WEIGHT[[MEM, -0.01]]' --fact MEM=4096 --fact PENDING=1h
  lsflint aps explain --queue sim --cluster /opt/lsf/conf --fact FS=0.75
  lsflint aps explain --queue sim --app vsim --user igor --group backend

Facts: PROC MEM SWAP JPRIORITY QPRIORITY FS APP USER UG, ADMIN and SYSTEM (set by bmod -aps), and PENDING, a time
in s, m, h or d.

With --queue, priorities, task limits and reservations come from the cluster; --app, --user and --group name what else
the job has: APP, USER and UG are their PRIORITY in lsb.applications and lsb.users. Unknown facts are zero.")]
pub(crate) struct ApsExplain {
    #[command(flatten)]
    pub(crate) source: ApsSource,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) at: At,
    #[command(flatten)]
    pub(crate) job: ApsJobOptions,
    /// A fact about the job; overrides the value from the cluster
    #[arg(long = "fact", value_name = "NAME=VALUE", value_parser = str::parse::<GivenFact>)]
    pub(crate) facts: Vec<GivenFact>,
    /// Output format
    #[arg(long, value_enum, default_value_t = ExplainFormat::Full, value_name = "FORMAT")]
    pub(crate) output_format: ExplainFormat,
}

/// The source of the formula.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct ApsSource {
    /// The value of APS_PRIORITY
    #[arg(long, value_name = "STRING", allow_hyphen_values = true)]
    pub(crate) weights: Option<String>,
    /// The queue of the job, in the cluster of --cluster [default: the current directory]; its formula may come from
    /// its queue group
    #[arg(long, value_name = "NAME")]
    pub(crate) queue: Option<String>,
}

/// The options of the job whose PRIORITY the cluster defines.
#[derive(Debug, Args)]
pub(crate) struct ApsJobOptions {
    /// The application profile of the job (bsub -app) [default: DEFAULT_APPLICATION]
    #[arg(long, value_name = "NAME", requires = "queue")]
    pub(crate) app: Option<String>,
    /// The user who submits the job
    #[arg(long, value_name = "NAME", requires = "queue")]
    pub(crate) user: Option<String>,
    /// The user group of the job (bsub -G)
    #[arg(long, value_name = "NAME", requires = "queue")]
    pub(crate) group: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExplainFormat {
    /// The formula, the values and a tree of terms
    Full,
    /// One JSON document
    Json,
}

/// One fact about a job.
#[derive(Debug, Clone)]
pub(crate) enum GivenFact {
    Factor(&'static ApsFactor, f64),
    /// The time that the job has been pending, in seconds.
    Pending(f64),
    /// The system APS value that an administrator set.
    System(f64),
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
