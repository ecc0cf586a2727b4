use lsflint_lint::{DirectiveContext, Findings, Item, Severity, rule};

rule! {
    /// Finds an `#INCLUDE` whose file is not there, and files that include each other.
    ///
    /// # Effect
    /// LSF cannot insert the file: what it was to define is not defined. Where files include each other, LSF documents no end of it.
    /// A file of a folder that is not there either may exist on the hosts of the cluster: an information then.
    ///
    /// # Example
    /// What is on the disk is known only to the program, so this page cannot show a line that is reported:
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
        sources: [manual("Administering IBM Spectrum LSF", "cluster groups")],
        checks: [Directive(check)],
    }
}

fn check(context: &DirectiveContext<'_>, findings: &mut Findings) {
    let Some(path) = context.directive.path().filter(|_| context.directive.is("#INCLUDE")) else { return };
    let text = path.text();
    let file = &context.file.file.path;
    let cluster = context.file.cluster;
    if let Some(missing) = cluster.missing_includes().iter().find(|it| it.file == *file && it.included == text) {
        let finding = findings.report(path.range(), format!("there is no file `{text}`")).consequence(
            Item::Line
                .no_effect()
                .possible_unless(missing.certain)
                .so("names that the file should define are not defined"),
        );
        match missing.certain {
            true => finding.help("correct the path; LSF documents absolute paths only"),
            false => {
                finding.severity(Severity::Info).help("its folder is not in view; names it may define are not judged")
            }
        };
    }
    if cluster.include_cycles().iter().any(|it| it.0 == *file && it.1 == text) {
        findings
            .report(path.range(), format!("`{text}` includes this file again"))
            .effect("the documentation does not say how LSF ends such a cycle")
            .help("take one of the two lines out");
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;
    use lsflint_model::{Cluster, MissingInclude, SourceFile};
    use lsflint_spec::FileKind;

    use crate::testing::check_in;

    // covers LSB-X004
    #[test]
    fn says_what_the_disk_says() {
        let text = "#INCLUDE \"gone\"\n#INCLUDE \"/elsewhere/q\"\n#INCLUDE \"self\"\n#INCLUDE \"fine\"\n";
        let file = SourceFile::new("lsb.queues", FileKind::LsbQueues, text);
        let missing =
            |included: &str, certain| MissingInclude { file: file.path.clone(), included: included.into(), certain };
        let mut cluster = Cluster::default();
        cluster.missing_includes = vec![missing("gone", true), missing("/elsewhere/q", false)];
        cluster.include_cycles = vec![(file.path.clone(), "self".into())];
        check_in(
            "F303",
            &file,
            &cluster,
            expect![[r#"
            1:11-1:15 warning there is no file `gone`
              effect: the line has no effect, so names that the file should define are not defined
              help: correct the path; LSF documents absolute paths only
            2:11-2:23 info there is no file `/elsewhere/q`
              effect: the line may have no effect, so names that the file should define are not defined
              help: its folder is not in view; names it may define are not judged
            3:11-3:15 warning `self` includes this file again
              effect: the documentation does not say how LSF ends such a cycle
              help: take one of the two lines out
        "#]],
        );
    }
}
