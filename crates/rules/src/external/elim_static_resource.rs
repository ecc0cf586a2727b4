use lsflint_lint::{ElimContext, Findings, Item, rule};
use lsflint_spec::{Reading, builtin_resource};

rule! {
    /// Finds resources in the output of an elim that cannot be reported: static resources, and built-in ones that are
    /// not load indices.
    ///
    /// # Effect
    /// LSF ignores the pair. A static resource keeps its value from ResourceMap or the Host section until LIM is
    /// restarted.
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
            ibm(
                "lsf_admin/load_indices_external",
                "without INTERVAL, a numeric resource is static, and its values are not collected",
            ),
            manual("Platform LSF 7.3 Configuration Reference, page 106", "the same"),
        ],
        checks: [ElimLine(check)],
    }
}

fn check(context: &ElimContext<'_>, findings: &mut Findings) {
    for pair in context.pairs() {
        let Some(resource) = pair.resource else { continue };
        let name = pair.name.text();
        let (message, help) = if resource.builtin {
            // GPU elims of older versions report resources that are now built in.
            if builtin_resource(&name).is_none_or(|it| it.threshold || it.is_gpu()) {
                continue;
            }
            (
                format!("built-in resource `{name}` is not a load index"),
                "remove it: only load indices can be overridden",
            )
        } else if resource.reading == Some(Reading::Static) {
            let help = "set `INTERVAL` in lsf.shared and map it without a value, or remove it here";
            (format!("static resource `{name}` has no `INTERVAL`"), help)
        } else {
            continue;
        };
        findings.report(pair.name.range(), message).consequence(Item::Value.ignored()).help(help);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        scratch Numeric 60 N (x)
        os String 600 () (x)
        lanes Numeric () N (x)
        rack String () () (x)
        ssd Boolean () () (x)

        //# static resources take no values
        //- elim
        5 lanes 16 rack r2 ssd 1 ncpus 8 status ok
          ^^^^^ E205 warning static resource `lanes` has no `INTERVAL`
                   ^^^^ E205 warning static resource `rack` has no `INTERVAL`
                           ^^^ E205 warning static resource `ssd` has no `INTERVAL`
                                 ^^^^^ E205 warning built-in resource `ncpus` is not a load index
                                 = help: remove it: only load indices can be overridden
                                         ^^^^^^ E205 warning built-in resource `status` is not a load index

        //# is silent about dynamic ones
        //- elim: 5 scratch 16 os rhel9 tmp 5 ngpus 4 gpu_temp0 50
        //#
        //- without lsf.shared
        //- elim: 1 unknown 16
    "#]];
}
