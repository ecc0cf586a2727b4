use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_model::Referent;
use lsflint_spec::ParamSpec;

use crate::names::undefined::{may_hold, undefined};

rule! {
    /// Finds names of application profiles that lsb.applications does not define.
    ///
    /// # Effect
    /// LSF reports the name and goes on without it: jobs get no default profile, a limit counts none of the jobs that were meant.
    ///
    /// # Example
    /// ```lsb.params
    /// Begin Parameters
    /// DEFAULT_APPLICATION = matlba
    /// End Parameters
    /// //- lsb.applications
    /// Begin Application
    /// NAME = matlab
    /// End Application
    /// ```
    ///
    /// # Use instead
    /// ```lsb.params
    /// Begin Parameters
    /// DEFAULT_APPLICATION = matlab
    /// End Parameters
    /// //- lsb.applications
    /// Begin Application
    /// NAME = matlab
    /// End Application
    /// ```
    ///
    /// Nothing is said while lsb.applications is not in view.
    ///
    /// # Fix safety
    /// Unsafe: LSF leaves the wrong name out today; with the right one the settings of the profile begin to count.
    pub X303 "unknown-application" {
        family: Names, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [ibm("lsb.params", ""), ibm("lsb.resources", "")],
        checks: [SettingOf(has_applications, check)],
    }
}

fn has_applications(spec: &ParamSpec) -> bool {
    may_hold(spec, &[Referent::Application])
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let default = context.setting.is_named("DEFAULT_APPLICATION");
    for name in undefined(context, &[Referent::Application]) {
        let consequence = match default {
            true => Item::Value.ignored().so("jobs that name no application profile get none"),
            false => Item::Value.ignored().called("the name").logged(),
        };
        name.report(consequence, findings);
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check, check_cluster};

    const PROFILES: (&str, &str) = ("lsb.applications", "Begin Application\nNAME = matlab\nEnd Application\n");

    // covers LSB-P002, app-default-missing
    #[test]
    fn the_default_profile() {
        let params = |name: &str| format!("Begin Parameters\nDEFAULT_APPLICATION = {name}\nEnd Parameters\n");
        check_cluster(
            "X303",
            &[("lsb.params", &params("matlba")), PROFILES],
            expect![[r#"
                2:23-2:29 error no application profile is named `matlba`
                  effect: LSF ignores the value, so jobs that name no application profile get none
                  help: did you mean `matlab`?
            "#]],
        );
        check_cluster("X303", &[("lsb.params", &params("matlab")), PROFILES], expect![[""]]);
        check("X303", "lsb.params", &params("matlab"), expect![[""]]);
    }

    // covers LSB-R017
    #[test]
    fn limits_and_service_classes() {
        let limits = "Begin Limit\nNAME = l\nJOBS = 5\nAPPS = matlba\nEnd Limit\n\
                      Begin Limit\nNAME = m\nJOBS = 5\nPER_APP = all ~ansys\nEnd Limit\n";
        check_cluster(
            "X303",
            &[("lsb.resources", limits), PROFILES],
            expect![[r#"
                4:8-4:14 error no application profile is named `matlba`
                  effect: LSF logs an error and ignores the name
                  help: did you mean `matlab`?
                9:16-9:21 error no application profile is named `ansys`
                  effect: LSF logs an error and ignores the name
                  help: define it in lsb.applications, or correct the name
            "#]],
        );
        let class = "Begin ServiceClass\nNAME = s\nGOALS = [GUARANTEE]\nACCESS_CONTROL = QUEUES[q] APPS[matlab ansys]\nEnd ServiceClass\n";
        check_cluster(
            "X303",
            &[("lsb.serviceclasses", class), PROFILES],
            expect![[r#"
                4:40-4:45 error no application profile is named `ansys`
                  effect: LSF logs an error and ignores the name
                  help: define it in lsb.applications, or correct the name
            "#]],
        );
    }
}
