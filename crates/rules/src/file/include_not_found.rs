use lsflint_lint::{DirectiveContext, Findings, Item, Severity, rule};

rule! {
    /// Finds `#INCLUDE` lines whose file does not exist, and files that include each other.
    ///
    /// # Effect
    /// LSF cannot include the file, so the names that it defines are undefined. If files include each other, it is
    /// undocumented how LSF ends the cycle. A file in a directory that does not exist either may exist on the hosts of
    /// the cluster, so the finding is an information.
    ///
    /// # Example
    /// Only the program knows which files exist, so this page cannot show a line that is reported:
    /// ```lsb.queues missing
    /// #INCLUDE "queues.common"
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// #INCLUDE "/shared/lsf/queues.common"
    /// ```
    ///
    /// # Notes
    /// Nesting and relative paths are not documented.
    pub F303 "include-not-found" {
        family: File, scope: OwnFile, severity: Warning,
        sources: [ibm("lsf_multicluster/cluster_group_config_mc_lsf", "`#INCLUDE` inserts the lines of a file")],
        checks: [Directive(check)],
    }
}

fn check(context: &DirectiveContext<'_>, findings: &mut Findings) {
    let Some(path) = context.directive.path().filter(|_| context.directive.is("#INCLUDE")) else { return };
    let text = path.text();
    let file = &context.file.file.path;
    let cluster = context.file.cluster;
    if let Some(missing) = cluster.missing_include(file, &text) {
        let finding = findings.report(path.range(), format!("file `{text}` not found")).consequence(
            Item::Line.no_effect().possible_unless(missing.certain).so("the names that the file defines are undefined"),
        );
        match missing.certain {
            true => finding.help("correct the path; only absolute paths are documented"),
            false => finding
                .severity(Severity::Info)
                .help("make sure that the file exists; names that it may define are not checked"),
        };
    }
    if cluster.is_include_cycle(file, &text) {
        findings
            .report(path.range(), format!("`#INCLUDE` cycle: `{text}` includes this file"))
            .effect("it is undocumented how LSF ends such a cycle")
            .help("remove one of the two `#INCLUDE` lines");
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;
    use lsflint_model::{Cluster, MissingInclude, SourceFile, Surroundings};
    use lsflint_spec::FileKind;

    use crate::testing::check_in;

    #[test]
    fn says_what_the_disk_says() {
        let text = "#INCLUDE \"gone\"\n#INCLUDE \"/elsewhere/q\"\n#INCLUDE \"self\"\n#INCLUDE \"fine\"\n";
        let file = SourceFile::new("lsb.queues", FileKind::LsbQueues, text);
        let missing =
            |included: &str, certain| MissingInclude { file: file.path.clone(), included: included.into(), certain };
        let surroundings = Surroundings {
            missing_includes: vec![missing("gone", true), missing("/elsewhere/q", false)],
            include_cycles: vec![(file.path.clone(), "self".into())],
            ..Surroundings::default()
        };
        let cluster = Cluster::surrounded(&[], None, &surroundings);
        check_in(
            "F303",
            &file,
            &cluster,
            expect![[r#"
                1:11-1:15 warning file `gone` not found
                  effect: the line has no effect, so the names that the file defines are undefined
                  help: correct the path; only absolute paths are documented
                2:11-2:23 info file `/elsewhere/q` not found
                  effect: the line may have no effect, so the names that the file defines are undefined
                  help: make sure that the file exists; names that it may define are not checked
                3:11-3:15 warning `#INCLUDE` cycle: `self` includes this file
                  effect: it is undocumented how LSF ends such a cycle
                  help: remove one of the two `#INCLUDE` lines
            "#]],
        );
    }
}
