//! Runs the tests of policies.

use std::path::{Path, PathBuf};

use lsflint_model::{Cluster, SourceFile, View};
use lsflint_policy::Breach;

use crate::caught::catch;
use crate::check::ClusterFacts;
use crate::config::{ConfigSource, PolicyTest, SitePolicy, TestCluster};
use crate::error::Problem;
use crate::plan::Plan;
use crate::request::Request;

/// How what a policy reports in a test cluster differs from what it should report.
#[derive(Debug, Default)]
pub struct TestOutcome {
    /// The names of objects that the policy should report and does not.
    pub missing: Vec<String>,
    /// What the policy reports and should not.
    pub unexpected: Vec<Breach>,
    /// Why the test could not run.
    pub problem: Option<Problem>,
}

impl TestOutcome {
    /// Whether there is no difference.
    pub fn is_passed(&self) -> bool {
        self.missing.is_empty() && self.unexpected.is_empty() && self.problem.is_none()
    }
}

impl Request {
    /// Runs a test of a policy. The cluster of the test is read as it is written, as for all rules.
    pub fn test(&self, policy: &SitePolicy, test: &PolicyTest) -> TestOutcome {
        let found = match &test.cluster {
            TestCluster::Files(files) => {
                let file = |(name, kind, text): &(String, _, String)| SourceFile::new(name, *kind, text.clone());
                let files: Vec<SourceFile> = files.iter().map(file).collect();
                catch(|| policy.policy.breaches(View::new(&Cluster::of(&files, self.target.as_ref()))))
                    .map_err(|panic| Problem::internal(&test.file, panic))
            }
            TestCluster::Directory(directory) => self.clusters_in(directory).map(|clusters| {
                clusters.iter().flat_map(|it| policy.policy.breaches(View::new(it.cluster.written()))).collect()
            }),
        };
        let mut unexpected = match found {
            Ok(found) => found,
            Err(problem) => return TestOutcome { problem: Some(problem), ..TestOutcome::default() },
        };
        let mut missing = test.expected.clone();
        unexpected.retain(|breach| match missing.iter().position(|it| *it == breach.object) {
            Some(at) => {
                missing.remove(at);
                false
            }
            None => true,
        });
        TestOutcome { missing, unexpected, problem: None }
    }

    fn clusters_in(&self, directory: &Path) -> Result<Vec<ClusterFacts>, Problem> {
        let directory = PathBuf::from(self.paths.shown(directory));
        let request = Request {
            cluster: Some(directory.clone()),
            config: ConfigSource::Nothing,
            target: self.target,
            ..Request::new(self.paths.clone(), vec![directory])
        };
        Plan::new(request)?.clusters_as_written()
    }
}
