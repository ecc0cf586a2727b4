use lsflint_lint::{FileContext, Findings, Item, Reads, rule};

rule! {
    /// Finds sections that precede a section on which they depend.
    ///
    /// # Effect
    /// LSF reads the file once, from top to bottom. The hosts of a ResourceMap must be defined before it, so a
    /// ResourceMap before the Host section refers to unknown hosts.
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
    pub F111 "section-order" {
        family: File, scope: OwnFile, severity: Error,
        sources: [
            volclava(
                "lsf/lim/lim.conf.c",
                "validLocationHost",
                "a host of a ResourceMap must be among the hosts that were read before; otherwise it is ignored",
            ),
        ],
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
            .report(section.begin_range(), format!("section `{}` is before section `{first}`", spec.name))
            .consequence(
                Item::Section
                    .no_effect()
                    .possible()
                    .because(format!("LSF does not know `{first}` yet when it reads the section")),
            )
            .help(format!("move it after section `{first}`"))
            .related(later.begin_range(), format!("`{first}` begins here"));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# map before hosts
        //- lsf.cluster.c1
        Begin ResourceMap
        ^^^^^^^^^^^^^^^^^ F111 error section `ResourceMap` is before section `Host`
        RESOURCENAME LOCATION
        lic (1@[all])
        End ResourceMap
        Begin Host
        HOSTNAME model type RESOURCES
        a ! ! ()
        End Host
        //#
        //- Host of lsf.cluster.c1
        HOSTNAME model type RESOURCES
        a ! ! ()
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        lic (1@[all])
        //- Host of lsf.cluster.c1
        HOSTNAME model type RESOURCES
        a ! ! ()
        //#
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        lic (1@[all])
    "#]];
}
