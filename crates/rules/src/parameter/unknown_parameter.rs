use lsflint_lint::suggest::did_you_mean;
use lsflint_lint::{Applicability, Findings, Fix, SettingContext, Severity, rule};

use crate::parameter::unknown_name::{Verdict, ignored, verdict};
use crate::parameter::wording::all_of;

rule! {
    /// Finds unknown parameters.
    ///
    /// # Effect
    /// LSF logs an error and ignores the line; in lsf.conf, it ignores the line silently. The finding is an error if
    /// the name is certainly misspelled, else a warning. The lists of names of lsf.conf and lsb.params are incomplete:
    /// there, only a name that is similar to a known one is reported, as a warning.
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
    /// A Queue section can also name load indices of the site, which are looked up in lsf.shared. If that file is not
    /// available, a line with a threshold is not checked. Declare names of a newer LSF in `allow-parameters`.
    ///
    /// # Fix safety
    /// Unsafe: enables a line that LSF currently ignores.
    pub P001 "unknown-parameter" {
        family: Parameter, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [
            facts("sections and columns"),
            volclava("lsbatch/lib/lsb.conf.c", "readHvalues_conf", "`bad keyword ... ignoring the line`"),
        ],
        checks: [Setting(check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let verdict = verdict(context);
    let (message, help, rename) = match &verdict {
        // A resource that is not a load index is reported by L202.
        Verdict::Taken | Verdict::Elsewhere(_) | Verdict::NotAnIndex => return,
        Verdict::Unknown if !context.file.kind().spec().names_complete => return,
        verdict => words(context, verdict),
    };
    let certain = context.file.file.kind_certain && context.file.kind().spec().names_complete;
    let known = !matches!(verdict, Verdict::Unknown | Verdict::UnlikelyIndex);
    let range = context.setting.name.range();
    let severity = match verdict {
        Verdict::UnlikelyIndex => Severity::Info,
        _ if certain && known => Severity::Error,
        _ => Severity::Warning,
    };
    let finding = findings
        .report(range, message)
        .severity(severity)
        .consequence(ignored(context.setting.origin).possible_unless(certain && known))
        .help(help);
    if let Some(name) = rename {
        finding.fix(Fix::replace(Applicability::Unsafe, format!("write `{name}`"), range, name));
    }
}

/// Message, help, and the name to use.
fn words(context: &SettingContext<'_>, verdict: &Verdict) -> (String, String, Option<&'static str>) {
    let text = context.setting.name.text();
    let owner = owner(context);
    let none = format!("unknown parameter `{text}` in {owner}");
    match *verdict {
        Verdict::Case(name) => {
            let message = format!("unknown parameter `{text}` in {owner}: names are case-sensitive");
            (message, format!("write `{name}`"), Some(name))
        }
        Verdict::Near(near) => (none, did_you_mean(near.name), Some(near.name)),
        Verdict::Taken | Verdict::Elsewhere(_) | Verdict::NotAnIndex | Verdict::Unknown | Verdict::UnlikelyIndex => {
            let params = context.section_spec().map_or(&[][..], |it| it.params);
            let help = match params.len() {
                1 => format!("use `{}`", params[0].name),
                2..=8 => format!("choose from {}", all_of(params.iter().map(|it| it.name))),
                _ => "remove the line, or declare the name in `allow-parameters` of lsflint.toml".to_owned(),
            };
            (format!("undocumented parameter `{text}` in {owner}"), help, None)
        }
    }
}

/// Where the parameter is set: the section, else the file.
fn owner(context: &SettingContext<'_>) -> String {
    match context.section() {
        Some(section) => format!("`{}` section", section.name()),
        None => context.file.kind().name().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# near names
        //- each Queue
        PRIORTY = 40
        ^^^^^^^ P001 error unknown parameter `PRIORTY` in `Queue` section
            = fixed: PRIORITY = 40
        RUN_LIMIT = 10
        ^^^^^^^^^ P001 error unknown parameter `RUN_LIMIT` in `Queue` section
            = fixed: RUNLIMIT = 10
        //#
        //- Parameters of lsf.cluster.c1
        EXINTERVALL = 5
        ^^^^^^^^^^^ P001 error unknown parameter `EXINTERVALL` in `Parameters` section
        //- fixed lsf.cluster.c1
        -EXINTERVALL = 5
        +EXINTERVAL = 5

        //# the name of an environment variable
        //- each Queue
        LSF_JOB_STARTER = /opt/start
        ^^^^^^^^^^^^^^^ P001 error unknown parameter `LSF_JOB_STARTER` in `Queue` section
            = fixed: JOB_STARTER = /opt/start
        LSF_JOB_SPOOLER = /opt/start
        ^^^^^^^^^^^^^^^ P001 warning undocumented parameter `LSF_JOB_SPOOLER` in `Queue` section
            = effect: LSF may log an error and ignore the line
            = help: remove the line, or declare the name in `allow-parameters` of lsflint.toml

        //# a name of another section
        //- each Queue
        NAME = night
        ^^^^ P001 error unknown parameter `NAME` in `Queue` section
            = fixed: QUEUE_NAME = night
        //#
        //- Application night

        //# far names
        //- each Queue
        WALLCLOCK = none
        ^^^^^^^^^ P001 warning undocumented parameter `WALLCLOCK` in `Queue` section
        //#
        //- ClusterAdmins of lsf.cluster.c1
        Admins = root
        ^^^^^^ P001 warning undocumented parameter `Admins` in `ClusterAdmins` section
            = help: use `ADMINISTRATORS`

        //# incomplete lists
        //- each Parameters
        MBD_SLEEP_TIM = 5
        ^^^^^^^^^^^^^ P001 warning unknown parameter `MBD_SLEEP_TIM` in `Parameters` section
            = fixed: MBD_SLEEP_TIME = 5
        SOME_NEW_SWITCH = 5
        //#
        //- lsf.conf
        LSF_LOGDIRR=/var/log
        ^^^^^^^^^^^ P001 warning unknown parameter `LSF_LOGDIRR` in lsf.conf
            = effect: LSF may silently ignore the line
        LSB_SOMETHING_ELSE=1
        //- fixed lsf.conf
        -LSF_LOGDIRR=/var/log
        +LSF_LOGDIR=/var/log

        //# a missing or surplus plural
        //- each Parameters
        MAX_JOBS_ARRAY_SIZE = 10
        ^^^^^^^^^^^^^^^^^^^ P001 warning unknown parameter `MAX_JOBS_ARRAY_SIZE` in `Parameters` section
            = fixed: MAX_JOB_ARRAY_SIZE = 10
        MAX_PEND_JOB = 4
        ^^^^^^^^^^^^ P001 warning unknown parameter `MAX_PEND_JOB` in `Parameters` section
            = fixed: MAX_PEND_JOBS = 4
        COMPUTE_UNIT_TYPE = rack
        ^^^^^^^^^^^^^^^^^ P001 warning unknown parameter `COMPUTE_UNIT_TYPE` in `Parameters` section
            = fixed: COMPUTE_UNIT_TYPES = rack

        //# names that lists lack are not misspelled
        //- each lsf.conf: LSF_DEBUG_PIM=1
        //#
        //- lsf.conf
        LSF_RLA_PORT=1
        ^^^^^^^^^^^^ P001 warning unknown parameter `LSF_RLA_PORT` in lsf.conf
        LSB_MBD_PROT=1
        ^^^^^^^^^^^^ P001 warning unknown parameter `LSB_MBD_PROT` in lsf.conf
        //- fixed lsf.conf
        -LSF_RLA_PORT=1
        -LSB_MBD_PROT=1
        +LSB_RLA_PORT=1
        +LSB_MBD_PORT=1

        //# names of lsf.conf have case
        //- each lsf.conf
        lsf_logdir=/var/log
        ^^^^^^^^^^ P001 warning unknown parameter `lsf_logdir` in lsf.conf: names are case-sensitive
            = help: write `LSF_LOGDIR`
            = fixed: LSF_LOGDIR=/var/log
        //- each Queue: priority = 5

        //# the end of a name is missing
        //- lsf.conf
        LSF_NTP=x
        LSF_PROCESS_TRACK=Y
        ^^^^^^^^^^^^^^^^^ P001 warning unknown parameter `LSF_PROCESS_TRACK` in lsf.conf
        //- fixed lsf.conf
        -LSF_PROCESS_TRACK=Y
        +LSF_PROCESS_TRACKING=Y

        //# names in uppercase without lsf.shared
        //- each Queue
        WALLTIME = 10
        ^^^^^^^^ P001 info undocumented parameter `WALLTIME` in `Queue` section
        scratch = 10

        //# load indices of the site
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        scratch Numeric 30 N (a)
        big Boolean () () (b)
        //- each Queue
        scratch = 5/1
        big = 5/1
        scrat = 5/1
        ^^^^^ P001 warning undocumented parameter `scrat` in `Queue` section
        //#
        //- each Queue
        scratch = 5/1
        tmp2 = 5/1
        scratch = yes
        ^^^^^^^ P001 warning undocumented parameter `scratch` in `Queue` section
    "#]];
}
