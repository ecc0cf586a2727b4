use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::{FileKind, builtin_resource};

use crate::external::placement::is_mapped_name;

rule! {
    /// Finds rows of ResourceMap for resources that are built in.
    ///
    /// # Effect
    /// LIM reports the row and ignores it: it measures these on every host itself.
    ///
    /// # Example
    /// ```lsf.cluster.c1
    /// Begin ResourceMap
    /// RESOURCENAME LOCATION
    /// tmp          [default]
    /// End ResourceMap
    /// ```
    ///
    /// # Use instead
    /// ```lsf.cluster.c1
    /// Begin ResourceMap
    /// RESOURCENAME LOCATION
    /// mytmp        [default]
    /// End ResourceMap
    /// ```
    ///
    /// An elim for a resource of another name, defined in lsf.shared and mapped here, may report the built-in name and so override what LIM
    /// measures.
    ///
    /// # Notes
    /// What two open-source readers of the file do with such rows.
    pub E106 "built-in-mapped" {
        family: External, scope: Cluster, severity: Error,
        sources: [manual("Administering IBM Spectrum LSF", "external load indices")],
        checks: [SettingOf(is_mapped_name, check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(word) = context.setting.single_word().filter(|_| context.file.kind() == FileKind::LsfCluster) else {
        return;
    };
    let name = word.text();
    // What lsf.shared defines under the name of a built-in resource has its own finding there. Resources of GPUs are built in only where
    // LIM looks for them.
    let Some(builtin) = builtin_resource(&name).filter(|it| !it.is_gpu()) else { return };
    if context.file.cluster.resources().get(&name).is_none_or(|it| !it.builtin) {
        return;
    }
    let found = findings
        .report(word.range(), format!("`{name}` is built in and needs no place"))
        .consequence(Item::Row.ignored().logged());
    match builtin.threshold {
        true => {
            let name = builtin.name;
            found.help(format!("to override it, map a resource of another name; its elim may then report `{name}`"))
        }
        false => found.help("take the row out"),
    };
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports built in names
        //- lsf.cluster.c1
        Begin ResourceMap
        RESOURCENAME LOCATION
        tmp [default]
        ^^^ E106 error `tmp` is built in and needs no place
        swap [all]
        ^^^^ E106 error `swap` is built in and needs no place
        ncpus 4@[default]
        ^^^^^ E106 error `ncpus` is built in and needs no place
            = help: take the row out
        mytmp [default]
        ngpus [default]
        End ResourceMap

        //# one finding for one cause
        //- lsf.cluster.c1
        Begin ResourceMap
        RESOURCENAME LOCATION
        tmp [default]
        ^^^ E106 error `tmp` is built in and needs no place
        End ResourceMap
        //- lsf.shared
        Begin Resource
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        tmp Numeric 60 N (x)
        End Resource
    "#]];
}
