use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, rule};

use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds EXCLUSIVE values other than `Y`, `N` and `CU[type]`.
    ///
    /// # Effect
    /// LSF ignores the line, and jobs in the queue cannot have exclusive use of hosts.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// EXCLUSIVE  = true
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// EXCLUSIVE  = Y
    /// End Queue
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: hosts that are currently shared become exclusive.
    pub Q401 "exclusive-syntax" {
        family: Policy, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [
            ibm("lsb.queues", "EXCLUSIVE"),
            volclava("lsbatch/lib/lsb.conf.c", "addBinaryAttributes", "a value other than Y and N is ignored"),
        ],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(broken) = owned(context, Owner::Exclusive) else { return };
    let range = wording::place(context.error.range, &broken.setting);
    let found = findings
        .report(range, format!("{} in `EXCLUSIVE`", wording::problem(broken.error, context.text())))
        .capped(broken.spec.confidence)
        .consequence(wording::lost(&broken.setting))
        .help("write `Y`, `N`, `CU` or `CU[type]`");
    let meant = match context.text().to_ascii_lowercase().as_str() {
        "true" | "on" | "1" => "Y",
        "false" | "off" | "0" => "N",
        _ => {
            if let Some(fix) = wording::repair(broken.error, range, &broken.setting, &context.file.file.text) {
                found.fix(fix);
            }
            return;
        }
    };
    if range == broken.setting.value_range() {
        let title = format!("write `{meant}`");
        found.help(title.clone()).fix(Fix::replace(Applicability::Unsafe, title, range, meant));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reads words and brackets
        //- each Queue
        EXCLUSIVE = maybe
                    ^^^^^ Q401 error expected `Y`, `N` or `CU[type]`, found `maybe` in `EXCLUSIVE`
                    = help: write `Y`, `N`, `CU` or `CU[type]`
        EXCLUSIVE = true
                    ^^^^ Q401 error expected `Y`, `N` or `CU[type]`, found `true` in `EXCLUSIVE`
            = fixed: EXCLUSIVE = Y
        EXCLUSIVE = CU [rack]
                      ^^ Q401 error whitespace around `[` in `EXCLUSIVE`
                      = fix (unsafe): remove the whitespace
            = fixed: EXCLUSIVE = CU[rack]
        EXCLUSIVE = CU[rack
                      ^ Q401 error unclosed `[` in `EXCLUSIVE`
        EXCLUSIVE = Y N
                      ^ Q401 error too many values: unexpected `N` in `EXCLUSIVE`

        //# is silent about documented forms
        //- each Queue
        EXCLUSIVE = Y
        EXCLUSIVE = n
        EXCLUSIVE = Yes
        EXCLUSIVE = CU
        EXCLUSIVE = CU[]
        EXCLUSIVE = CU[enclosure]
    "#]];
}
