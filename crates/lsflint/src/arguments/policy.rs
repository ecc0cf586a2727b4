//! The arguments of `policy`.

use clap::{Args, Subcommand};

use super::Reading;

#[derive(Debug, Subcommand)]
#[command(after_help = "\
Examples:
  lsflint policy test")]
pub(crate) enum Policy {
    /// Compare what policies report in test clusters with what they should report
    Test(Box<PolicyTest>),
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lsflint policy test                          all policies of the nearest lsflint.toml
  lsflint policy test SITE-GPU                 policies whose codes begin with SITE-GPU
  lsflint policy test --config site.toml

The tests are `[[policy.test]]` tables: `lsflint config policy.test` explains them.

Exit codes: 0 all tests passed, 1 a test failed, 2 a test could not run.")]
pub(crate) struct PolicyTest {
    /// Codes of policies, or their first words [default: all policies]
    #[arg(value_name = "CODE")]
    pub(crate) codes: Vec<String>,
    #[command(flatten)]
    pub(crate) reading: Reading,
}
