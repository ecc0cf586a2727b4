use lsflint_lint::{ErrorContext, Findings, Item, rule};

use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds syntax errors in RESOURCES of a host: spaces around `=`, commas, stray brackets.
    ///
    /// # Effect
    /// LIM splits the list at spaces and reports the parts as undefined resources. The host does not have these
    /// resources, and jobs that need them never run there.
    ///
    /// # Example
    /// ```lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// m1       !     !    1      (mg, rack = r2)
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// m1       !     !    1      (mg rack=r2)
    /// End Host
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: enables resources that LSF currently ignores.
    pub E103 "host-resources-syntax" {
        family: External, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [
            ibm(
                "lsf_admin/host_section_configure",
                "names or `name=value`, separated by spaces; a value is alphanumeric",
            ),
            volclava(
                "lsf/lim/lim.conf.c",
                "addHost_",
                "`Invalid resource name ... for host`: an unknown word is ignored",
            ),
        ],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(broken) = owned(context, Owner::HostResources) else { return };
    let range = wording::place(context.error.range, &broken.setting);
    let problem = wording::problem(broken.error, context.text());
    let found = findings
        .report(range, format!("{problem} in `{}`", broken.setting.display_name()))
        .capped(broken.spec.confidence)
        .consequence(Item::Value.ignored().called("the resource").logged().possible().so("the host does not have it"))
        .help("write `name` for a Boolean resource, `name=value` for others, separated by spaces");
    if let Some(fix) = wording::repair(broken.error, range, &broken.setting, &context.file.file.text) {
        found.fix(fix);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports spaces and commas
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        m1 ! ! 1 (mg, rack = r2)
                    ^ E103 error items separated by commas in `RESOURCES`
                          ^^^ E103 error whitespace around `=` in `RESOURCES`
        m2 ! ! 1 (! =5 mg=)
                  ^ E103 error expected a resource name after `!` in `RESOURCES`
                    ^^ E103 error expected a resource name before `=`, found `=5` in `RESOURCES`
                          ^ E103 error expected a value after `=` in `RESOURCES`
        //- fixed lsf.cluster.c1
        -m1 ! ! 1 (mg, rack = r2)
        +m1 ! ! 1 (mg rack=r2)

        //# is silent about documented forms
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        m1 ! ! 1 (mg rack=r2 !bigmem lanes=16)
        m2 ! ! 1 ()
    "#]];
}
