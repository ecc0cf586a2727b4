//! Checks that are skipped because files are missing, listed once per cluster.

use std::collections::BTreeSet;

use lsflint_model::{Cluster, Knowledge, Lookup, SourceFile, View};
use lsflint_spec::FileKind;
use rustc_hash::FxHashSet;

/// The maximum number of clusters that are listed by name.
const NAMED_CLUSTERS: usize = 5;

/// A skipped check and the reason.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Skipped {
    /// The check, as a noun phrase (`names of hosts`).
    pub check: String,
    /// The reason.
    pub because: String,
}

impl Skipped {
    /// Appends the names of the clusters to the reason; only the first ones if there are many.
    pub(crate) fn in_clusters(self, clusters: &BTreeSet<String>) -> Skipped {
        let names: Vec<String> = clusters.iter().take(NAMED_CLUSTERS).map(|it| format!("`{it}`")).collect();
        let more = clusters.len() - names.len();
        let and = if more > 0 { format!(" and {more} more") } else { String::new() };
        let noun = if clusters.len() == 1 { "cluster" } else { "clusters" };
        let because = format!("{} ({noun} {}{and})", self.because, names.join(", "));
        Skipped { because, ..self }
    }
}

/// The checks that need a kind of file.
const NEEDED: [(&str, FileKind); 7] = [
    ("names of resources", FileKind::LsfShared),
    ("names of hosts", FileKind::LsfCluster),
    ("names of host groups", FileKind::LsbHosts),
    ("names of user groups", FileKind::LsbUsers),
    ("names of queues", FileKind::LsbQueues),
    ("names of application profiles", FileKind::LsbApplications),
    ("effects of lsf.conf on other files", FileKind::LsfConf),
];

/// The checks that are skipped or incomplete in a cluster, and why.
pub(crate) fn skipped_in<'a>(cluster: &Cluster, files: impl Iterator<Item = &'a SourceFile>) -> Vec<Skipped> {
    let view = cluster.view();
    let mut found: Vec<Skipped> = Vec::new();
    for (check, kind) in NEEDED {
        // Resources may be declared in lsflint.toml.
        let declared = kind == FileKind::LsfShared && view.resources().knowledge != Knowledge::Unknown;
        if view.knowledge(kind) == Knowledge::Unknown && !declared {
            found.push(skipped(check, format!("{} is not loaded", kind.name())));
        }
    }
    // Missing includes are listed one by one below.
    let including: FxHashSet<&str> = view.missing_includes().iter().map(|it| &*it.file).collect();
    let listed = |file: &&SourceFile| including.contains(&*file.path);
    let listed: Vec<FileKind> = files.filter(listed).map(|it| it.kind).collect();
    let incomplete = |kind: &FileKind| view.knowledge(*kind) == Knowledge::Partial && !listed.contains(kind);
    for (check, kind) in NEEDED.iter().filter(|it| incomplete(&it.1)) {
        found.push(skipped(check, format!("parts of {} come from templates or missing includes", kind.name())));
    }
    if view.knowledge(FileKind::LsfCluster) == Knowledge::Complete {
        found.extend(who_may_join(view).map(|because| skipped("names of hosts", because)));
    }
    let other = [FileKind::LsfLicenseScheduler, FileKind::LsbGlobalPolicies];
    for kind in other.into_iter().filter(|it| view.has_file(*it) && view.has_file(FileKind::LsfShared)) {
        found.push(skipped("names of resources", format!("{} may define more resources", kind.name())));
    }
    found.extend(view.missing_includes().iter().map(|it| {
        let check = format!("names that {} may define", it.included);
        skipped(&check, format!("{} includes it, but it does not exist", it.file))
    }));
    found
}

/// Why hosts that lsf.cluster does not list may join the cluster; `None` if they cannot.
fn who_may_join(view: View<'_>) -> Option<String> {
    let range = view.setting(FileKind::LsfCluster, "Parameters", "LSF_HOST_ADDR_RANGE");
    let because = match (view.conf("LSF_DYNAMIC_HOST_WAIT_TIME"), range) {
        (Lookup::Set(_), _) => "dynamic hosts may join: LSF_DYNAMIC_HOST_WAIT_TIME is set in lsf.conf",
        (_, Lookup::Set(_)) => "dynamic hosts may join: LSF_HOST_ADDR_RANGE is set in lsf.cluster",
        _ if view.has_remote_hosts() => "lists include hosts of other clusters, whose names are unknown",
        (Lookup::Unknown, _) => "it is unknown whether dynamic hosts may join",
        _ => return None,
    };
    Some(because.to_owned())
}

fn skipped(check: &str, because: String) -> Skipped {
    Skipped { check: check.to_owned(), because }
}
