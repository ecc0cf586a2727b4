//! The overview of a cluster for reports, computed from the facts of the check.

mod elims;
mod hosts;
mod jobs;
mod resources;
mod windows;

use std::collections::HashMap;

use lsflint_ide::answers::Times;
use lsflint_model::{AsRead, HostId, HostSet, Place, View};
use lsflint_project::ClusterFacts;
use lsflint_report::condensed;
use lsflint_report::overview::{ClusterOverview, FileRow, HostList};

use crate::commands::week::week_row;

/// The complete overview of a cluster.
pub(super) fn overview(facts: &ClusterFacts) -> ClusterOverview {
    let view = facts.cluster.view();
    let scene = Scene::new(&facts.cluster);
    let queues = jobs::queues(view);
    let (requirements, without_requirement) = jobs::requirements(&scene, &queues);
    let (calendar, always_open) = windows::week(&scene, &queues);
    ClusterOverview {
        name: facts.name.clone(),
        target: view.switches().target.to_string(),
        files: files(view),
        hosts: hosts::hosts(&scene),
        groups: hosts::groups(&scene),
        queues: queues.iter().map(|it| jobs::queue(&scene, it)).collect(),
        profiles: jobs::profiles(&scene),
        resources: resources::resources(view),
        requirements,
        without_requirement,
        elims: elims::elims(view),
        week: calendar.rows.iter().map(week_row).collect(),
        uncertain_windows: calendar.uncertain,
        zone: calendar.zone,
        always_open,
    }
}

/// The overview of a cluster with only its name.
pub(super) fn named(facts: &ClusterFacts) -> ClusterOverview {
    ClusterOverview { name: facts.name.clone(), ..ClusterOverview::default() }
}

/// A view of the cluster with data that several lookups use.
struct Scene<'v> {
    cluster: &'v AsRead,
    /// The cluster as LSF reads it.
    view: View<'v>,
    /// The times at which values of the cluster may differ.
    times: Times<'v>,
    /// The byte offsets of the line starts of each file.
    lines: HashMap<&'v str, Vec<usize>>,
}

impl<'v> Scene<'v> {
    fn new(cluster: &'v AsRead) -> Scene<'v> {
        // Places are those of the files as written.
        let files = cluster.written().index().files().iter();
        let starts = |text: &str| text.match_indices('\n').map(|it| it.0).collect();
        let times = Times::new(cluster.read());
        Scene { cluster, view: cluster.view(), times, lines: files.map(|it| (it.path(), starts(it.text()))).collect() }
    }

    /// A place without directories: `lsb.queues:12`.
    fn place(&self, place: &Place) -> String {
        let name = place.file.rsplit('/').next().unwrap_or(&place.file);
        match self.lines.get(&*place.file) {
            Some(breaks) => {
                let start = usize::from(place.range.start());
                format!("{name}:{}", breaks.partition_point(|it| *it < start) + 1)
            }
            None => name.to_owned(),
        }
    }

    fn host_list(&self, set: &HostSet) -> HostList {
        let hosts = self.view.hosts();
        HostList {
            count: set.surely.len(),
            possibly: set.possibly.len(),
            beyond: set.beyond,
            names: condensed(set.surely.iter().map(|it| &*hosts.get(HostId(it as u32)).name)),
        }
    }
}

/// A host list with all given names.
fn listed<'n>(names: impl IntoIterator<Item = &'n str>) -> HostList {
    let names: Vec<&str> = names.into_iter().collect();
    HostList { count: names.len(), possibly: names.len(), beyond: false, names: condensed(names) }
}

fn files(view: View<'_>) -> Vec<FileRow> {
    let files = view.index().files().iter().map(|it| FileRow {
        path: it.path().to_owned(),
        kind: it.kind().name(),
        lines: it.text().lines().count(),
        bytes: it.text().len(),
    });
    let mut files: Vec<FileRow> = files.collect();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}
