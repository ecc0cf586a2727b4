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
    crate::testing::fixture![[r#"
        //# near names
        //- each Queue
        PRIORTY = 40
        ^^^^^^^ P001 error `Queue` has no parameter `PRIORTY`
            = fixed: PRIORITY = 40
        RUN_LIMIT = 10
        ^^^^^^^^^ P001 error `Queue` has no parameter `RUN_LIMIT`
            = fixed: RUNLIMIT = 10
        //#
        //- lsf.cluster.c1
        Begin Parameters
        EXINTERVALL = 5
        ^^^^^^^^^^^ P001 error `Parameters` has no parameter `EXINTERVALL`
        End Parameters
        //- fixed lsf.cluster.c1
        -EXINTERVALL = 5
        +EXINTERVAL = 5

        //# a name of another section
        //- each Queue
        NAME = night
        ^^^^ P001 error `Queue` has no parameter `NAME`
            = fixed: QUEUE_NAME = night
        //#
        //- lsb.applications
        Begin Application
        NAME = night
        End Application

        //# far names
        //- each Queue
        WALLCLOCK = none
        ^^^^^^^^^ P001 warning `Queue` has no documented parameter `WALLCLOCK`
            = effect: LSF may log an error and ignore the line
            = help: take the line out, or declare the name in `allow-parameters` of lsflint.toml
        //#
        //- lsf.cluster.c1
        Begin ClusterAdmins
        Admins = root
        ^^^^^^ P001 warning `ClusterAdmins` has no documented parameter `Admins`
            = help: parameters of `ClusterAdmins`: `ADMINISTRATORS`
        End ClusterAdmins

        //# incomplete lists
        //- each Parameters
        MBD_SLEEP_TIM = 5
        ^^^^^^^^^^^^^ P001 warning `Parameters` has no parameter `MBD_SLEEP_TIM`
            = fixed: MBD_SLEEP_TIME = 5
        SOME_NEW_SWITCH = 5
        //#
        //- lsf.conf
        LSF_LOGDIRR=/var/log
        ^^^^^^^^^^^ P001 warning lsf.conf has no parameter `LSF_LOGDIRR`
            = effect: LSF may silently ignore the line
        LSB_SOMETHING_ELSE=1
        //- fixed lsf.conf
        -LSF_LOGDIRR=/var/log
        +LSF_LOGDIR=/var/log

        //# names that lists lack are not misspelled
        //- each lsf.conf
        LSF_DEBUG_PIM=1
        //#
        //- lsf.conf
        LSF_RLA_PORT=1
        ^^^^^^^^^^^^ P001 warning lsf.conf has no parameter `LSF_RLA_PORT`
        LSB_MBD_PROT=1
        ^^^^^^^^^^^^ P001 warning lsf.conf has no parameter `LSB_MBD_PROT`
        //- fixed lsf.conf
        -LSF_RLA_PORT=1
        -LSB_MBD_PROT=1
        +LSB_RLA_PORT=1
        +LSB_MBD_PORT=1

        //# names of lsf.conf have case
        //- each lsf.conf
        lsf_logdir=/var/log
        ^^^^^^^^^^ P001 warning names in lsf.conf are compared with case: `lsf_logdir` is not `LSF_LOGDIR`
            = help: write `LSF_LOGDIR`
            = fixed: LSF_LOGDIR=/var/log
        //- each Queue
        priority = 5

        //# load indices of the site
        //- lsf.shared
        Begin Resource
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        scratch Numeric 30 N (a)
        big Boolean () () (b)
        End Resource
        //- each Queue
        scratch = 5/1
        big = 5/1
        scrat = 5/1
        ^^^^^ P001 warning `Queue` has no documented parameter `scrat`
        //#
        //- each Queue
        scratch = 5/1
        tmp2 = 5/1
        scratch = yes
        ^^^^^^^ P001 warning `Queue` has no documented parameter `scratch`
    "#]];
}
