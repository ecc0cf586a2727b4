use lsflint_lint::{Applicability, Findings, Fix, Item, RequirementContext, rule};
use lsflint_spec::builtin_resource;

use crate::requirement::names::used_names;

rule! {
    /// Finds the second names of built-in resources: `swap`, `idle`, `login`, `cpu`.
    ///
    /// # Effect
    /// None: LSF knows both names. But its commands show only the first ones, and whoever searches the configuration for `swp` finds half.
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
    for name in used_names(context.node, resources) {
        let text = name.text();
        // A site may have a resource of its own under a name that is not reserved.
        if resources.get(&text).is_some_and(|it| !it.builtin) {
            continue;
        }
        let Some(builtin) = builtin_resource(&text).filter(|it| it.alias == text) else { continue };
        let first = builtin.name;
        findings
            .report(name.range(), format!("`{text}` is another name of `{first}`"))
            .consequence(Item::String.no_effect().called("the choice of the name").because("LSF knows both"))
            .help(format!("write `{first}`, as the commands show it"))
            .fix(Fix::replace(Applicability::Safe, format!("write `{first}`"), name.range(), first));
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check_string, check_string_fix};

    // covers RR231, SE-006
    #[test]
    fn the_first_name_is_the_usual_one() {
        check_string(
            "W102",
            "swap > 10 && idle > 5 order[cpu:login]",
            expect![[r#"
                1:1-1:5 info `swap` is another name of `swp`
                  effect: the choice of the name has no effect because LSF knows both
                  help: write `swp`, as the commands show it
                1:14-1:18 info `idle` is another name of `it`
                  effect: the choice of the name has no effect because LSF knows both
                  help: write `it`, as the commands show it
                1:29-1:32 info `cpu` is another name of `r1m`
                  effect: the choice of the name has no effect because LSF knows both
                  help: write `r1m`, as the commands show it
                1:33-1:38 info `login` is another name of `ls`
                  effect: the choice of the name has no effect because LSF knows both
                  help: write `ls`, as the commands show it
            "#]],
        );
        check_string("W102", "swp > 10 && cpuf > 5 order[r1m]", expect![[""]]);
    }

    #[test]
    fn writes_it() {
        check_string_fix("W102", "swap > 10 rusage[swap=5]", "swp > 10 rusage[swp=5]");
    }
}
