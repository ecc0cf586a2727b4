use lsflint_lint::{ErrorContext, Findings, Item, rule};

use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds RESOURCES of a host that LSF cannot read: blanks around `=`, commas, stray brackets.
    ///
    /// # Effect
    /// LIM takes the list apart at blanks and reports the pieces as undefined resources. The host does not have them, and jobs that need
    /// them never go there.
    ///
    /// # Example
    /// ```lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// m1       !     !    1      (mg, rack = r2)
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// m1       !     !    1      (mg rack=r2)
    /// End Host
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: resources that LSF ignores today become active.
    pub E103 "host-resources-syntax" {
        family: External, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [manual("Administering IBM Spectrum LSF", "the Host section of lsf.cluster")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(broken) = owned(context, Owner::HostResources) else { return };
    let range = wording::place(context.error.range, &broken.setting);
    let problem = wording::problem(broken.error, context.text());
    let found = findings
        .report(range, format!("{problem} in `{}`", broken.setting.display_name()))
        .capped(broken.spec.confidence)
        .consequence(Item::Value.ignored().called("the resource").logged().possible().so("the host does not have it"))
        .help("write `name` for a Boolean, `name=value` for anything else, with blanks in between");
    if let Some(fix) = wording::repair(broken.error, range, &broken.setting, &context.file.file.text) {
        found.fix(fix);
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check, check_fix};

    // covers CLU013
    #[test]
    fn reports_blanks_and_commas() {
        check(
            "E103",
            "lsf.cluster.c1",
            "Begin Host\nHOSTNAME model type server RESOURCES\nm1 ! ! 1 (mg, rack = r2)\nm2 ! ! 1 (! =5 mg=)\nEnd Host\n",
            expect![[r#"
                3:13-3:14 error commas do not separate items in `RESOURCES`
                  effect: LSF may log an error and ignore the resource, so the host does not have it
                  help: write `name` for a Boolean, `name=value` for anything else, with blanks in between
                3:19-3:22 error blanks around `=` in `RESOURCES`
                  effect: LSF may log an error and ignore the resource, so the host does not have it
                  help: write `name` for a Boolean, `name=value` for anything else, with blanks in between
                4:11-4:12 error a resource name after `!` is missing in `RESOURCES`
                  effect: LSF may log an error and ignore the resource, so the host does not have it
                  help: write `name` for a Boolean, `name=value` for anything else, with blanks in between
                4:13-4:15 error a resource name before `=` is expected instead of `=5` in `RESOURCES`
                  effect: LSF may log an error and ignore the resource, so the host does not have it
                  help: write `name` for a Boolean, `name=value` for anything else, with blanks in between
                4:19-4:20 error a value after `=` is missing in `RESOURCES`
                  effect: LSF may log an error and ignore the resource, so the host does not have it
                  help: write `name` for a Boolean, `name=value` for anything else, with blanks in between
            "#]],
        );
    }

    #[test]
    fn is_silent_about_documented_forms() {
        check(
            "E103",
            "lsf.cluster.c1",
            "Begin Host\nHOSTNAME model type server RESOURCES\nm1 ! ! 1 (mg rack=r2 !bigmem lanes=16)\nm2 ! ! 1 ()\nEnd Host\n",
            expect![[""]],
        );
    }

    #[test]
    fn joins_name_and_value() {
        check_fix(
            "E103",
            "lsf.cluster.c1",
            "Begin Host\nHOSTNAME model type server RESOURCES\nm1 ! ! 1 (mg, rack = r2)\nEnd Host\n",
            "Begin Host\nHOSTNAME model type server RESOURCES\nm1 ! ! 1 (mg rack=r2)\nEnd Host\n",
        );
    }
}
