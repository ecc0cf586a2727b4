use lsflint_lint::{Applicability, Findings, Fix, SettingContext, Severity, TableContext, rule};
use lsflint_spec::{Dialect, Maturity, ParamSpec, Version};

use crate::version::named::{Named, described};

rule! {
    /// Finds parameters that are deprecated, obsolete, or the old name of another one.
    ///
    /// # Effect
    /// LSF still reads an old name, and a deprecated parameter still works. What is called obsolete is out of the manual: the newest
    /// versions may ignore it without a word.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// PROCLIMIT  = 8
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// TASKLIMIT  = 8
    /// End Queue
    /// ```
    ///
    /// Nothing is said when a version of the target does not know the new name yet.
    ///
    /// # Fix safety
    /// Safe where the new name has the same form and every version of the target is known to read it. Unsafe elsewhere.
    ///
    /// # Notes
    /// Release notes.
    pub V001 "deprecated-parameter" {
        family: Version, scope: OwnFile, severity: Warning, fix: Mixed, tags: [Deprecated],
        sources: [facts("parameters")],
        checks: [SettingOf(is_old, setting), Table(table)],
    }
}

fn is_old(spec: &ParamSpec) -> bool {
    matches!(spec.maturity, Maturity::Deprecated | Maturity::Obsolete)
}

fn setting(context: &SettingContext<'_>, findings: &mut Findings) {
    if let Some(named) = Named::of_setting(context) {
        check(named, findings);
    }
}

fn table(context: &TableContext<'_>, findings: &mut Findings) {
    Named::of_columns(context).filter(|it| is_old(it.spec)).for_each(|it| check(it, findings));
}

fn check(named: Named<'_>, findings: &mut Findings) {
    let Named { spec, target, .. } = named;
    let successor = named.successor();
    // Before the change, and in programs that did not take part in it, the name is the right one.
    let new = successor.is_none_or(|it| it.since.is_none_or(|since| target.from >= since));
    // What is only known from the manual of 10.1 says nothing about older versions.
    let old = target.to >= spec.deprecated_since.unwrap_or(Version::MANUAL);
    // An obsolete section is a finding of its own, and so is the old name beside the new one.
    let whole = named.section.is_some_and(|it| !it.obsolete.is_empty());
    let beside = spec.conflicts.contains(&spec.replaced_by) && named.stands_beside(spec.replaced_by);
    if target.dialect != Dialect::Lsf || !new || !old || whole || beside {
        return;
    }
    let renamed = named.new_name();
    let name = spec.name;
    let message = match renamed {
        Some(new) => format!("`{name}` is the old name of `{}`", new.name),
        None if spec.maturity == Maturity::Deprecated => format!("`{name}` is deprecated"),
        None => format!("`{name}` is obsolete"),
    };
    let hint = spec.maturity == Maturity::Deprecated || renamed.is_some();
    let found = findings.report(named.name.range(), message).capped(spec.confidence);
    let ignored = named.item().ignored().possible();
    match (renamed, spec.maturity) {
        (Some(_), _) => found.effect("LSF still reads it"),
        (None, Maturity::Deprecated) => found.consequence(ignored.called("the line in a later version")),
        (None, _) => found.consequence(ignored.because("the parameter is no longer in the manual")),
    };
    if hint {
        found.severity(Severity::Hint);
    }
    match spec.replaced_by {
        "" => found.help("remove the line when nothing depends on it"),
        new => found.help(format!("use {}", described(new))),
    };
    if let Some(new) = renamed.filter(|it| !named.stands_beside(it.name)) {
        let known = new.since.is_some_and(|since| target.from >= since);
        let applicability = if known { Applicability::Safe } else { Applicability::Unsafe };
        found.fix(Fix::replace(applicability, format!("write `{}`", new.name), named.name.range(), new.name));
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check, check_fix};

    // covers keyword-obsolete, slot-pool-deprecated, app-runtime-old
    #[test]
    fn tells_old_names_from_obsolete_ones() {
        check(
            "V001",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nPROCLIMIT = 8\nPOLICIES = EXCLUSIVE\nSLOT_POOL = p1\nSLOT_SHARE = 50\nNQS_QUEUES = a@b\nEnd Queue\n",
            expect![[r#"
                3:1-3:10 hint `PROCLIMIT` is the old name of `TASKLIMIT`
                  effect: LSF still reads it
                  help: use `TASKLIMIT`
                4:1-4:9 warning `POLICIES` is obsolete
                  effect: LSF may ignore the line because the parameter is no longer in the manual
                  help: use `EXCLUSIVE`
                5:1-5:10 hint `SLOT_POOL` is deprecated
                  effect: LSF may ignore the line in a later version
                  help: remove the line when nothing depends on it
                6:1-6:11 hint `SLOT_SHARE` is deprecated
                  effect: LSF may ignore the line in a later version
                  help: remove the line when nothing depends on it
                7:1-7:11 warning `NQS_QUEUES` is obsolete
                  effect: LSF may ignore the line because the parameter is no longer in the manual
                  help: remove the line when nothing depends on it
            "#]],
        );
    }

    // covers LSB-P018, LSB-P040, LSB-R023, LSB-R031, LSB-S012, CNF010, CLU018, CLU040
    #[test]
    fn reads_other_files() {
        check(
            "V001",
            "lsb.params",
            "Begin Parameters\nRESOURCE_RESERVE_PER_SLOT = Y\nLSB_MANAGER = lsfadmin\nENABLE_DEFAULT_EGO_SLA = sla1\nEnd Parameters\n",
            expect![[r#"
                2:1-2:26 hint `RESOURCE_RESERVE_PER_SLOT` is the old name of `RESOURCE_RESERVE_PER_TASK`
                  effect: LSF still reads it
                  help: use `RESOURCE_RESERVE_PER_TASK`
                3:1-3:12 warning `LSB_MANAGER` is obsolete
                  effect: LSF may ignore the line because the parameter is no longer in the manual
                  help: use `ADMINISTRATORS` of lsf.cluster
                4:1-4:23 warning `ENABLE_DEFAULT_EGO_SLA` is obsolete
                  effect: LSF may ignore the line because the parameter is no longer in the manual
                  help: remove the line when nothing depends on it
            "#]],
        );
        check(
            "V001",
            "lsf.conf",
            "LSB_PSET_BIND_DEFAULT=Y\n",
            expect![[r#"
            1:1-1:22 warning `LSB_PSET_BIND_DEFAULT` is obsolete
              effect: LSF may ignore the line because the parameter is no longer in the manual
              help: remove the line when nothing depends on it
        "#]],
        );
        check(
            "V001",
            "lsf.cluster.c1",
            "Begin Host\nHOSTNAME model type R RESOURCES\nm1 ! ! 1 ()\nm2 ! ! 1 ()\nEnd Host\n",
            expect![[r#"
                2:21-2:22 hint `R` is the old name of `server`
                  effect: LSF still reads it
                  help: use `server`
            "#]],
        );
    }

    #[test]
    fn is_silent_while_the_old_name_is_the_right_one() {
        let queue = "Begin Queue\nQUEUE_NAME = q1\nPROCLIMIT = 8\nEnd Queue\n";
        crate::testing::check_cluster(
            "V001",
            &[("lsb.queues", queue), ("lsf.conf", "LSF_VERSION=8.0\n")],
            expect![[""]],
        );
        crate::testing::check_cluster(
            "V001",
            &[("lsb.queues", queue), ("lsf.conf", "LSF_VERSION=openlava-4\n")],
            expect![[""]],
        );
        check("V001", "lsf.conf", "LSF_VERSION=7.0\nLSB_NQS_PORT=607\n", expect![[""]]);
    }

    #[test]
    fn writes_the_new_name() {
        check_fix(
            "V001",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nPROCLIMIT = 8\nEnd Queue\n",
            "Begin Queue\nQUEUE_NAME = q1\nTASKLIMIT = 8\nEnd Queue\n",
        );
    }
}
