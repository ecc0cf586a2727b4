use lsflint_lint::{Applicability, Findings, Fix, Item, RequirementContext, rule};
use lsflint_spec::builtin_resource;

rule! {
    /// Finds aliases of built-in resources: `swap`, `idle`, `login`, `cpu`.
    ///
    /// # Effect
    /// None: LSF accepts both names. Its commands show only the primary names, and a search of the configuration for
    /// `swp` does not find `swap`.
    ///
    /// # Example
    /// ```resreq
    /// select[swap>10]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[swp>10]
    /// ```
    ///
    /// # Fix safety
    /// Safe: both names are the same resource.
    pub W102 "resource-alias" {
        family: Pedantic, scope: OwnFile, severity: Info, fix: Safe, status: OptIn, tags: [Deprecated],
        sources: [ibm("lsf_admin/select_string", "the names and their aliases")],
        checks: [Requirement(check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    if context.broken {
        return;
    }
    let resources = context.cluster.resources();
    for name in &context.parts.used {
        let text = name.text();
        // A site can define its own resource with a name that is not reserved.
        if resources.get(&text).is_some_and(|it| !it.builtin) {
            continue;
        }
        let Some(builtin) = builtin_resource(&text).filter(|it| it.alias == text) else { continue };
        let first = builtin.name;
        findings
            .report(name.range(), format!("`{text}` is an alias of `{first}`"))
            .consequence(Item::String.no_effect().called("the choice of the name").because("LSF accepts both"))
            .help(format!("write `{first}`, the name that LSF commands show"))
            .fix(Fix::replace(Applicability::Safe, format!("write `{first}`"), name.range(), first));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the first name is the usual one
        //- resreq
        swap > 10 && idle > 5 order[cpu:login]
        ^^^^ W102 info `swap` is an alias of `swp`
                     ^^^^ W102 info `idle` is an alias of `it`
                                    ^^^ W102 info `cpu` is an alias of `r1m`
                                        ^^^^^ W102 info `login` is an alias of `ls`
            = fixed: swp > 10 && it > 5 order[r1m:ls]
        swp > 10 && cpuf > 5 order[r1m]
    "#]];
}
