use lsflint_lint::{Findings, SectionContext, rule};
use lsflint_model::{Knowledge, View};
use lsflint_spec::{FileKind, Grammar};
use lsflint_syntax::ast::HostResources;
use lsflint_syntax::ast::resreq::ResReq;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::external::placement::{ByFile, in_section};

rule! {
    /// Finds exclusive resources (`!bigmem`) that no queue and no application profile requests.
    ///
    /// # Effect
    /// A host with `!bigmem` accepts only jobs that request the resource. If no queue or application profile requests
    /// it, the host stays empty unless users request it explicitly.
    ///
    /// # Example
    /// ```lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// h1       !     !    1      ()
    /// h9       !     !    1      (!bigmem)
    /// End Host
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// End Queue
    /// //- lsb.applications
    /// Begin Application
    /// NAME = sim
    /// End Application
    /// //- lsf.conf
    /// LSF_STRICT_RESREQ=Y
    /// ```
    ///
    /// # Use instead
    /// ```lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// h1       !     !    1      ()
    /// h9       !     !    1      (!bigmem)
    /// End Host
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = large
    /// RES_REQ    = bigmem
    /// End Queue
    /// //- lsb.applications
    /// Begin Application
    /// NAME = sim
    /// End Application
    /// //- lsf.conf
    /// LSF_STRICT_RESREQ=Y
    /// ```
    ///
    /// Nothing is reported unless lsb.queues and lsb.applications are completely loaded. If users are expected to
    /// request the resource, suppress the finding.
    pub E113 "exclusive-unasked" {
        family: External, scope: Cluster, severity: Info,
        sources: [
            ibm("lsf_admin/select_string", "exclusive resources: only jobs that ask for the resource run on the host"),
        ],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    if context.file.kind() != FileKind::LsfCluster || context.spec.is_none_or(|it| it.name != "Host") {
        return;
    }
    let view = context.file.cluster;
    let Some(unasked) = view.once_with_places("unrequested exclusive resources", FileKind::LsfCluster, unasked) else {
        return;
    };
    for (range, Unasked { name, hosts }) in in_section(context, &unasked) {
        let others = match hosts {
            1 => String::new(),
            more => format!(" on {more} hosts"),
        };
        findings
            .report(*range, format!("no queue or application profile requests exclusive resource `{name}`{others}"))
            .effect("only jobs that explicitly request it run there")
            .help(format!("write `RES_REQ = {name}` in the intended queue, or `{name}` without `!`"));
    }
}

/// An exclusive resource that nothing requests.
struct Unasked {
    name: String,
    /// The number of hosts with it.
    hosts: usize,
}

/// The exclusive resources that nothing requests, at the first host with each.
fn unasked(view: View<'_>) -> ByFile<Unasked> {
    let mut found: ByFile<Unasked> = ByFile::default();
    let mut names = always_exclusive(view);
    if names.is_empty() || !asked_for(view, &mut names) || names.is_empty() {
        return found;
    }
    for field in view.all(FileKind::LsfCluster, "Host").filter_map(|it| it.field("RESOURCES")) {
        let (Some(parse), Some(known)) = (field.parse(), field.known()) else { continue };
        let place = field.place();
        let whole = known.len() == usize::from(place.range.len());
        for item in parse.typed::<HostResources<'_>>().into_iter().flat_map(HostResources::items) {
            let Some(name) = item.name().map(|it| it.text().into_owned()) else { continue };
            // Only the first host with each resource is reported.
            let Some(hosts) = names.remove(&name) else { continue };
            let range = if whole { item.range() + place.range.start() } else { place.range };
            found.entry(place.file.to_string()).or_default().push((range, Unasked { name, hosts }));
        }
    }
    found
}

/// The resources that are exclusive on every host that has them, with the number of these hosts.
fn always_exclusive(view: View<'_>) -> FxHashMap<String, usize> {
    let hosts = view.hosts();
    let mut found: FxHashMap<String, usize> = FxHashMap::default();
    let mut shared: FxHashSet<&str> = FxHashSet::default();
    // Most clusters have no exclusive resources, and few distinct rows.
    if !hosts.all_facts().iter().any(|it| it.resources.iter().any(|it| it.exclusive)) {
        return found;
    }
    for (id, _) in hosts.iter() {
        for it in &hosts.facts(id).resources {
            match it.exclusive {
                true => *found.entry(it.name.to_string()).or_default() += 1,
                false => drop(shared.insert(&it.name)),
            }
        }
    }
    found.retain(|name, _| !shared.contains(name.as_str()));
    found
}

/// Removes the names in requirements. False if not all requirements are known.
fn asked_for(view: View<'_>, names: &mut FxHashMap<String, usize>) -> bool {
    for (kind, section) in [(FileKind::LsbQueues, "Queue"), (FileKind::LsbApplications, "Application")] {
        if view.knowledge(kind) != Knowledge::Complete {
            return false;
        }
        for field in view.all(kind, section).flat_map(|it| it.all_fields().collect::<Vec<_>>()) {
            if !field.param().is_some_and(|it| it.grammar == Grammar::ResReq) {
                continue;
            }
            let Some(parse) = field.parse() else { return false };
            for name in parse.typed::<ResReq<'_>>().into_iter().flat_map(ResReq::all_names) {
                names.remove(&*name.text());
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Application a

        //# reports hosts that nobody is sent to
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        h1 ! ! 1 (mg)
        h8 ! ! 1 (!bigmem !gpu)
                  ^^^^^^^ E113 info no queue or application profile requests exclusive resource `bigmem` on 2 hosts
        h9 ! ! 1 (mg !bigmem gpu)
        //- Queue q: RES_REQ = select[mem>100]

        //# is silent where somebody asks
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        h1 ! ! 1 (mg)
        h8 ! ! 1 (!bigmem !gpu)
        h9 ! ! 1 (mg !bigmem gpu)
        //- Queue q: RES_REQ = select[type==any && bigmem]
        //#
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        h1 ! ! 1 (mg)
        h8 ! ! 1 (!bigmem !gpu)
        h9 ! ! 1 (mg !bigmem gpu)
        //- Queue q
        //- Application a: RES_REQ = bigmem rusage[mem=1]
        //#
        //- without lsb.applications
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        h1 ! ! 1 (mg)
        h8 ! ! 1 (!bigmem !gpu)
        h9 ! ! 1 (mg !bigmem gpu)
        //- lsb.queues
    "#]];
}
