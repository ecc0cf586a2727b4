//! A policy while its keys are read, and after that.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use lsflint_lint::Severity;
use lsflint_policy::{Kind, Policy};
use lsflint_spec::FileKind;

/// A policy of a site.
#[derive(Debug, Clone)]
pub struct SitePolicy {
    /// The policy.
    pub policy: Arc<Policy>,
    /// Its tests.
    pub tests: Vec<PolicyTest>,
}

/// A test of a policy.
#[derive(Debug, Clone)]
pub struct PolicyTest {
    /// The cluster.
    pub cluster: TestCluster,
    /// The names of the objects that the policy reports there, without order.
    pub expected: Vec<String>,
    /// The path of the lsflint.toml as shown in messages.
    pub file: Arc<str>,
    /// The line of the test, 1-based.
    pub line: usize,
}

/// The cluster of a test.
#[derive(Debug, Clone)]
pub enum TestCluster {
    /// Files with their names and texts.
    Files(Vec<(String, FileKind, String)>),
    /// A configuration directory.
    Directory(PathBuf),
}

/// A key with a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PolicyKey {
    When,
    Require,
    Message,
    Help,
    Why,
}

/// The keys of a policy that were read.
#[derive(Debug, Default)]
pub(super) struct PolicyDraft {
    pub(super) code: Option<String>,
    pub(super) subject: Option<Kind>,
    pub(super) texts: Vec<(PolicyKey, String, Range<usize>)>,
    pub(super) except: Vec<String>,
    pub(super) severity: Option<Severity>,
    pub(super) tests: Vec<PolicyTest>,
    /// Whether a key has an error.
    pub(super) is_broken: bool,
}

impl PolicyDraft {
    /// The text of a key.
    pub(super) fn text(&self, key: PolicyKey) -> Option<&str> {
        self.texts.iter().find(|it| it.0 == key).map(|it| it.1.as_str())
    }
}
