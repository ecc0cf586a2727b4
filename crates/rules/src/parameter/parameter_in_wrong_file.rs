use lsflint_lint::{Findings, SettingContext, Severity, rule};
use lsflint_spec::FileKind;

use crate::operations::secret_in_configuration;
use crate::parameter::unknown_name::{Place, Verdict, ignored, verdict};

rule! {
    /// Finds parameters that belong in another file or section.
    ///
    /// # Effect
    /// LSF logs an error and ignores the line; in lsf.conf, it ignores the line silently. Between lsf.conf and
    /// lsb.params, whose lists of names are incomplete, the finding is a warning.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME           = night
    /// JOB_POSTPROC_TIMEOUT = 5
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.applications
    /// Begin Application
    /// NAME                 = solver
    /// JOB_POSTPROC_TIMEOUT = 5
    /// End Application
    /// ```
    pub P002 "parameter-in-wrong-file" {
        family: Parameter, scope: OwnFile, severity: Error,
        sources: [facts("sections and columns")],
        checks: [Setting(check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    // Nearly no unknown name is that of another place, and the verdict compares it with all names of the section.
    if context.setting.spec.is_none() && lsflint_spec::params_named(&context.setting.name.text()).next().is_none() {
        return;
    }
    let Verdict::Elsewhere(places) = verdict(context) else { return };
    let name = context.setting.name;
    let kind = context.file.kind();
    if kind == FileKind::LsfConf && places.iter().any(is_secret) {
        return;
    }
    let owner = match context.section() {
        Some(section) => format!("`{}` sections", section.name()),
        None => kind.name().to_owned(),
    };
    let certain = kind.spec().names_complete || places.iter().any(|it| it.0.spec().names_complete);
    let error = certain && context.file.file.kind_certain;
    findings
        .report(name.range(), format!("`{}` is not a parameter of {owner}", name.text()))
        .severity(if error { Severity::Error } else { Severity::Warning })
        .consequence(ignored(context.setting.origin).possible_unless(error))
        .help(format!("set `{}` in {}", places[0].2.name, described(&places)));
}

/// Whether it is a key or a password, which Z001 reports.
fn is_secret(place: &Place) -> bool {
    place.0 == FileKind::LsfSudoers && secret_in_configuration::is_secret(place.2)
}

/// Lists places as `lsb.hosts, section Host`; at most the first three.
fn described(places: &[Place]) -> String {
    let mut names: Vec<String> = Vec::new();
    for (kind, section, _) in places {
        let name = match section.name {
            "" => kind.name().to_owned(),
            section => format!("{}, section `{section}`", kind.name()),
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let more = names.len() > 3;
    names.truncate(3);
    names.join("; or in ") + if more { "; or elsewhere" } else { "" }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# other files
        //- also P001
        //- each Queue
        MXJ = 4
        ^^^ P002 error `MXJ` is not a parameter of `Queue` sections
            = help: set `MXJ` in lsb.hosts, section `Host`
        MBD_SLEEP_TIME = 4
        ^^^^^^^^^^^^^^ P002 error `MBD_SLEEP_TIME` is not a parameter of `Queue` sections
        LSF_LOGDIR = /var/log
        ^^^^^^^^^^ P002 error `LSF_LOGDIR` is not a parameter of `Queue` sections
            = help: set `LSF_LOGDIR` in lsf.conf

        //# other sections
        //- HostPartition of lsb.hosts
        HPART_NAME = p
        GROUP_MEMBER = (a)
        ^^^^^^^^^^^^ P002 error `GROUP_MEMBER` is not a parameter of `HostPartition` sections

        //# between incomplete lists
        //- each lsf.conf
        MBD_SLEEP_TIME=4
        ^^^^^^^^^^^^^^ P002 warning `MBD_SLEEP_TIME` is not a parameter of lsf.conf
            = effect: LSF may silently ignore the line
        QUEUE_NAME=4
        ^^^^^^^^^^ P002 error `QUEUE_NAME` is not a parameter of lsf.conf
            = effect: LSF silently ignores the line

        //# a misspelled name is not in the wrong file
        //- also P001
        //- each Queue
        HOST = a b
        ^^^^ P001 error unknown parameter `HOST` in `Queue` section

        //# a feature may have a mode of its own
        //- lsf.licensescheduler
        Begin Feature
        NAME = verilog
        CLUSTER_MODE = Y
        End Feature
    "#]];
}
