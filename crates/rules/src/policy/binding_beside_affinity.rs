use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_model::{FieldRef, State};
use lsflint_spec::{FileKind, yes_no};

rule! {
    /// Finds BIND_JOB and LSF_BIND_JOB in a cluster with affinity scheduling.
    ///
    /// # Effect
    /// Affinity scheduling takes effect, and LSF does not bind jobs to processors by these parameters.
    ///
    /// # Example
    /// ```lsb.applications
    /// Begin Application
    /// NAME     = solver
    /// BIND_JOB = BALANCE
    /// End Application
    ///
    /// //- lsb.hosts
    /// Begin Host
    /// HOST_NAME MXJ AFFINITY
    /// default   !   Y
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsb.applications
    /// Begin Application
    /// NAME    = solver
    /// RES_REQ = affinity[core(1)]
    /// End Application
    ///
    /// //- lsb.hosts
    /// Begin Host
    /// HOST_NAME MXJ AFFINITY
    /// default   !   Y
    /// End Host
    /// ```
    pub Q312 "binding-beside-affinity" {
        family: Policy, scope: Cluster, severity: Warning,
        sources: [
            ibm(
                "topic=lsfconf-lsf-bind-job",
                "if both LSF_BIND_JOB and affinity scheduling are enabled, affinity scheduling takes effect",
            ),
        ],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    let view = context.cluster;
    let settings: Vec<FieldRef<'_>> = match context.kind() {
        FileKind::LsbApplications => context.all("Application").filter_map(|it| it.field("BIND_JOB")).collect(),
        FileKind::LsfConf => view.setting(FileKind::LsfConf, "", "LSF_BIND_JOB").field().into_iter().collect(),
        _ => return,
    };
    // The old word for NONE is N.
    let binds = |it: &&FieldRef<'_>| {
        it.known().is_some_and(|it| yes_no(it.trim()) != Some(false) && !it.trim().eq_ignore_ascii_case("NONE"))
    };
    let mut settings = settings.iter().filter(binds).peekable();
    if settings.peek().is_none() || !view.mentions(FileKind::LsbHosts, "Host", "AFFINITY") {
        return;
    }
    let enabled =
        |it: &FieldRef<'_>| it.state() == State::Known && it.known().is_some_and(|it| yes_no(it.trim()) != Some(false));
    let affinity = view.all(FileKind::LsbHosts, "Host").filter_map(|it| it.field("AFFINITY")).find(enabled);
    let Some(affinity) = affinity else { return };
    for field in settings {
        let name = field.param().map_or("", |it| it.name);
        findings
            .report(field.place(), format!("`{name}` is set, but affinity scheduling is enabled"))
            // Only some hosts may have affinity scheduling.
            .consequence(Item::Value.no_effect().possible().because("affinity scheduling takes effect instead"))
            .help("use `affinity[...]` in `RES_REQ` instead")
            .related_at(affinity.place(), "enabled here");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# affinity comes first
        //- Host of lsb.hosts
        HOST_NAME MXJ AFFINITY
        h1 ! N
        h2 ! Y
        //- each Application
        BIND_JOB = PACK
                   ^^^^ Q312 warning `BIND_JOB` is set, but affinity scheduling is enabled
        BIND_JOB = NONE
        BIND_JOB = N
        //- lsf.conf
        LSF_BIND_JOB=BALANCE
        //#
        //- Host of lsb.hosts
        HOST_NAME MXJ AFFINITY
        h1 ! N
        //- each Application
        BIND_JOB = PACK
    "#]];
}
