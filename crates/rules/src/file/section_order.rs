use lsflint_lint::{FileContext, Findings, Item, Reads, rule};

rule! {
    /// Finds a section that stands before the one it depends on.
    ///
    /// # Effect
    /// LSF reads the file once from top to bottom. The hosts of a ResourceMap must be known when it is read; a map before the Host
    /// section finds none of them.
    ///
    /// # Example
    /// ```lsf.cluster
    /// Begin ResourceMap
    /// RESOURCENAME LOCATION
    /// licence      (10@[all])
    /// End ResourceMap
    ///
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// hosta    !     !    1      ()
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsf.cluster
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// hosta    !     !    1      ()
    /// End Host
    ///
    /// Begin ResourceMap
    /// RESOURCENAME LOCATION
    /// licence      (10@[all])
    /// End ResourceMap
    /// ```
    ///
    /// # Notes
    /// An open-source reader of the format crashes on such a file.
    pub F111 "section-order" {
        family: File, scope: OwnFile, severity: Error,
        sources: [ibm("lsf.cluster", "")],
        checks: [PartsOfFile(Reads::SECTIONS, check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    let ordered = |it: &lsflint_spec::SectionSpec| !it.must_follow.is_empty();
    if !context.kind().spec().sections.iter().any(ordered) {
        return;
    }
    let sections = context.sections();
    for (index, section) in sections.iter().enumerate() {
        let Some(spec) = section.spec.filter(|it| ordered(it)) else { continue };
        let first = spec.must_follow;
        let is_first = |it: &lsflint_lint::FileSection<'_>| it.spec.is_some_and(|it| it.name == first);
        if sections[..index].iter().any(is_first) || context.has_gaps() {
            continue;
        }
        let Some(later) = sections[index..].iter().find(|it| is_first(it)) else { continue };
        findings
            .report(section.begin_range(), format!("`{}` stands before the section `{first}`", spec.name))
            .consequence(
                Item::Section.no_effect().possible().because(format!("LSF reads it before it knows `{first}`")),
            )
            .help(format!("move it behind the section `{first}`"))
            .related(later.begin_range(), format!("`{first}` begins here"));
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    const HOST: &str = "Begin Host\nHOSTNAME model type RESOURCES\na ! ! ()\nEnd Host\n";
    const MAP: &str = "Begin ResourceMap\nRESOURCENAME LOCATION\nlic (1@[all])\nEnd ResourceMap\n";

    // covers CLU002
    #[test]
    fn map_before_hosts() {
        check(
            "F111",
            "lsf.cluster.c1",
            &format!("{MAP}{HOST}"),
            expect![[r#"
            1:1-1:18 error `ResourceMap` stands before the section `Host`
              effect: the section may have no effect because LSF reads it before it knows `Host`
              help: move it behind the section `Host`
              5:1-5:11 `Host` begins here
        "#]],
        );
        check("F111", "lsf.cluster.c1", &format!("{HOST}{MAP}{HOST}"), expect![[""]]);
        check("F111", "lsf.cluster.c1", MAP, expect![[""]]);
    }
}
