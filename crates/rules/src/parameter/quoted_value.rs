use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, rule};

use crate::parameter::owner::{Owner, owned};

rule! {
    /// Finds quotes around a value that LSF reads without them.
    ///
    /// # Effect
    /// In the lsb.* files and in lsf.shared and lsf.cluster quotes are characters like any other: `"5"` is no number and `"hostA"` is no
    /// host. LSF ignores the value, or the first and the last word of it.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// PRIORITY   = "60"
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// PRIORITY   = 60
    /// End Queue
    /// ```
    ///
    /// lsf.conf is another matter: there LSF takes double quotes off.
    ///
    /// # Fix safety
    /// Unsafe: a value that LSF ignores today becomes active.
    ///
    /// # Notes
    /// What two open-source readers of the files do with quotes. Parameters whose page shows quotes are left out.
    pub P116 "quoted-value" {
        family: Parameter, scope: OwnFile, severity: Warning, fix: Unsafe,
        sources: [],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(broken) = owned(context, Owner::Quoted) else { return };
    let name = broken.setting.display_name();
    let bare = context.text().trim_matches(['"', '\'']);
    findings
        .report(context.error.range, format!("quotes around the value of `{name}`"))
        .capped(broken.spec.confidence)
        .consequence(Item::Value.ignored().possible().because("it takes the quotes for a part of the value"))
        .help(format!("write `{bare}`"))
        .fix(Fix::replace(Applicability::Unsafe, "remove the quotes", context.error.range, bare));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports quoted numbers and lists
        //- each Queue
        NICE = "5"
               ^^^ P116 warning quotes around the value of `NICE`
          HOSTS = "hostA hostB"
                  ^^^^^^^^^^^^^ P116 warning quotes around the value of `HOSTS`
            = fixed: NICE = 5
            = fixed: HOSTS = hostA hostB

        //# is silent about lsf.conf and documented quotes
        //- lsf.conf
        LSF_LIM_PORT="7869"
        LSF_MASTER_LIST="m1 m2"
        //#
        //- each Queue
        GPU_REQ = "num=1"
          RES_REQ = "mem>5"
          DESCRIPTION = "quoted"

        //# removes the quotes
        //- each Queue
        NICE = '5'
               ^^^ P116 warning quotes around the value of `NICE`
            = fixed: NICE = 5
    "#]];
}
