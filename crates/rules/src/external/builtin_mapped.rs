use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::{FileKind, builtin_resource};

use crate::external::placement::is_mapped_name;

rule! {
    /// Finds built-in resources in ResourceMap.
    ///
    /// # Effect
    /// LIM reports the row of a load index and ignores it, because it measures built-in resources on every host itself.
    /// For other built-in resources, it may do so.
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
    /// To override a measured value, define a resource with another name in lsf.shared and map it here. Its elim can
    /// then report the built-in name.
    pub E106 "built-in-mapped" {
        family: External, scope: Cluster, severity: Error,
        sources: [
            volclava(
                "lsf/lim/lim.conf.c",
                "doresourcemap",
                "`Built-in resource ... can't be redefined as shared resource here`, for load indices: the row is \
                 ignored",
            ),
            ibm(
                "lsf_admin/load_indices_external",
                "an elim overrides a built-in index with a mapped resource of another name",
            ),
        ],
        checks: [SettingOf(is_mapped_name, check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(word) = context.setting.single_word().filter(|_| context.file.kind() == FileKind::LsfCluster) else {
        return;
    };
    let name = word.text();
    // A definition in lsf.shared with a built-in name is another finding. GPU resources are built in only if LIM
    // detects GPUs.
    let Some(builtin) = builtin_resource(&name).filter(|it| !it.is_gpu()) else { return };
    if context.file.cluster.resources().get(&name).is_none_or(|it| !it.builtin) {
        return;
    }
    let found = findings
        .report(word.range(), format!("built-in resource `{name}` is mapped in ResourceMap"))
        .consequence(Item::Row.ignored().logged().possible_unless(builtin.threshold));
    match builtin.threshold {
        true => {
            let name = builtin.name;
            found.help(format!("to override it, map a resource with another name whose elim reports `{name}`"))
        }
        false => found.help("remove the row"),
    };
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports built in names
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        tmp [default]
        ^^^ E106 error built-in resource `tmp` is mapped in ResourceMap
        swap [all]
        ^^^^ E106 error built-in resource `swap` is mapped in ResourceMap
        ncpus 4@[default]
        ^^^^^ E106 error built-in resource `ncpus` is mapped in ResourceMap
            = effect: LSF may log an error and ignore the row
            = help: remove the row
        mytmp [default]
        ngpus [default]

        //# one finding for one cause
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        tmp [default]
        ^^^ E106 error built-in resource `tmp` is mapped in ResourceMap
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        tmp Numeric 60 N (x)
    "#]];
}
