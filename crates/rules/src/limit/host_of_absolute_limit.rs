use lsflint_lint::{Findings, Item, SectionContext, Setting, rule};
use lsflint_model::{FieldRef, State};
use lsflint_spec::FileKind;
use lsflint_syntax::Token;
use lsflint_syntax::ast::{AstNode, RunLimit, RunTime};

use crate::parameter::related;

rule! {
    /// Finds a host or host model after the slash of a run limit that LSF does not normalize.
    ///
    /// # Effect
    /// The host says on which machine the limit is meant, and LSF makes it shorter on faster ones. With ABS_RUNLIMIT=Y,
    /// run limits and estimated run times are wall-clock times on every host, so the host has no effect.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUNLIMIT   = 8:00/hostA
    /// End Queue
    ///
    /// //- lsb.params
    /// Begin Parameters
    /// ABS_RUNLIMIT = Y
    /// End Parameters
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUNLIMIT   = 8:00
    /// End Queue
    ///
    /// //- lsb.params
    /// Begin Parameters
    /// ABS_RUNLIMIT = Y
    /// End Parameters
    /// ```
    ///
    /// # Notes
    /// A queue with a CPULIMIT is left alone: its CPU limit is normalized to the same host.
    pub L107 "host-of-absolute-limit" {
        family: Limit, scope: Cluster, severity: Info,
        sources: [
            ibm(
                "lsb.params",
                "ABS_RUNLIMIT: run limits and estimated run times are not normalized by the CPU factor of the host",
            ),
        ],
        checks: [Section(check)],
    }
}

/// The parameters whose values are times of a run.
const TIMES: [&str; 2] = ["RUNLIMIT", "ESTIMATED_RUNTIME"];

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let is_level = matches!(context.file.kind(), FileKind::LsbQueues | FileKind::LsbApplications);
    if !is_level || context.entry("CPULIMIT").is_some() {
        return;
    }
    let hosts: Vec<(Setting<'_>, Token<'_>)> =
        TIMES.into_iter().filter_map(|it| context.entry(it)).filter_map(|it| Some((it, host(&it)?))).collect();
    if hosts.is_empty() {
        return;
    }
    let own = context.entry("ABS_RUNLIMIT").filter(|it| it.branch == 0 && related::is_on(it));
    let params = context.file.cluster.setting(FileKind::LsbParams, "Parameters", "ABS_RUNLIMIT").field();
    let certain = |it: &FieldRef<'_>| it.state() == State::Known && it.is_on() && !it.is_conditional();
    let params = params.filter(certain).map(|it| it.place());
    if own.is_none() && params.is_none() {
        return;
    }
    for (setting, host) in hosts {
        let found = findings
            .report(host.range(), format!("`{}` of `{}` has no effect", host.text(), setting.display_name()))
            .consequence(
                Item::Value
                    .no_effect()
                    .called("the host")
                    .because("`ABS_RUNLIMIT` makes the time the same on every host"),
            )
            .help("remove the slash and the name");
        match (&own, &params) {
            (Some(own), _) => found.related(own.value_range(), "enabled here"),
            (None, Some(place)) => found.related_at(place.clone(), "enabled here"),
            (None, None) => found,
        };
    }
}

/// The name after the slash.
fn host<'a>(setting: &Setting<'a>) -> Option<Token<'a>> {
    let content = setting.known_value()?.content()?;
    match RunLimit::cast(content) {
        Some(limit) => limit.items().find_map(RunTime::host),
        None => RunTime::cast(content).and_then(RunTime::host),
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# with absolute times
        //- Parameters: ABS_RUNLIMIT = Y
        //- each Queue
        RUNLIMIT = 60/hostA
                      ^^^^^ L107 info `hostA` of `RUNLIMIT` has no effect
        RUNLIMIT = 30 60/m1
                         ^^ L107 info `m1` of `RUNLIMIT` has no effect
          ESTIMATED_RUNTIME = 20/m1
                                 ^^ L107 info `m1` of `ESTIMATED_RUNTIME` has no effect
        RUNLIMIT = 60
          CPULIMIT = 10/m1
        RUNLIMIT = 60/m1
          CPULIMIT = 10
        //- each Application
        RUNLIMIT = 60/hostA
                      ^^^^^ L107 info `hostA` of `RUNLIMIT` has no effect
        ESTIMATED_RUNTIME = 60/hostA
                               ^^^^^ L107 info `hostA` of `ESTIMATED_RUNTIME` has no effect

        //# a profile may enable it for itself
        //- each Application
        RUNLIMIT = 60/hostA
                      ^^^^^ L107 info `hostA` of `RUNLIMIT` has no effect
                      = related 2:16 enabled here
          ABS_RUNLIMIT = y
        RUNLIMIT = 60/hostA

        //# normalized times need a host
        //- Parameters: ABS_RUNLIMIT = N
        //- each Queue: RUNLIMIT = 60/hostA
        //#
        //- Parameters
        #if time(8:00-18:00)
        ABS_RUNLIMIT = Y
        #endif
        //- each Queue: RUNLIMIT = 60/hostA
    "#]];
}
