use lsflint_lint::suggest::did_you_mean;
use lsflint_lint::{Applicability, Findings, Fix, SettingContext, Severity, rule};

use crate::parameter::unknown_name::{Verdict, ignored, verdict};
use crate::parameter::wording::all_of;

rule! {
    /// Finds a parameter that its section does not have.
    ///
    /// # Effect
    /// LSF writes a message and ignores the line; in lsf.conf it ignores the line without a message. An error when the name is surely a
    /// misspelled one, else a warning. The lists of names of lsf.conf and lsb.params are not complete: there only a name that is near to
    /// a known one is reported, as a warning.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// PRIORTY    = 40
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// PRIORITY   = 40
    /// End Queue
    /// ```
    ///
    /// A Queue section may also name load indices of the site. They are looked up in lsf.shared; when that file is not in view, a line
    /// with a threshold is not judged. Names of a newer LSF can be declared in `allow-parameters`.
    ///
    /// # Fix safety
    /// Unsafe: a line comes alive that LSF ignores today.
    ///
    /// # Notes
    /// The effect was observed in two open-source readers of the format.
    pub P001 "unknown-parameter" {
        family: Parameter, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [facts("sections and columns")],
        checks: [Setting(check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let verdict = verdict(context);
    let (message, help, rename) = match &verdict {
        // A resource that is no load index is the case of L202.
        Verdict::Taken | Verdict::Elsewhere(_) | Verdict::NotAnIndex => return,
        Verdict::Unknown if !context.file.kind().spec().names_complete => return,
        verdict => words(context, verdict),
    };
    let certain = context.file.file.kind_certain && context.file.kind().spec().names_complete;
    let known = !matches!(verdict, Verdict::Unknown);
    let range = context.setting.name.range();
    let finding = findings
        .report(range, message)
        .severity(if certain && known { Severity::Error } else { Severity::Warning })
        .consequence(ignored(context.setting.origin).possible_unless(certain && known))
        .help(help);
    if let Some(name) = rename {
        finding.fix(Fix::replace(Applicability::Unsafe, format!("rename it to `{name}`"), range, name));
    }
}

/// Message, help, and the name to use.
fn words(context: &SettingContext<'_>, verdict: &Verdict) -> (String, String, Option<&'static str>) {
    let text = context.setting.name.text();
    let owner = owner(context);
    let none = format!("{owner} has no parameter `{text}`");
    match *verdict {
        Verdict::Case(name) => {
            let message = format!("names in {owner} are compared with case: `{text}` is not `{name}`");
            (message, format!("write `{name}`"), Some(name))
        }
        Verdict::Near(near) => (none, did_you_mean(near.name), Some(near.name)),
        Verdict::Taken | Verdict::Elsewhere(_) | Verdict::NotAnIndex | Verdict::Unknown => {
            let params = context.section.and_then(|it| it.spec).map_or(&[][..], |it| it.params);
            let help = match params.len() {
                1..=8 => format!("parameters of {owner}: {}", all_of(params.iter().map(|it| it.name))),
                _ => "take the line out, or declare the name in `allow-parameters` of lsflint.toml".to_owned(),
            };
            (format!("{owner} has no documented parameter `{text}`"), help, None)
        }
    }
}

/// What has the parameters: the section, else the file.
fn owner(context: &SettingContext<'_>) -> String {
    match context.section {
        Some(section) => format!("`{}`", section.name()),
        None => context.file.kind().name().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check, check_cluster, check_fix};

    const SHARED: &str = "Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\nscratch Numeric 30 N (a)\nbig Boolean () () (b)\nEnd Resource\n";

    fn queue(line: &str) -> String {
        format!("Begin Queue\nQUEUE_NAME = q\n{line}\nEnd Queue\n")
    }

    // covers keyword-unknown
    #[test]
    fn near_names() {
        check(
            "P001",
            "lsb.queues",
            &queue("PRIORTY = 40"),
            expect![[r#"
            3:1-3:8 error `Queue` has no parameter `PRIORTY`
              effect: LSF logs an error and ignores the line
              help: did you mean `PRIORITY`?
        "#]],
        );
        check(
            "P001",
            "lsb.queues",
            &queue("RUN_LIMIT = 10"),
            expect![[r#"
            3:1-3:10 error `Queue` has no parameter `RUN_LIMIT`
              effect: LSF logs an error and ignores the line
              help: did you mean `RUNLIMIT`?
        "#]],
        );
        check(
            "P001",
            "lsf.cluster.c1",
            "Begin Parameters\nEXINTERVALL = 5\nEnd Parameters\n",
            expect![[r#"
            2:1-2:12 error `Parameters` has no parameter `EXINTERVALL`
              effect: LSF logs an error and ignores the line
              help: did you mean `EXINTERVAL`?
        "#]],
        );
    }

    // covers queue-name-as-name
    #[test]
    fn a_name_of_another_section() {
        check(
            "P001",
            "lsb.queues",
            "Begin Queue\nNAME = night\nEnd Queue\n",
            expect![[r#"
            2:1-2:5 error `Queue` has no parameter `NAME`
              effect: LSF logs an error and ignores the line
              help: did you mean `QUEUE_NAME`?
        "#]],
        );
        check("P001", "lsb.applications", "Begin Application\nNAME = night\nEnd Application\n", expect![[""]]);
    }

    #[test]
    fn far_names() {
        check(
            "P001",
            "lsb.queues",
            &queue("WALLCLOCK = none"),
            expect![[r#"
            3:1-3:10 warning `Queue` has no documented parameter `WALLCLOCK`
              effect: LSF may log an error and ignore the line
              help: take the line out, or declare the name in `allow-parameters` of lsflint.toml
        "#]],
        );
        check(
            "P001",
            "lsf.cluster.c1",
            "Begin ClusterAdmins\nAdmins = root\nEnd ClusterAdmins\n",
            expect![[r#"
            2:1-2:7 warning `ClusterAdmins` has no documented parameter `Admins`
              effect: LSF may log an error and ignore the line
              help: parameters of `ClusterAdmins`: `ADMINISTRATORS`
        "#]],
        );
    }

    // shows LSB-P (unknown keyword of lsb.params): only near names, as a warning
    #[test]
    fn incomplete_lists() {
        let params = |line: &str| format!("Begin Parameters\n{line}\nEnd Parameters\n");
        check(
            "P001",
            "lsb.params",
            &params("MBD_SLEEP_TIM = 5"),
            expect![[r#"
            2:1-2:14 warning `Parameters` has no parameter `MBD_SLEEP_TIM`
              effect: LSF may log an error and ignore the line
              help: did you mean `MBD_SLEEP_TIME`?
        "#]],
        );
        check("P001", "lsb.params", &params("SOME_NEW_SWITCH = 5"), expect![[""]]);
        check(
            "P001",
            "lsf.conf",
            "LSF_LOGDIRR=/var/log\nLSB_SOMETHING_ELSE=1\n",
            expect![[r#"
            1:1-1:12 warning lsf.conf has no parameter `LSF_LOGDIRR`
              effect: LSF may silently ignore the line
              help: did you mean `LSF_LOGDIR`?
        "#]],
        );
    }

    #[test]
    fn names_that_lists_lack_are_no_slips() {
        check("P001", "lsf.conf", "LSF_DEBUG_PIM=1\n", expect![[""]]);
        check(
            "P001",
            "lsf.conf",
            "LSF_RLA_PORT=1\nLSB_MBD_PROT=1\n",
            expect![[r#"
            1:1-1:13 warning lsf.conf has no parameter `LSF_RLA_PORT`
              effect: LSF may silently ignore the line
              help: did you mean `LSB_RLA_PORT`?
            2:1-2:13 warning lsf.conf has no parameter `LSB_MBD_PROT`
              effect: LSF may silently ignore the line
              help: did you mean `LSB_MBD_PORT`?
        "#]],
        );
    }

    #[test]
    fn names_of_lsf_conf_have_case() {
        check(
            "P001",
            "lsf.conf",
            "lsf_logdir=/var/log\n",
            expect![[r#"
            1:1-1:11 warning names in lsf.conf are compared with case: `lsf_logdir` is not `LSF_LOGDIR`
              effect: LSF may silently ignore the line
              help: write `LSF_LOGDIR`
        "#]],
        );
        check("P001", "lsb.queues", &queue("priority = 5"), expect![[""]]);
    }

    #[test]
    fn load_indices_of_the_site() {
        let check_with = |line: &str, expect| {
            check_cluster("P001", &[("lsb.queues", &queue(line)), ("lsf.shared", SHARED)], expect);
        };
        check_with("scratch = 5/1", expect![[""]]);
        check_with("big = 5/1", expect![[""]]);
        check_with(
            "scrat = 5/1",
            expect![[r#"
            3:1-3:6 warning `Queue` has no documented parameter `scrat`
              effect: LSF may log an error and ignore the line
              help: take the line out, or declare the name in `allow-parameters` of lsflint.toml
        "#]],
        );
        check("P001", "lsb.queues", &queue("scratch = 5/1"), expect![[""]]);
        check("P001", "lsb.queues", &queue("tmp2 = 5/1"), expect![[""]]);
        check(
            "P001",
            "lsb.queues",
            &queue("scratch = yes"),
            expect![[r#"
            3:1-3:8 warning `Queue` has no documented parameter `scratch`
              effect: LSF may log an error and ignore the line
              help: take the line out, or declare the name in `allow-parameters` of lsflint.toml
        "#]],
        );
    }

    #[test]
    fn renames() {
        check_fix("P001", "lsb.queues", &queue("PRIORTY = 40"), &queue("PRIORITY = 40"));
    }
}
