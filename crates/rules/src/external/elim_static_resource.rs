use lsflint_lint::{ElimContext, Findings, Item, rule};
use lsflint_spec::{Reading, builtin_resource};

rule! {
    /// Finds resources in the output of an elim that take no value from an elim: static ones, and built-in ones that are no load index.
    ///
    /// # Effect
    /// LSF ignores the pair. A static resource keeps the value of ResourceMap or of the Host section until LIM is restarted.
    ///
    /// # Example
    /// ```elim
    /// 1 lanes 16
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// lanes        Numeric ()       N          (emulator lanes)
    /// End Resource
    /// ```
    ///
    /// # Use instead
    /// ```elim
    /// 1 lanes 16
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// lanes        Numeric 30       N          (emulator lanes)
    /// End Resource
    /// ```
    pub E205 "elim-static-resource" {
        family: External, scope: Cluster, severity: Warning,
        sources: [
            manual("Administering IBM Spectrum LSF", "external load indices: without INTERVAL a resource is static and no values are collected"),
        ],
        checks: [ElimLine(check)],
    }
}

fn check(context: &ElimContext<'_>, findings: &mut Findings) {
    for pair in context.pairs() {
        let Some(resource) = pair.resource else { continue };
        let name = pair.name.text();
        let (message, help) = if resource.builtin {
            // The elims for GPUs of older versions report what is built in today.
            if builtin_resource(&name).is_none_or(|it| it.threshold || it.is_gpu()) {
                continue;
            }
            (format!("`{name}` is built in and no load index"), "only load indices can be overridden")
        } else if resource.reading == Some(Reading::Static) {
            let help = "give it an INTERVAL in lsf.shared and map it without a value, or leave it out here";
            (format!("`{name}` is static: it has no INTERVAL"), help)
        } else {
            continue;
        };
        findings.report(pair.name.range(), message).consequence(Item::Value.ignored()).help(help);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- lsf.shared
        Begin Resource
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        scratch Numeric 60 N (x)
        lic Numeric 30 N (x)
        os String 600 () (x)
        lanes Numeric () N (x)
        rack String () () (x)
        ssd Boolean () () (x)
        End Resource

        //# static resources take no values
        //- elim
        5 lanes 16 rack r2 ssd 1 ncpus 8 status ok
          ^^^^^ E205 warning `lanes` is static: it has no INTERVAL
                   ^^^^ E205 warning `rack` is static: it has no INTERVAL
                           ^^^ E205 warning `ssd` is static: it has no INTERVAL
                                 ^^^^^ E205 warning `ncpus` is built in and no load index
                                 = help: only load indices can be overridden
                                         ^^^^^^ E205 warning `status` is built in and no load index

        //# is silent about dynamic ones
        //- elim
        5 scratch 16 os rhel9 tmp 5 ngpus 4 gpu_temp0 50
        //#
        //- without lsf.shared
        //- elim
        1 unknown 16
    "#]];
}
