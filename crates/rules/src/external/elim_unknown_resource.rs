use lsflint_lint::suggest::{did_you_mean, near};
use lsflint_lint::{Applicability, ElimContext, Findings, Fix, Item, Severity, rule};
use lsflint_model::Knowledge;
use lsflint_spec::{BUILTIN_RESOURCES, MAX_ELIM_NAME};

rule! {
    /// Finds names in the output of an elim that neither LSF nor lsf.shared defines.
    ///
    /// # Effect
    /// LSF ignores the pair and logs the name once. The resource that was meant keeps no value: `lsload` shows `-`, and requirements with
    /// it match no host.
    ///
    /// # Example
    /// ```elim
    /// 1 scrach 120
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// scratch      Numeric 60       N          (free scratch space)
    /// End Resource
    /// ```
    ///
    /// # Use instead
    /// ```elim
    /// 1 scratch 120
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// scratch      Numeric 60       N          (free scratch space)
    /// End Resource
    /// ```
    ///
    /// Nothing is said unless lsf.shared is loaded. Where it is loaded with gaps, the finding is only an information.
    ///
    /// # Fix safety
    /// Unsafe: a value that LSF ignores today arrives, and the near name may be another resource.
    ///
    /// # Notes
    /// What an open-source reader does with others.
    pub E202 "elim-unknown-resource" {
        family: External, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [
            manual("Administering IBM Spectrum LSF", "external load indices: the names of an elim are those of lsf.shared"),
        ],
        checks: [ElimLine(check)],
    }
}

fn check(context: &ElimContext<'_>, findings: &mut Findings) {
    let resources = &context.cluster.resources;
    let complete = match resources.knowledge {
        Knowledge::Unknown => return,
        Knowledge::Partial => false,
        Knowledge::Complete => true,
    };
    for pair in context.pairs().filter(|it| it.resource.is_none()) {
        let name = pair.name.text();
        if name.chars().count() > MAX_ELIM_NAME {
            continue;
        }
        let message = match complete {
            true => format!("no resource is named `{name}`"),
            false => format!("`{name}` is not defined in the loaded files"),
        };
        let ignored = Item::Value.ignored().logged();
        let found = findings.report(pair.name.range(), message).consequence(if complete {
            ignored
        } else {
            ignored.possible()
        });
        if !complete {
            found.severity(Severity::Info);
        }
        let indices = BUILTIN_RESOURCES.iter().filter(|it| it.threshold).map(|it| it.name);
        match near(&name, indices.chain(resources.site_names())) {
            Some(near) => {
                found.help(did_you_mean(near.name));
                if near.unique && complete {
                    let title = format!("write `{}`", near.name);
                    found.fix(Fix::replace(Applicability::Unsafe, title, pair.name.range(), near.name));
                }
            }
            None => {
                found.help("define it in lsf.shared with an INTERVAL and map it in ResourceMap, or correct the name");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::elim_value::SHARED;
    use crate::testing::{check_elim, check_elim_fix};

    // covers EL-006, EL-032
    #[test]
    fn names_are_those_of_lsf_shared() {
        check_elim(
            "E202",
            "3 scratch 1 scrach 2 foo 3",
            &[SHARED],
            expect![[r#"
                1:13-1:19 error no resource is named `scrach`
                  effect: LSF logs an error and ignores the value
                  help: did you mean `scratch`?
                1:22-1:25 error no resource is named `foo`
                  effect: LSF logs an error and ignores the value
                  help: define it in lsf.shared with an INTERVAL and map it in ResourceMap, or correct the name
            "#]],
        );
        check_elim(
            "E202",
            "1 foo 3",
            &[SHARED, ("lsf.licensescheduler", "")],
            expect![[r#"
                1:3-1:6 info `foo` is not defined in the loaded files
                  effect: LSF may log an error and ignore the value
                  help: define it in lsf.shared with an INTERVAL and map it in ResourceMap, or correct the name
            "#]],
        );
    }

    #[test]
    fn is_silent_about_built_in_indices_and_without_lsf_shared() {
        check_elim("E202", "2 tmp 20 scratch 5", &[SHARED], expect![[""]]);
        check_elim("E202", "1 foo 3", &[], expect![[""]]);
    }

    #[test]
    fn is_silent_where_the_line_is_broken() {
        check_elim("E202", "lic 5 6", &[SHARED], expect![[""]]);
        check_elim("E202", "2 scratch 5 foo", &[SHARED], expect![[""]]);
    }

    #[test]
    fn writes_the_near_name() {
        check_elim_fix("E202", &[SHARED], "1 scrach 120", "1 scratch 120");
    }
}
