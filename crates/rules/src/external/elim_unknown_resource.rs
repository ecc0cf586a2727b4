use lsflint_lint::suggest::{did_you_mean, near_defined};
use lsflint_lint::{Applicability, ElimContext, Findings, Fix, Item, Severity, rule};
use lsflint_model::{Knowledge, Referent};
use lsflint_spec::{BUILTIN_RESOURCES, MAX_ELIM_NAME};

rule! {
    /// Finds names in the output of an elim that are neither built in nor defined in lsf.shared.
    ///
    /// # Effect
    /// LSF ignores the pair and logs the name once. The intended resource has no value: `lsload` shows `-`, and
    /// requirements that use it match no host.
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
    /// Nothing is reported unless lsf.shared is loaded. If parts of it are unknown, the finding has the severity info.
    ///
    /// # Fix safety
    /// Unsafe: enables a value that LSF currently ignores, and the similar name may be a different resource.
    pub E202 "elim-unknown-resource" {
        family: External, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [
            ibm("lsf_admin/load_indices_external", "the names in an elim must be the names of lsf.shared"),
            volclava(
                "lsf/lim/lim.rload.c",
                "saveIndx",
                "`Unknown index name ... from ELIM`: logged once for each name",
            ),
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
            true => format!("unknown resource `{name}`"),
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
        let indices = || BUILTIN_RESOURCES.iter().filter(|it| it.threshold).map(|it| it.name);
        let known = || indices().chain(resources.site_names());
        match near_defined(context.cluster.view(), Referent::Resource, &name, known) {
            Some(near) => {
                found.help(did_you_mean(near.name));
                if near.unique && complete {
                    let title = format!("write `{}`", near.name);
                    found.fix(Fix::replace(Applicability::Unsafe, title, pair.name.range(), near.name));
                }
            }
            None => {
                found.help("define it in lsf.shared with an `INTERVAL` and map it in ResourceMap, or correct the name");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        scratch Numeric 60 N (x)
        lic Numeric 30 N (x)
        os String 600 () (x)
        lanes Numeric () N (x)
        rack String () () (x)
        ssd Boolean () () (x)

        //# names are those of lsf.shared
        //- elim
        3 scratch 1 scrach 2 foo 3
                    ^^^^^^ E202 error unknown resource `scrach`
                             ^^^ E202 error unknown resource `foo`
                             = help: define it in lsf.shared with an `INTERVAL` and map it in ResourceMap, or correct
                             =   the name
            = fixed: 3 scratch 1 scratch 2 foo 3
        //#
        //- lsf.licensescheduler
        //- elim
        1 foo 3
          ^^^ E202 info `foo` is not defined in the loaded files
            = effect: LSF may log an error and ignore the value

        //# is silent about built in indices and without lsf.shared
        //- elim: 2 tmp 20 scratch 5
        //#
        //- without lsf.shared
        //- elim: 1 foo 3

        //# is silent where the line is broken
        //- elim
        lic 5 6
        2 scratch 5 foo
    "#]];
}
