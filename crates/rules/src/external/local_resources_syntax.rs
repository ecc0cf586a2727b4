use lsflint_lint::{ErrorContext, Findings, Item, rule};

use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds syntax errors in LSF_LOCAL_RESOURCES.
    ///
    /// # Effect
    /// The dynamic host joins the cluster without the resources, and jobs that need them never run there.
    ///
    /// # Example
    /// ```lsf.conf
    /// LSF_LOCAL_RESOURCES="resource fpga"
    /// ```
    ///
    /// ```lsf.conf
    /// LSF_LOCAL_RESOURCES="[resource fpga] [resourcemap 4 * lanes]"
    /// ```
    ///
    /// # Use instead
    /// ```lsf.conf
    /// LSF_LOCAL_RESOURCES="[resource fpga] [resourcemap 4*lanes]"
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: enables resources that LSF currently ignores.
    pub E104 "local-resources-syntax" {
        family: External, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [ibm("lsf.conf", "LSF_LOCAL_RESOURCES")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(broken) = owned(context, Owner::LocalResources) else { return };
    let range = wording::place(context.error.range, &broken.setting);
    let problem = wording::problem(broken.error, context.text());
    let found = findings
        .report(range, format!("{problem} in `{}`", broken.setting.display_name()))
        .capped(broken.spec.confidence)
        .consequence(
            Item::Value.ignored().called("the resource").possible().so("the host joins the cluster without it"),
        )
        .help("write `[resource NAME]` for a Boolean resource, `[resourcemap VALUE*NAME]` for others");
    if let Some(fix) = wording::repair(broken.error, range, &broken.setting, &context.file.file.text) {
        found.fix(fix);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports missing brackets values and words
        //- each lsf.conf
        LSF_LOCAL_RESOURCES="resource fpga"
                             ^^^^^^^^^^^^^ E104 error expected `[`, found `resource fpga` in `LSF_LOCAL_RESOURCES`
        LSF_LOCAL_RESOURCES="[resourcemap lanes] [res x]"
                                               ^ E104 error
                                        = expected `*` between the value and the resource name in `LSF_LOCAL_RESOURCES`
                                                  ^^^ E104 error
                                        = expected `resource`, `resourcemap`, `type` or `model`, found `res` in
                                        =   `LSF_LOCAL_RESOURCES`

        //# is silent about documented forms
        //- each lsf.conf: LSF_LOCAL_RESOURCES="[resource fpga] [resourcemap 4*lanes] [type X86_64] [model M]"
    "#]];
}
