//! The commands of LSF in a script, as they read their options.

use lsflint_model::View;
use lsflint_model::job::{Invocation, JobScript, esubs};

use crate::rule::Severity;

/// The commands of a script.
#[derive(Clone, Copy)]
pub struct CommandsContext<'a> {
    /// The script.
    pub script: &'a JobScript,
    /// Its commands, in text order.
    pub commands: &'a [Invocation],
    /// The facts of the cluster.
    pub cluster: View<'a>,
}

impl CommandsContext<'_> {
    /// The severity if a command rejects the values of its options. Site programs may rewrite a job before submission.
    pub fn refused(&self, command: &Invocation) -> Severity {
        match esubs(self.cluster, &command.given) {
            None => Severity::Warning,
            Some(_) => Severity::Error,
        }
    }
}
