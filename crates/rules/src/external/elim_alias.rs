use lsflint_lint::{Applicability, ElimContext, Findings, Fix, Item, rule};
use lsflint_spec::builtin_resource;

rule! {
    /// Finds aliases of built-in load indices in the output of an elim: `swap` for `swp`, `cpu` for `r1m`.
    ///
    /// # Effect
    /// LSF accepts aliases only in requirement strings. It ignores the pair, and the index keeps the value that LSF
    /// measures.
    ///
    /// # Example
    /// ```elim
    /// 1 swap 20
    /// ```
    ///
    /// # Use instead
    /// ```elim
    /// 1 swp 20
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: a value that LSF currently ignores replaces the measured one.
    pub E203 "elim-alias" {
        family: External, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [
            ibm(
                "lsf_admin/load_indices_external",
                "an elim overrides a built-in index by its formal name, not by its alias",
            ),
            volclava(
                "lsf/lim/lim.rload.c",
                "saveIndx",
                "a name that no resource has, as an alias: `Unknown index name ... from ELIM`, and the value is not \
                 stored",
            ),
        ],
        checks: [ElimLine(check)],
    }
}

fn check(context: &ElimContext<'_>, findings: &mut Findings) {
    for pair in context.pairs() {
        let name = pair.name.text();
        // The names are reserved, so this holds even without lsf.shared.
        let Some(index) = builtin_resource(&name).filter(|it| it.alias == name) else { continue };
        let title = format!("write `{}`", index.name);
        findings
            .report(pair.name.range(), format!("`{name}` is an alias of load index `{}`", index.name))
            .consequence(Item::Value.ignored())
            .help(title.clone())
            .fix(Fix::replace(Applicability::Unsafe, title, pair.name.range(), index.name));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# only formal names count
        //- elim
        4 cpu 1 idle 2 login 3 swap 20
          ^^^ E203 error `cpu` is an alias of load index `r1m`
                ^^^^ E203 error `idle` is an alias of load index `it`
                       ^^^^^ E203 error `login` is an alias of load index `ls`
                               ^^^^ E203 error `swap` is an alias of load index `swp`
            = fixed: 4 r1m 1 it 2 ls 3 swp 20
        //#
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        scratch Numeric 60 N (x)
        //- elim
        1 swap 20
          ^^^^ E203 error `swap` is an alias of load index `swp`
            = fixed: 1 swp 20

        //# is silent about formal names
        //- elim: 4 r1m 1 it 2 ls 3 swp 20
    "#]];
}
