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
    use expect_test::expect;

    use crate::testing::{check, check_cluster};

    // covers XF007, ELM007, EL-047
    #[test]
    fn reports_built_in_names() {
        check(
            "E106",
            "lsf.cluster.c1",
            "Begin ResourceMap\nRESOURCENAME LOCATION\ntmp [default]\nswap [all]\nncpus 4@[default]\nmytmp [default]\nngpus [default]\nEnd ResourceMap\n",
            expect![[r#"
                3:1-3:4 error `tmp` is built in and needs no place
                  effect: LSF logs an error and ignores the row
                  help: to override it, map a resource of another name; its elim may then report `tmp`
                4:1-4:5 error `swap` is built in and needs no place
                  effect: LSF logs an error and ignores the row
                  help: to override it, map a resource of another name; its elim may then report `swp`
                5:1-5:6 error `ncpus` is built in and needs no place
                  effect: LSF logs an error and ignores the row
                  help: take the row out
            "#]],
        );
    }

    #[test]
    fn one_finding_for_one_cause() {
        let shared =
            "Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\ntmp Numeric 60 N (x)\nEnd Resource\n";
        let map = "Begin ResourceMap\nRESOURCENAME LOCATION\ntmp [default]\nEnd ResourceMap\n";
        check_cluster(
            "E106",
            &[("lsf.cluster.c1", map), ("lsf.shared", shared)],
            expect![[r#"
                3:1-3:4 error `tmp` is built in and needs no place
                  effect: LSF logs an error and ignores the row
                  help: to override it, map a resource of another name; its elim may then report `tmp`
            "#]],
        );
    }
}
