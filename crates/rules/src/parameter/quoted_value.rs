use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, rule};

use crate::parameter::owner::{Owner, owned};

rule! {
    /// Finds quotes around values that LSF reads without quotes.
    ///
    /// # Effect
    /// In the lsb.* files, lsf.shared and lsf.cluster, quotes are ordinary characters: `"5"` is not a number, and
    /// `"hostA"` is not a host. LSF ignores the value, or its first and last words.
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
    /// lsf.conf differs: there, LSF removes double quotes.
    ///
    /// # Fix safety
    /// Unsafe: enables a value that LSF currently ignores.
    ///
    /// # Notes
    /// Parameters that are documented with quotes are not reported.
    pub P116 "quoted-value" {
        family: Parameter, scope: OwnFile, severity: Warning, fix: Unsafe,
        sources: [
            volclava("lsbatch/lib/lsb.conf.c", "readHvalues_conf", "quotes are kept in the value"),
            volclava("lsbatch/lib/lsb.conf.c", "my_atoi", "a value that is not a number is refused"),
            volclava("lsf/lib/lib.initenv.c", "parseLine", "lsf.conf: double quotes around a value are removed"),
        ],
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
        .consequence(Item::Value.ignored().possible().because("it reads the quotes as part of the value"))
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
        NICE = '5'
               ^^^ P116 warning quotes around the value of `NICE`
            = fixed: NICE = 5

        //# is silent about lsf.conf and documented quotes
        //- lsf.conf
        LSF_LIM_PORT="7869"
        LSF_MASTER_LIST="m1 m2"
        //#
        //- each Queue
        GPU_REQ = "num=1"
          RES_REQ = "mem>5"
          DESCRIPTION = "quoted"
    "#]];
}
