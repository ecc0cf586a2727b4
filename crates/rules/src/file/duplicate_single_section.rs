use lsflint_lint::{FileContext, FileSection, Findings, Item, Reads, Severity, rule};

rule! {
    /// Finds duplicate sections of a name that the file can have only once.
    ///
    /// # Effect
    /// An error if LSF is known to log a message and ignore the second section (ClusterAdmins). For other sections,
    /// only one is documented, and the effect of a second one is not certain: a warning.
    ///
    /// # Example
    /// ```lsf.cluster
    /// Begin ClusterAdmins
    /// ADMINISTRATORS = lsfadmin
    /// End ClusterAdmins
    ///
    /// Begin ClusterAdmins
    /// ADMINISTRATORS = operator
    /// End ClusterAdmins
    /// ```
    ///
    /// # Use instead
    /// ```lsf.cluster
    /// Begin ClusterAdmins
    /// ADMINISTRATORS = lsfadmin operator
    /// End ClusterAdmins
    /// ```
    ///
    /// Sections in different branches of an `#if` are not compared.
    pub F106 "duplicate-single-section" {
        family: File, scope: OwnFile, severity: Error,
        sources: [
            facts("sections and columns"),
            volclava(
                "lsf/lib/lib.conf.c",
                "ls_readcluster_ex",
                "`More than one clusteradmins section defined; ignored`",
            ),
        ],
        checks: [PartsOfFile(Reads::SECTIONS, check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    if context.kind().spec().sections.iter().all(|it| it.repeats) {
        return;
    }
    let sections = context.sections();
    let mut seen: Vec<FileSection<'_>> = Vec::new();
    for section in sections {
        let Some(spec) = section.spec.filter(|it| !it.repeats) else { continue };
        let same =
            |it: &&FileSection<'_>| it.branch == section.branch && it.spec.is_some_and(|it| std::ptr::eq(it, spec));
        let Some(first) = seen.iter().find(same) else {
            seen.push(section);
            continue;
        };
        let name = spec.name;
        let ignored = Item::Section.ignored();
        let (severity, consequence) = match spec.second_ignored {
            true => (Severity::Error, ignored.logged()),
            false => (Severity::Warning, ignored.possible().because("only one section of this name is documented")),
        };
        findings
            .report(section.begin_range(), format!("duplicate section `{name}`"))
            .severity(severity)
            .consequence(consequence)
            .help("move its lines to the first section")
            .related(first.begin_range(), "first section");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# second is ignored
        //- lsf.cluster.c1
        Begin ClusterAdmins
        ADMINISTRATORS = a
        End ClusterAdmins
        Begin ClusterAdmins
        ^^^^^^^^^^^^^^^^^^^ F106 error duplicate section `ClusterAdmins`
        ADMINISTRATORS = a
        End ClusterAdmins
        //#
        //- lsf.cluster.c1
        Begin ClusterAdmins
        ADMINISTRATORS = a
        End ClusterAdmins
        Begin ClusterManager
        ^^^^^^^^^^^^^^^^^^^^ F106 error duplicate section `ClusterAdmins`
        ADMINISTRATORS = a
        End ClusterManager

        //# second is undocumented
        //- lsb.modules
        Begin PluginModule
        SCH_PLUGIN
        schmod_default
        End PluginModule
        Begin PluginModule
        ^^^^^^^^^^^^^^^^^^ F106 warning duplicate section `PluginModule`
            = effect: LSF may ignore the section because only one section of this name is documented
        SCH_PLUGIN
        schmod_default
        End PluginModule

        //# branches and repeatable sections
        //- Queue a
        //- Queue a
    "#]];
}
