use lsflint_lint::{Applicability, Findings, Fix, SettingContext, TableContext, rule};
use lsflint_spec::{Confidence, Dialect, Maturity, ParamSpec, Version};

use crate::version::named::{Named, described, lost};

rule! {
    /// Finds parameters that LSF no longer reads.
    ///
    /// # Effect
    /// LSF ignores the line, with or without an error message about an unknown parameter.
    ///
    /// # Example
    /// ```lsf.conf
    /// EGO_MASTER_LIST="m1 m2"
    /// ```
    ///
    /// # Use instead
    /// ```lsf.conf
    /// LSF_MASTER_LIST="m1 m2"
    /// ```
    ///
    /// A name that never existed in LSF is reported as `unknown-parameter`.
    ///
    /// # Fix safety
    /// Unsafe: enables a line that LSF currently ignores.
    ///
    /// # Notes
    /// Based on the release notes.
    pub V003 "removed-parameter" {
        family: Version, scope: OwnFile, severity: Error, fix: Unsafe, tags: [Deprecated],
        sources: [facts("parameters")],
        checks: [SettingOf(is_removed, setting), Table(table)],
    }
}

fn is_removed(spec: &ParamSpec) -> bool {
    spec.maturity == Maturity::Removed && spec.only_in.is_empty()
}

fn setting(context: &SettingContext<'_>, findings: &mut Findings) {
    // A wrong word for a well-known name is an unknown parameter: P001.
    if let Some(named) = Named::of_setting(context).filter(|it| !is_wrong_word(it.spec)) {
        check(named, findings);
    }
}

fn is_wrong_word(spec: &ParamSpec) -> bool {
    spec.confidence == Confidence::High && !spec.replaced_by.is_empty() && !spec.replaced_by.contains(':')
}

fn table(context: &TableContext<'_>, findings: &mut Findings) {
    Named::of_columns(context).filter(|it| is_removed(it.spec)).for_each(|it| check(it, findings));
}

fn check(named: Named<'_>, findings: &mut Findings) {
    let Named { spec, target, .. } = named;
    // Facts known only from the manual of 10.1 do not apply to older versions.
    let since = spec.removed_since.unwrap_or(Version::MANUAL);
    if target.dialect != Dialect::Lsf || target.to < since {
        return;
    }
    let message = match target.from < since {
        true => format!("LSF {} does not support `{}`, and the target is {target}", target.to, spec.name),
        false => format!("LSF no longer supports `{}`", spec.name),
    };
    let certain = target.from >= since && spec.confidence == Confidence::High;
    let found = findings
        .report(named.name.range(), message)
        .capped(spec.confidence)
        .consequence(lost(spec).possible_unless(certain));
    match spec.replaced_by {
        "" => found.help("remove the line"),
        new => found.help(format!("use {}", described(new))),
    };
    if let Some(new) = named.new_name().filter(|it| !named.section_has(it.name)) {
        let title = format!("write `{}`", new.name);
        found.fix(Fix::replace(Applicability::Unsafe, title, named.name.range(), new.name));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# names what to use
        //- lsf.conf
        LSF_LICENSE_FILE=/lsf/license.dat
        ^^^^^^^^^^^^^^^^ V003 warning LSF no longer supports `LSF_LICENSE_FILE`
            = help: remove the line
        EGO_MASTER_LIST="m1 m2"
        ^^^^^^^^^^^^^^^ V003 warning LSF no longer supports `EGO_MASTER_LIST`
        //- fixed lsf.conf
        -EGO_MASTER_LIST="m1 m2"
        +LSF_MASTER_LIST="m1 m2"

        //# is silent about versions that read it
        //- lsf.conf
        LSF_VERSION=7.0
        LSF_LICENSE_FILE=/lsf/license.dat
        //#
        //- lsf.conf
        LSF_VERSION=7.0..10.1
        LSF_LICENSE_FILE=/lsf/license.dat
        ^^^^^^^^^^^^^^^^ V003 warning
            = LSF 10.1.0.16 does not support `LSF_LICENSE_FILE`, and the target is 7.0..10.1.0.16

        //# is silent about names of other sections
        //- Application fluent
    "#]];
}
