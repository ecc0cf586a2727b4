use lsflint_lint::suggest::{did_you_mean, near_defined};
use lsflint_lint::{Applicability, Findings, Fix, Item, SettingContext, Severity, rule};
use lsflint_model::{Knowledge, Referent};
use lsflint_spec::FileKind;

use crate::external::placement::is_mapped_name;

rule! {
    /// Finds rows in ResourceMap for resources that are not defined in lsf.shared.
    ///
    /// # Effect
    /// LIM reports the row and ignores it. If the name is misspelled, the intended resource is not mapped.
    ///
    /// # Example
    /// ```lsf.cluster.c1
    /// Begin ResourceMap
    /// RESOURCENAME LOCATION
    /// scrach       [default]
    /// End ResourceMap
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// scratch      Numeric 60       N          (free scratch space)
    /// End Resource
    /// ```
    ///
    /// # Use instead
    /// ```lsf.cluster.c1
    /// Begin ResourceMap
    /// RESOURCENAME LOCATION
    /// scratch      [default]
    /// End ResourceMap
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// scratch      Numeric 60       N          (free scratch space)
    /// End Resource
    /// ```
    ///
    /// Nothing is reported unless lsf.shared is loaded. If parts of it are unknown, the finding has the severity info.
    ///
    /// # Fix safety
    /// Unsafe: enables a row that LSF currently ignores.
    pub E002 "map-of-undefined-resource" {
        family: External, scope: Names, severity: Error, fix: Unsafe,
        sources: [
            ibm("lsf.cluster", "RESOURCENAME is a name in lsf.shared"),
            volclava("lsf/lim/lim.conf.c", "doresourcemap", "`Resource name ... is not defined; ignoring line`"),
        ],
        checks: [SettingOf(is_mapped_name, check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(word) = context.setting.single_word().filter(|_| context.file.kind() == FileKind::LsfCluster) else {
        return;
    };
    let (name, resources) = (word.text(), context.file.cluster.resources());
    if resources.get(&name).is_some() || resources.knowledge == Knowledge::Unknown {
        return;
    }
    let complete = resources.knowledge == Knowledge::Complete;
    let message = match complete {
        true => format!("unknown resource `{name}`"),
        false => format!("`{name}` is not defined in the loaded files"),
    };
    let ignored = Item::Row.ignored().logged();
    let found = findings.report(word.range(), message).consequence(if complete { ignored } else { ignored.possible() });
    if !complete {
        found.severity(Severity::Info);
    }
    let known = || resources.site_names();
    let Some(near) = near_defined(context.file.cluster, Referent::Resource, &name, known) else {
        found.help("define it in the Resource section of lsf.shared, or correct the name");
        return;
    };
    found.help(did_you_mean(near.name));
    if near.unique && complete {
        found.fix(Fix::replace(Applicability::Unsafe, format!("write `{}`", near.name), word.range(), near.name));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        scratch Numeric 60 N (x)

        //# reports names that lsf.shared does not have
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        scrach [default]
        ^^^^^^ E002 error unknown resource `scrach`
        ghost [all]
        ^^^^^ E002 error unknown resource `ghost`
            = help: define it in the Resource section of lsf.shared, or correct the name
        scratch [default]
        mem [all]
        //- fixed lsf.cluster.c1
        -scrach [default]
        +scratch [default]

        //# reports less where less is known
        //- without lsf.shared
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        scrach [default]
        ghost [all]
        scratch [default]
        mem [all]
        //#
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        scrach [default]
        ^^^^^^ E002 info `scrach` is not defined in the loaded files
            = effect: LSF may log an error and ignore the row
        ghost [all]
        ^^^^^ E002 info `ghost` is not defined in the loaded files
        scratch [default]
        mem [all]
        //- lsf.licensescheduler
    "#]];
}
