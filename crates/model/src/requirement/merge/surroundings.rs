//! Reads the options of a merge from a cluster.
//!
//! Values that depend on an `#if` or a template are unknown.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use lsflint_spec::{FileKind, ResourceType};

use super::options::{Options, ReservationRange, TaskRange};
use crate::requirement::usage::canonical;
use crate::requirement::{Method, Units};
use crate::{Entity, Knowledge, Lookup, View};

impl Options {
    /// The merge options for a queue and an application profile.
    pub fn of(view: View<'_>, queue: Option<&Entity<'_>>, application: Option<&Entity<'_>>) -> Options {
        let mut options = Options {
            units: Units::of(view.switches()),
            reservation_usage: reservation_usage(view).map(Arc::new),
            shared_resources: shared_resources(view).map(Arc::new),
            reserve_per_task: reserve_per_task(view),
            default_order: view.switches().default_order.clone(),
            ..Options::default()
        };
        if let Some(queue) = queue {
            (options.reservation_ranges, options.queue_tasks) = (Options::ranges_of(queue), Options::tasks_of(queue));
        }
        options.application_tasks = application.and_then(Options::tasks_of);
        options
    }

    /// RESRSV_LIMIT of a queue.
    pub fn ranges_of(queue: &Entity<'_>) -> Vec<ReservationRange> {
        settled(queue, "RESRSV_LIMIT").map(|it| ReservationRange::all_of(&it)).unwrap_or_default()
    }

    /// TASKLIMIT of a queue or application profile, or its older name. A list of job sizes overrides it.
    pub fn tasks_of(entity: &Entity<'_>) -> Option<TaskRange> {
        if entity.has("JOB_SIZE_LIST") {
            return None;
        }
        TaskRange::parse(&settled(entity, "TASKLIMIT").or_else(|| settled(entity, "PROCLIMIT"))?)
    }
}

/// A value that does not depend on an `#if` or a template.
fn settled(entity: &Entity<'_>, name: &str) -> Option<String> {
    let fields = entity.fields(name);
    let last = fields.last().filter(|_| !fields.iter().any(|it| it.is_conditional()))?;
    Some(last.known()?.into_owned())
}

/// The METHOD column of ReservationUsage in lsb.resources.
fn reservation_usage(view: View<'_>) -> Option<BTreeMap<String, Method>> {
    if view.knowledge(FileKind::LsbResources) != Knowledge::Complete {
        return None;
    }
    let mut methods = BTreeMap::new();
    for row in view.all(FileKind::LsbResources, "ReservationUsage") {
        if row.is_conditional() {
            return None;
        }
        let (Some(name), Some(method)) = (row.value("RESOURCE"), row.value("METHOD")) else { continue };
        let method = match method.to_ascii_uppercase().as_str() {
            "PER_JOB" => Method::Job,
            "PER_TASK" | "PER_SLOT" => Method::Task,
            "PER_HOST" => Method::Host,
            _ => continue,
        };
        methods.insert(canonical(&name).to_owned(), method);
    }
    Some(methods)
}

/// The resources that hosts share.
fn shared_resources(view: View<'_>) -> Option<BTreeSet<String>> {
    let kinds = [FileKind::LsfShared, FileKind::LsfCluster];
    let resources = view.resources();
    if resources.knowledge != Knowledge::Complete || kinds.iter().any(|it| view.knowledge(*it) != Knowledge::Complete) {
        return None;
    }
    let is_shared = |name: &&str| {
        resources.get(name).is_some_and(|it| it.kind == Some(ResourceType::Numeric) && it.shared == Some(true))
    };
    Some(resources.site_names().filter(is_shared).map(str::to_owned).collect())
}

/// RESOURCE_RESERVE_PER_TASK in lsb.params, or its older name.
fn reserve_per_task(view: View<'_>) -> Option<bool> {
    match view.parameter("RESOURCE_RESERVE_PER_TASK") {
        Lookup::Absent => view.parameter("RESOURCE_RESERVE_PER_SLOT").yes(false),
        known => known.yes(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cluster, SourceFile};

    #[track_caller]
    fn options(files: &[(&str, &str)]) -> Options {
        let source = |&(name, text): &(&str, &str)| {
            SourceFile::new(name, FileKind::from_name(name).expect("a file of LSF"), text)
        };
        let files: Vec<SourceFile> = files.iter().map(source).collect();
        let cluster = Cluster::of(&files, None);
        let view = cluster.view();
        Options::of(view, view.queue("q").as_ref(), view.application("a").as_ref())
    }

    #[test]
    fn what_a_cluster_says() {
        let found = options(&[
            ("lsf.conf", "LSF_UNIT_FOR_LIMITS=GB\n"),
            (
                "lsf.shared",
                "Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\nlic Numeric () N (x)\nown Numeric () N (x)\n\
                 big Boolean () () (x)\nEnd Resource\n",
            ),
            (
                "lsf.cluster.c",
                "Begin ResourceMap\nRESOURCENAME LOCATION\nlic 5@[all]\nown 1@[default]\nbig [all]\nEnd ResourceMap\n",
            ),
            ("lsb.params", "Begin Parameters\nRESOURCE_RESERVE_PER_SLOT = Y\nEnd Parameters\n"),
            (
                "lsb.resources",
                "Begin ReservationUsage\nRESOURCE METHOD\nlic PER_JOB\nswap PER_HOST\nmem -\nEnd ReservationUsage\n",
            ),
            ("lsb.queues", "Begin Queue\nQUEUE_NAME = q\nTASKLIMIT = 1 8 16\nRESRSV_LIMIT = [mem=5,9]\nEnd Queue\n"),
            ("lsb.applications", "Begin Application\nNAME = a\nPROCLIMIT = 4\nEnd Application\n"),
        ]);
        assert_eq!(found.units.size.map(|it| it.suffix()), Some("GB"));
        let methods = [("lic".to_owned(), Method::Job), ("swp".to_owned(), Method::Host)];
        assert_eq!(found.reservation_usage, Some(Arc::new(methods.into())));
        assert_eq!(found.shared_resources, Some(Arc::new(["lic".to_owned()].into())));
        assert_eq!(found.reserve_per_task, Some(true));
        assert_eq!(found.reservation_ranges.len(), 1);
        assert_eq!(found.queue_tasks, TaskRange::parse("1 8 16"));
        assert_eq!(found.application_tasks, TaskRange::parse("4"));
    }

    #[test]
    fn what_is_not_in_view_is_not_known() {
        let found = options(&[(
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q\n#if time(8:00-9:00)\nTASKLIMIT = 9\nRESRSV_LIMIT = [mem=1]\n#endif\nEnd Queue\n",
        )]);
        assert_eq!(found.units, Units::UNKNOWN);
        assert_eq!((found.reservation_usage, found.shared_resources, found.reserve_per_task), (None, None, None));
        assert_eq!((found.reservation_ranges.len(), found.queue_tasks), (0, None));
    }
}
