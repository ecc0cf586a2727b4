//! Jobs that scripts submit.

use lsflint_model::View;
use lsflint_model::job::{Job, Submission};

use crate::rule::Severity;

/// One job that a script submits. What a rule reports depends on nothing but the job and its cluster.
#[derive(Clone, Copy)]
pub struct JobContext<'a> {
    /// The job in its cluster.
    pub job: &'a Job<'a>,
}

impl<'a> JobContext<'a> {
    /// The facts of the cluster.
    pub fn cluster(&self) -> View<'a> {
        self.job.view
    }

    /// The job as written in the script.
    pub fn submission(&self) -> &'a Submission {
        self.job.submission
    }

    /// The severity if LSF rejects the job as written. Site programs may rewrite it before submission.
    pub fn refused(&self) -> Severity {
        if self.job.may_be_rewritten() { Severity::Warning } else { Severity::Error }
    }
}
