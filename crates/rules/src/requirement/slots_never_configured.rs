use lsflint_lint::{FactFindings, FactsContext, Item, Severity, rule};
use lsflint_model::{FieldRef, Knowledge, Place, State, View};
use lsflint_spec::{Confidence, FileKind};
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::{ResReq, Shape, SpanKind, SpanSection};

use crate::limit::levels::tasks;
use crate::limit::pools::plain;
use crate::limit::slots::Slots;
use crate::requirement::reserved::level_of;

rule! {
    /// Finds `span` sections that need slots that lsb.hosts does not define: `ptile='!'` without MXJ, and more tasks on
    /// one host than any host of the queue has slots.
    ///
    /// # Effect
    /// `ptile='!'` uses as many slots of a host as MXJ sets. Without MXJ, LSF ignores the `span` section. With
    /// `hosts=1`, all tasks go to one host; if no host has enough slots for the minimum number of tasks, the jobs pend
    /// forever. `ptile=N` puts `N` tasks on each host.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = wide
    /// TASKLIMIT  = 512
    /// RES_REQ    = span[ptile='!'] same[model]
    /// End Queue
    ///
    /// //- lsb.hosts
    /// Begin Host
    /// HOST_NAME r1m
    /// default   3.5
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = wide
    /// TASKLIMIT  = 512
    /// RES_REQ    = span[ptile='!'] same[model]
    /// End Queue
    ///
    /// //- lsb.hosts
    /// Begin Host
    /// HOST_NAME r1m MXJ
    /// default   3.5 !
    /// End Host
    /// ```
    pub R474 "slots-never-configured" {
        family: Requirement, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsf_admin/span_string", "`ptile='!'` takes MXJ and is ignored without it; `hosts=1` uses one host"),
            ibm("lsb.hosts", "MXJ"),
        ],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    let Some(section) = level_of(context.kind()) else { return };
    let view = context.cluster;
    let hosts_known = view.knowledge(FileKind::LsbHosts) == Knowledge::Complete;
    if !hosts_known || !view.has_section(FileKind::LsbHosts, "Host") {
        return;
    }
    let (mut any_mxj, mut slots) = (None, None);
    for record in context.all(section) {
        let Some(field) = plain(&record, "RES_REQ") else { continue };
        let Some(text) = field.known().filter(|it| it.contains("span[")) else { continue };
        let Some(parse) = field.parse().filter(|it| it.errors().is_empty()) else { continue };
        let Some(requirement) = parse.typed::<ResReq<'_>>() else { continue };
        for item in requirement.sections::<SpanSection<'_>>().flat_map(SpanSection::items) {
            let place = field.place();
            let whole = place.range;
            let inside = matches!(text, std::borrow::Cow::Borrowed(_));
            let range = if inside { item.node().range() + whole.start() } else { whole };
            let place = Place { range, ..place };
            let value: String = item.node().tokens().map(|it| it.text().into_owned()).collect();
            match item.kind() {
                Some(SpanKind::Ptile) if value.contains('!') => {
                    if *any_mxj.get_or_insert_with(|| has_mxj(view)) {
                        continue;
                    }
                    findings
                        .report(place, "`ptile='!'`, but MXJ is not set in `lsb.hosts`")
                        .consequence(Item::String.no_effect().called("the `span` section"))
                        .help("set MXJ in the Host section of `lsb.hosts`, or write a number");
                }
                // The terms of other requirements have their own numbers of tasks.
                Some(kind @ (SpanKind::Hosts | SpanKind::Ptile))
                    if matches!(requirement.shape(), Some(Shape::Simple(_))) =>
                {
                    let Some((least, greatest, tasks)) = tasks(&record) else { continue };
                    let Some(wanted) = on_one_host(kind, &value, least) else { continue };
                    let slots = slots.get_or_insert_with(|| Slots::of(view)).as_mut();
                    let queue = (section == "Queue").then_some(&record);
                    let Some(capacity) = slots.and_then(|it| it.of_queue(queue)) else { continue };
                    // Hosts without slots are closed intentionally.
                    if capacity.largest == 0 {
                        continue;
                    }
                    if wanted <= capacity.largest {
                        if matches!(kind, SpanKind::Hosts) && greatest > capacity.largest {
                            maximum(place, queue.is_some(), capacity.largest, &tasks, findings);
                        }
                        continue;
                    }
                    let hosts = if queue.is_some() { "no host of the queue" } else { "no host" };
                    let most = capacity.largest;
                    findings
                        .report(place, format!("{wanted} tasks on one host, but {hosts} has more than {most} slots"))
                        .severity(Severity::Info)
                        .capped(Confidence::Medium)
                        .consequence(Item::Job.pending().called("jobs with the minimum number of tasks").possible())
                        .help("reduce the minimum of TASKLIMIT, or allow several hosts")
                        .related_at(tasks.place(), "the minimum number of tasks");
                }
                _ => {}
            }
        }
    }
}

/// Whether a row sets MXJ.
/// `span[hosts=1]` with a maximum of tasks that no host has slots for.
fn maximum(place: Place, of_queue: bool, most: i64, tasks: &FieldRef<'_>, findings: &mut FactFindings) {
    let hosts = if of_queue { "no host of the queue" } else { "no host" };
    findings
        .report(place, format!("all tasks on one host, but {hosts} has more than {most} slots"))
        .severity(Severity::Info)
        .capped(Confidence::Medium)
        .consequence(Item::Job.pending().called(format!("jobs with more than {most} tasks")).possible())
        .help("reduce the maximum of TASKLIMIT, or allow several hosts")
        .related_at(tasks.place(), "the maximum number of tasks");
}

fn has_mxj(view: View<'_>) -> bool {
    view.all(FileKind::LsbHosts, "Host").any(|it| it.fields("MXJ").iter().any(|it| it.state() != State::Unset))
}

/// The tasks of a job with the minimum number of tasks that an item of `span` puts on one host.
fn on_one_host(kind: SpanKind, value: &str, least: i64) -> Option<i64> {
    let (_, number) = value.split_once('=')?;
    let number: i64 = number.parse().ok().filter(|it| *it > 0)?;
    match kind {
        SpanKind::Hosts => (number == 1).then_some(least),
        SpanKind::Ptile => Some(number.min(least)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Host of lsf.cluster.c
        HOSTNAME model type server RESOURCES
        a ! ! 1 ()
        b ! ! 1 ()
        //- lsf.conf

        //# a tile of all slots needs slots
        //- Host of lsb.hosts
        HOST_NAME r1m
        default 3
        //- each Queue
        RES_REQ = span[ptile='!'] same[type]
                       ^^^^^^^^^ R474 warning `ptile='!'`, but MXJ is not set in `lsb.hosts`
        RES_REQ = span[ptile=4]
        //#
        //- Host of lsb.hosts
        HOST_NAME MXJ
        default !
        //- each Queue: RES_REQ = span[ptile='!'] same[type]

        //# one host has so many slots
        //- Host of lsb.hosts
        HOST_NAME MXJ
        default 64
        //- each Queue
        TASKLIMIT = 512 1024
          RES_REQ = span[hosts=1]
                         ^^^^^^^ R474 info 512 tasks on one host, but no host of the queue has more than 64 slots
                         = effect: LSF may never dispatch jobs with the minimum number of tasks
                         = help: reduce the minimum of TASKLIMIT, or allow several hosts
                         = related 1:13 the minimum number of tasks
        TASKLIMIT = 512 1024
          RES_REQ = span[ptile=96]
                         ^^^^^^^^ R474 info 96 tasks on one host, but no host of the queue has more than 64 slots
        TASKLIMIT = 32 512
          RES_REQ = span[ptile=96]
        TASKLIMIT = 512 1024
          RES_REQ = span[ptile=64]
        TASKLIMIT = 512 1024
          RES_REQ = 1*{select[mem>9] span[hosts=1]} + 511*{select[mem>1]}
        TASKLIMIT = 512
          RES_REQ = span[hosts=1]
                         ^^^^^^^ R474 info all tasks on one host, but no host of the queue has more than 64 slots
                         = effect: LSF may never dispatch jobs with more than 64 tasks
                         = help: reduce the maximum of TASKLIMIT, or allow several hosts
                         = related 1:13 the maximum number of tasks
        TASKLIMIT = many
          RES_REQ = span[hosts=1]
        TASKLIMIT = 32 512
          RES_REQ = span[hosts=1]
                         ^^^^^^^ R474 info all tasks on one host, but no host of the queue has more than 64 slots
        //#
        //- Host of lsb.hosts
        HOST_NAME MXJ
        default 64
        a !
        //- each Queue
        TASKLIMIT = 512 1024
          RES_REQ = span[hosts=1]
        //- lsf.conf

        //# hosts of the queue
        //- Host of lsb.hosts
        HOST_NAME MXJ
        a 64
        b 16
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
        small (b)
        inner (small)
        //- each Queue
        TASKLIMIT = 32 64
          RES_REQ = span[hosts=1]
                         ^^^^^^^ R474 info 32 tasks on one host, but no host of the queue has more than 16 slots
          HOSTS = inner
        TASKLIMIT = 32 64
          RES_REQ = span[hosts=1]
        TASKLIMIT = 32 64
          RES_REQ = span[hosts=1]
          HOSTS = inner a
        TASKLIMIT = 32 64
          RES_REQ = span[hosts=1]
          HOSTS = inner
          SNDJOBS_TO = q@other
        TASKLIMIT = 32 64
          RES_REQ = span[hosts=1]
          HOSTS = all@other
        TASKLIMIT = 16 64
          RES_REQ = span[ptile=32]
          HOSTS = inner
    "#]];
}
