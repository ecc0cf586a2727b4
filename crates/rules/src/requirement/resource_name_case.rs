use lsflint_lint::select::Use;
use lsflint_lint::{Applicability, Findings, Fix, Part, RequirementContext, rule};
use lsflint_model::Knowledge;
use lsflint_spec::BUILTIN_RESOURCES;

rule! {
    /// Finds names that differ from a built-in resource only in case: `MEM`, `Type`.
    ///
    /// # Effect
    /// Resource names are case-sensitive. `MEM` is not the available memory, but a site-defined resource that does not
    /// exist.
    ///
    /// # Example
    /// ```resreq
    /// select[MEM>100]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[mem>100]
    /// ```
    ///
    /// If the loaded lsf.shared does not define the name, the rule for unknown resources reports it instead.
    ///
    /// # Fix safety
    /// Unsafe: replaces an unknown name with a known one.
    pub R111 "resource-name-case" {
        family: Requirement, scope: Cluster, severity: Warning, fix: Unsafe,
        sources: [ibm("lsf_admin/select_string", "the syntax is case-sensitive")],
        checks: [RequirementPart(Part::SELECT, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    let resources = context.cluster.resources();
    if context.broken || resources.knowledge == Knowledge::Complete {
        return;
    }
    for used in context.names() {
        let name = used.name.text();
        if matches!(used.usage, Use::Defined) || used.resource.is_some() {
            continue;
        }
        let known = BUILTIN_RESOURCES.iter().flat_map(|it| [it.name, it.alias]);
        let Some(builtin) = known.filter(|it| !it.is_empty()).find(|it| it.eq_ignore_ascii_case(&name)) else {
            continue;
        };
        findings
            .report(
                used.name.range(),
                format!("resource name `{name}` differs in case from built-in resource `{builtin}`"),
            )
            .effect("names are case-sensitive, so LSF looks for a site-defined resource")
            .help(format!("write `{builtin}`"))
            .fix(Fix::replace(Applicability::Unsafe, format!("write `{builtin}`"), used.name.range(), builtin));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# built in names are small
        //- resreq
        select[MEM>10 && Type==any]
               ^^^ R111 warning resource name `MEM` differs in case from built-in resource `mem`
                         ^^^^ R111 warning resource name `Type` differs in case from built-in resource `type`
            = fixed: select[mem>10 && type==any]

        //# other names have any case
        //- resreq: select[BigMem && type==LINUX && hname==MEM]
        //#
        //- Resource of lsf.shared
        RESOURCENAME  TYPE    INTERVAL INCREASING CONSUMABLE DESCRIPTION
        linux         Boolean ()       ()         ()         (Linux)
        //- resreq: select[MEM>10]
    "#]];
}
