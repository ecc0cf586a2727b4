use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_model::Referent;
use lsflint_spec::ParamSpec;

use crate::names::undefined::{may_hold, undefined};

rule! {
    /// Finds names of application profiles that are not defined in lsb.applications.
    ///
    /// # Effect
    /// LSF may ignore the name: jobs get no default application profile, and a limit does not count the
    /// intended jobs.
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
    /// Nothing is reported unless lsb.applications is loaded.
    ///
    /// # Fix safety
    /// Unsafe: enables a name that LSF currently ignores, so the settings of the application profile take effect.
    pub X303 "unknown-application" {
        family: Names, scope: Names, severity: Error, fix: Unsafe,
        sources: [
            ibm("lsb.params", "DEFAULT_APPLICATION: an application profile of lsb.applications"),
            ibm("lsb.resources", "APPS: application profiles of lsb.applications"),
        ],
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
            true => Item::Value.ignored().so("jobs get no application profile by default"),
            false => Item::Value.ignored().called("the name").logged(),
        }
        .possible();
        name.report(consequence, findings);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Application matlab

        //# the default profile
        //- each Parameters
        DEFAULT_APPLICATION = matlba
                              ^^^^^^ X303 error unknown application profile `matlba`
            = fixed: DEFAULT_APPLICATION = matlab
        DEFAULT_APPLICATION = matlab
        //#
        //- without lsb.applications
        //- each Parameters: DEFAULT_APPLICATION = matlab

        //# limits and service classes
        //- Limit l
        JOBS = 5
        APPS = matlba
               ^^^^^^ X303 error unknown application profile `matlba`
               = effect: LSF may log an error and ignore the name
        //- Limit m
        JOBS = 5
        PER_APP = all ~ansys
                       ^^^^^ X303 error unknown application profile `ansys`
                       = help: define it in lsb.applications, or correct the name
        //- fixed lsb.resources
        -APPS = matlba
        +APPS = matlab
        //#
        //- each ServiceClass
        GOALS = [GUARANTEE]
          ACCESS_CONTROL = QUEUES[q] APPS[matlab ansys]
                                                 ^^^^^ X303 error unknown application profile `ansys`
    "#]];
}
