use lsflint_lint::{Applicability, ElimContext, Findings, Fix, Item, rule};
use lsflint_spec::builtin_resource;

rule! {
    /// Finds other names of built-in load indices in the output of an elim: `swap` for `swp`, `cpu` for `r1m`.
    ///
    /// # Effect
    /// LSF knows these names in requirement strings only. It ignores the pair, and the index keeps the value that LSF measures.
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
    /// Unsafe: a value that LSF ignores today replaces the measured one.
    pub E203 "elim-alias" {
        family: External, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [
            manual("Administering IBM Spectrum LSF", "external load indices: an elim that overrides a built-in index reports the formal name"),
        ],
        checks: [ElimLine(check)],
    }
}

fn check(context: &ElimContext<'_>, findings: &mut Findings) {
    for pair in context.pairs() {
        let name = pair.name.text();
        // The reserved names cannot be the site's, so this holds without lsf.shared too.
        let Some(index) = builtin_resource(&name).filter(|it| it.alias == name) else { continue };
        let title = format!("write `{}`", index.name);
        findings
            .report(pair.name.range(), format!("`{name}` is only another name of `{}`", index.name))
            .consequence(Item::Value.ignored())
            .help(title.clone())
            .fix(Fix::replace(Applicability::Unsafe, title, pair.name.range(), index.name));
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::elim_value::SHARED;
    use crate::testing::{check_elim, check_elim_fix};

    // covers ELM005 (the line), EL-048
    #[test]
    fn only_formal_names_count() {
        check_elim(
            "E203",
            "4 cpu 1 idle 2 login 3 swap 20",
            &[],
            expect![[r#"
            1:3-1:6 error `cpu` is only another name of `r1m`
              effect: LSF ignores the value
              help: write `r1m`
            1:9-1:13 error `idle` is only another name of `it`
              effect: LSF ignores the value
              help: write `it`
            1:16-1:21 error `login` is only another name of `ls`
              effect: LSF ignores the value
              help: write `ls`
            1:24-1:28 error `swap` is only another name of `swp`
              effect: LSF ignores the value
              help: write `swp`
        "#]],
        );
        check_elim(
            "E203",
            "1 swap 20",
            &[SHARED],
            expect![[r#"
            1:3-1:7 error `swap` is only another name of `swp`
              effect: LSF ignores the value
              help: write `swp`
        "#]],
        );
    }

    #[test]
    fn is_silent_about_formal_names() {
        check_elim("E203", "4 r1m 1 it 2 ls 3 swp 20", &[], expect![[""]]);
    }

    #[test]
    fn writes_the_formal_name() {
        check_elim_fix("E203", &[], "2 swap 20 tmp 5", "2 swp 20 tmp 5");
    }
}
