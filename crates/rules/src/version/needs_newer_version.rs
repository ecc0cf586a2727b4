use lsflint_lint::{Findings, SettingContext, TableContext, rule};
use lsflint_spec::{Confidence, Dialect, ParamSpec};

use crate::version::named::{Named, lost};

rule! {
    /// Finds parameters that the oldest version of the target does not support.
    ///
    /// # Effect
    /// That version logs an unknown parameter and ignores the line.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// CONTAINER  = docker[image(ubuntu)]
    /// End Queue
    /// //- lsf.conf
    /// LSF_VERSION=10.1.0.6
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// CONTAINER  = docker[image(ubuntu)]
    /// End Queue
    /// //- lsf.conf
    /// LSF_VERSION=10.1.0.9
    /// ```
    ///
    /// The target is `--target`, `target` in lsflint.toml, LSF_VERSION in lsf.conf, or the newest version, in this
    /// order.
    ///
    /// # Notes
    /// Based on the release notes of the fix packs.
    pub V101 "needs-newer-version" {
        family: Version, scope: OwnFile, severity: Error,
        sources: [facts("parameters")],
        checks: [SettingOf(has_first_version, setting), Table(table)],
    }
}

fn has_first_version(spec: &ParamSpec) -> bool {
    spec.since.is_some()
}

fn setting(context: &SettingContext<'_>, findings: &mut Findings) {
    if let Some(named) = Named::of_setting(context) {
        check(named, findings);
    }
}

fn table(context: &TableContext<'_>, findings: &mut Findings) {
    Named::of_columns(context).for_each(|it| check(it, findings));
}

fn check(named: Named<'_>, findings: &mut Findings) {
    let Named { spec, target, .. } = named;
    let Some(since) = spec.since.filter(|it| target.dialect == Dialect::Lsf && target.from < *it) else { return };
    let name = spec.name;
    findings
        .report(named.name.range(), format!("`{name}` requires LSF {since}, but the target is {target}"))
        .capped(spec.confidence)
        .consequence(
            lost(spec)
                .because(format!("version {} does not support the parameter", target.from))
                .possible_unless(target.to < since && spec.confidence == Confidence::High),
        )
        .help("remove it, or raise the target version after all clusters are upgraded");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# compares with the version of lsf.conf
        //- lsf.conf: LSF_VERSION=10.1.0.6
        //- each Queue
        CONTAINER = docker[image(u)]
        ^^^^^^^^^ V101 error `CONTAINER` requires LSF 10.1.0.9, but the target is 10.1.0.6
          TASKLIMIT = 4
        //#
        //- lsf.conf: LSF_VERSION=9.1
        //- each Queue
        CONTAINER = docker[image(u)]
        ^^^^^^^^^ V101 error `CONTAINER` requires LSF 10.1.0.9, but the target is 9.1.3
          TASKLIMIT = 4
        //#
        //- lsf.conf: LSF_VERSION=10.1
        //- each Queue
        CONTAINER = docker[image(u)]
          TASKLIMIT = 4

        //# columns are reported once
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER PRIORITY
                                ^^^^^^^^ V101 error `PRIORITY` requires LSF 10.1.0.5, but the target is 9.1.3
                                = effect: LSF ignores the section because version 9.1.3 does not support the parameter
        g (u1) 5
        h (u2) 6
        //- lsf.conf: LSF_VERSION=9.1.3
    "#]];
}
