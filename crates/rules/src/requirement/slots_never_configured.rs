use lsflint_lint::{FileContext, Findings, Item, Severity, rule};
use lsflint_model::{Entity, FieldRef, Knowledge, State, View};
use lsflint_spec::{Confidence, FileKind};
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::{ResReq, SpanKind, SpanSection};

use crate::limit::pools::{SlotTable, own, plain};

rule! {
    /// Finds `span` sections that need slots that lsb.hosts does not define: `ptile='!'` without MXJ, and more tasks on
    /// one host than any host has slots.
    ///
    /// # Effect
    /// `ptile='!'` uses as many slots of a host as MXJ sets. Without MXJ, LSF ignores the `span` section. With
    /// `hosts=1`, all tasks go to one host; if no host has enough slots for the minimum number of tasks, the jobs pend
    /// forever.
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
        sources: [manual("Administering IBM Spectrum LSF", "span strings"), ibm("lsb.hosts", "MXJ")],
        checks: [Facts(check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    let section = match context.kind() {
        FileKind::LsbQueues => "Queue",
        FileKind::LsbApplications => "Application",
        _ => return,
    };
    let view = context.cluster;
    let hosts_known = view.knowledge(FileKind::LsbHosts) == Knowledge::Complete;
    if !hosts_known || !view.has_section(FileKind::LsbHosts, "Host") {
        return;
    }
    let (mut any_mxj, mut most) = (None, None);
    for record in own(context, section) {
        let Some(field) = plain(&record, "RES_REQ") else { continue };
        let Some(text) = field.known().filter(|it| it.contains("span[")) else { continue };
        let Some(parse) = field.parse().filter(|it| it.errors().is_empty()) else { continue };
        let Some(requirement) = parse.typed::<ResReq<'_>>() else { continue };
        for item in requirement.sections::<SpanSection<'_>>().flat_map(SpanSection::items) {
            let whole = field.place().range;
            let inside = matches!(text, std::borrow::Cow::Borrowed(_));
            let range = if inside { item.node().range() + whole.start() } else { whole };
            let value: String = item.node().tokens().map(|it| it.text().into_owned()).collect();
            match item.kind() {
                Some(SpanKind::Ptile) if value.contains('!') => {
                    if *any_mxj.get_or_insert_with(|| has_mxj(view)) {
                        continue;
                    }
                    findings
                        .report(range, "`ptile='!'`, but MXJ is not set in `lsb.hosts`")
                        .consequence(Item::String.no_effect().called("the `span` section"))
                        .help("set MXJ in the Host section of `lsb.hosts`, or write a number");
                }
                Some(SpanKind::Hosts) if value.ends_with("=1") => {
                    let Some((tasks, least)) = least_tasks(&record) else { continue };
                    // A host that joins later may be larger.
                    let complete = view.hosts().knowledge == Knowledge::Complete;
                    let most = *most.get_or_insert_with(|| SlotTable::of(view).most());
                    let Some(most) = most.filter(|it| complete && *it < least) else { continue };
                    findings
                        .report(range, format!("{least} tasks on one host, but no host has more than {most} slots"))
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
fn has_mxj(view: View<'_>) -> bool {
    view.all(FileKind::LsbHosts, "Host").any(|it| it.fields("MXJ").iter().any(|it| it.state() != State::Unset))
}

/// The minimum number of tasks of a job: the first of two or three numbers.
fn least_tasks<'a>(record: &Entity<'a>) -> Option<(FieldRef<'a>, i64)> {
    let field = plain(record, "TASKLIMIT")?;
    let value = field.known()?;
    let numbers: Vec<i64> = value.split_whitespace().filter_map(|it| it.parse().ok()).collect();
    (numbers.len() > 1).then(|| (field, numbers[0]))
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
                         ^^^^^^^ R474 info 512 tasks on one host, but no host has more than 64 slots
                         = effect: LSF may never dispatch jobs with the minimum number of tasks
                         = help: reduce the minimum of TASKLIMIT, or allow several hosts
                         = related lsb.queues the minimum number of tasks
        TASKLIMIT = 512
          RES_REQ = span[hosts=1]
        TASKLIMIT = many
          RES_REQ = span[hosts=1]
        TASKLIMIT = 32 512
          RES_REQ = span[hosts=1]
        //#
        //- Host of lsb.hosts
        HOST_NAME MXJ
        default 64
        a !
        //- each Queue
        TASKLIMIT = 512 1024
          RES_REQ = span[hosts=1]
    "#]];
}
