//! The arguments of `explain` and `rules`.

use clap::Args;

use super::{ListFormat, Reading};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lsflint explain F104
  lsflint explain end-name-mismatch
  lsflint explain RUNLIMIT
  lsflint explain r15s
  lsflint explain 'Bad time expression in 20:00-'
  bjobs -p -l | lsflint explain - --cluster /opt/lsf/conf
  badmin ckconfig -v 2>&1 | lsflint explain -

For the output of LSF, the exit code is 1 if some lines are not recognized, and 2 if none is.")]
pub(crate) struct Explain {
    /// The code or name of a rule, or the letter of a family; the name of a parameter, column, built-in resource,
    /// requirement section or file; or a message printed by LSF. `-` reads the output of a command or a log from stdin
    #[arg(value_name = "CODE-OR-NAME")]
    pub(crate) what: String,
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// Output format; json only for the output of LSF
    #[arg(long, value_enum, default_value_t = ListFormat::Full, value_name = "FORMAT")]
    pub(crate) output_format: ListFormat,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lsflint rules
  lsflint rules --output-format json | jq -r '.rules[].code'

Policies of the site in the lsflint.toml that applies to the current directory follow the built-in rules.")]
pub(crate) struct Rules {
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// Output format
    #[arg(long, value_enum, default_value_t = ListFormat::Full, value_name = "FORMAT")]
    pub(crate) output_format: ListFormat,
}
