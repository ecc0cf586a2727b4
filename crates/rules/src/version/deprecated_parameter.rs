use lsflint_lint::{Applicability, Findings, Fix, SettingContext, Severity, TableContext, rule};
use lsflint_spec::{Dialect, Maturity, ParamSpec, Version};

use crate::version::named::{Named, described};

rule! {
    /// Finds deprecated and obsolete parameters, and old names of renamed parameters.
    ///
    /// # Effect
    /// LSF still reads old names, and deprecated parameters still work. The latest versions may silently ignore
    /// obsolete parameters, and those that older manuals name but no page of LSF 10.1 that lsflint knows.
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
    /// The rule does not report an old name if a version of the target does not support the new name yet.
    ///
    /// # Fix safety
    /// Safe if the new name has the same syntax and every version of the target is known to read it; unsafe otherwise.
    ///
    /// # Notes
    /// Based on the release notes.
    pub V001 "deprecated-parameter" {
        family: Version, scope: OwnFile, severity: Warning, fix: Mixed, tags: [Deprecated],
        sources: [facts("parameters")],
        checks: [SettingOf(is_old, setting), Table(table)],
    }
}

fn is_old(spec: &ParamSpec) -> bool {
    matches!(spec.maturity, Maturity::Deprecated | Maturity::Obsolete | Maturity::NotSeen)
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
    // Older versions, and programs that do not have the change, use this name.
    let new = successor.is_none_or(|it| it.since.is_none_or(|since| target.from >= since));
    // Facts known only from the manual of 10.1 do not apply to older versions.
    let old = target.to >= spec.deprecated_since.unwrap_or(Version::MANUAL);
    // An obsolete section, and an old name together with the new one, have their own findings.
    let whole = named.section.is_some_and(|it| !it.obsolete.is_empty());
    let both_names = spec.conflicts.contains(&spec.replaced_by) && named.section_has(spec.replaced_by);
    if target.dialect != Dialect::Lsf || !new || !old || whole || both_names {
        return;
    }
    let renamed = named.new_name();
    let name = spec.name;
    let message = match renamed {
        Some(new) => format!("`{name}` is the old name of `{}`", new.name),
        None if spec.maturity == Maturity::Deprecated => format!("`{name}` is deprecated"),
        None if spec.maturity == Maturity::NotSeen => format!("`{name}` is in no page of LSF 10.1 that lsflint knows"),
        None => format!("`{name}` is obsolete"),
    };
    let hint = spec.maturity == Maturity::Deprecated || renamed.is_some();
    let found = findings.report(named.name.range(), message).capped(spec.confidence);
    let ignored = named.item().ignored().possible();
    match (renamed, spec.maturity) {
        (Some(_), _) => found.effect("LSF still reads it"),
        (None, Maturity::Deprecated) => found.consequence(ignored.called("the line in a later version")),
        (None, Maturity::NotSeen) => found.effect("only older manuals describe it; LSF may ignore the line"),
        (None, _) if spec.status_because.text.is_empty() => found.consequence(ignored),
        (None, _) => found.consequence(ignored.because(spec.status_because.text)),
    };
    if hint {
        found.severity(Severity::Hint);
    } else if spec.maturity == Maturity::NotSeen {
        found.severity(Severity::Info);
    }
    match spec.replaced_by {
        "" => found.help("remove the line if nothing depends on it"),
        new => found.help(format!("use {}", described(new))),
    };
    if let Some(new) = renamed.filter(|it| !named.section_has(it.name)) {
        let known = new.since.is_some_and(|since| target.from >= since);
        let applicability = if known { Applicability::Safe } else { Applicability::Unsafe };
        found.fix(Fix::replace(applicability, format!("write `{}`", new.name), named.name.range(), new.name));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# old and obsolete names are different
        //- each Queue
        PROCLIMIT = 8
        ^^^^^^^^^ V001 hint `PROCLIMIT` is the old name of `TASKLIMIT`
          POLICIES = EXCLUSIVE
          ^^^^^^^^ V001 info `POLICIES` is in no page of LSF 10.1 that lsflint knows
            = effect: only older manuals describe it; LSF may ignore the line
          SLOT_POOL = p1
          ^^^^^^^^^ V001 hint `SLOT_POOL` is deprecated
            = effect: LSF may ignore the line in a later version
            = help: remove the line if nothing depends on it
          SLOT_SHARE = 50
          ^^^^^^^^^^ V001 hint `SLOT_SHARE` is deprecated
          NQS_QUEUES = a@b
          ^^^^^^^^^^ V001 info `NQS_QUEUES` is in no page of LSF 10.1 that lsflint knows
            = fixed: TASKLIMIT = 8

        //# reads other files
        //- each Parameters
        RESOURCE_RESERVE_PER_SLOT = Y
        ^^^^^^^^^^^^^^^^^^^^^^^^^ V001 hint `RESOURCE_RESERVE_PER_SLOT` is the old name of `RESOURCE_RESERVE_PER_TASK`
            = fix (unsafe): write `RESOURCE_RESERVE_PER_TASK`
          LSB_MANAGER = lsfadmin
          ^^^^^^^^^^^ V001 warning `LSB_MANAGER` is obsolete
            = effect: LSF may ignore the line because the administrators are those of the section ClusterAdmins in
            =   lsf.cluster
            = help: use `ADMINISTRATORS` in `lsf.cluster`
          ENABLE_DEFAULT_EGO_SLA = sla1
            = fixed: RESOURCE_RESERVE_PER_TASK = Y
        //- each lsf.conf
        LSB_PSET_BIND_DEFAULT=Y
        ^^^^^^^^^^^^^^^^^^^^^ V001 info `LSB_PSET_BIND_DEFAULT` is in no page of LSF 10.1 that lsflint knows
        //#
        //- Host of lsf.cluster.c1
        HOSTNAME model type R RESOURCES
                            ^ V001 hint `R` is the old name of `server`
        m1 ! ! 1 ()
        m2 ! ! 1 ()
        //- fixed lsf.cluster.c1
        -HOSTNAME model type R RESOURCES
        +HOSTNAME model type server RESOURCES

        //# pages of 10.1 decide
        //- lsf.conf
        LSB_NQS_PORT=607
        LSF_VPLUGIN=/usr/lib64/libxmpi.so
        LSF_PAM_PLUGINDIR=/lsf/lib
        ^^^^^^^^^^^^^^^^^ V001 hint `LSF_PAM_PLUGINDIR` is deprecated
        LSF_SLURM_TMPDIR=/tmp
        ^^^^^^^^^^^^^^^^ V001 info `LSF_SLURM_TMPDIR` is in no page of LSF 10.1 that lsflint knows

        //# is silent while the old name is the right one
        //- lsf.conf: LSF_VERSION=8.0
        //- each Queue: PROCLIMIT = 8
        //#
        //- lsf.conf: LSF_VERSION=openlava-4
        //- each Queue: PROCLIMIT = 8
        //#
        //- lsf.conf
        LSF_VERSION=7.0
        LSB_NQS_PORT=607
    "#]];
}
