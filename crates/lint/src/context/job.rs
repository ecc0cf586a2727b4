//! Jobs that scripts submit.

use lsflint_model::View;
use lsflint_model::job::{Job, JobScript, Submission};

use crate::rule::Severity;

/// One job that a script submits.
#[derive(Clone, Copy)]
pub struct JobContext<'a> {
    /// The script.
    pub script: &'a JobScript,
    /// The job in its cluster.
    pub job: &'a Job<'a>,
}

impl<'a> JobContext<'a> {
    /// What the files of the cluster say.
    pub fn cluster(&self) -> View<'a> {
        self.job.view
    }

    /// The job as it is written.
    pub fn submission(&self) -> &'a Submission {
        self.job.submission
    }

    /// How bad it is that LSF refuses the job as it is written. Programs of the site may rewrite it before.
    pub fn refused(&self) -> Severity {
        if self.job.may_be_rewritten() { Severity::Warning } else { Severity::Error }
    }
}
