use lsflint_lint::{Findings, SettingContext, Severity, rule};
use lsflint_spec::FileKind;

use crate::operations::secret_in_configuration;
use crate::parameter::unknown_name::{Place, Verdict, ignored, verdict};

rule! {
    /// Finds a parameter in a file or section that does not have it, although another one does.
    ///
    /// # Effect
    /// LSF writes a message and ignores the line; in lsf.conf it ignores the line without a message. Between lsf.conf and lsb.params,
    /// whose lists of names are not complete, it is a warning.
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
    let Verdict::Elsewhere(places) = verdict(context) else { return };
    let name = context.setting.name;
    let kind = context.file.kind();
    if kind == FileKind::LsfConf && places.iter().any(is_secret) {
        return;
    }
    let owner = match context.section {
        Some(section) => format!("`{}`", section.name()),
        None => kind.name().to_owned(),
    };
    let certain = kind.spec().names_complete || places.iter().any(|it| it.0.spec().names_complete);
    let error = certain && context.file.file.kind_certain;
    findings
        .report(name.range(), format!("{owner} has no parameter `{}`", name.text()))
        .severity(if error { Severity::Error } else { Severity::Warning })
        .consequence(ignored(context.setting.origin).possible_unless(error))
        .help(format!("`{}` belongs in {}", places[0].2.name, described(&places)));
}

/// A key or a password, which Z001 speaks about.
fn is_secret(place: &Place) -> bool {
    place.0 == FileKind::LsfSudoers && secret_in_configuration::is_secret(place.2)
}

/// `lsb.hosts, section Host`; of many places the first three.
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
    names.join("; or in ") + if more { "; or in others" } else { "" }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# other files
        //- also P001
        //- each Queue
        MXJ = 4
        ^^^ P002 error `Queue` has no parameter `MXJ`
            = help: `MXJ` belongs in lsb.hosts, section `Host`
        MBD_SLEEP_TIME = 4
        ^^^^^^^^^^^^^^ P002 error `Queue` has no parameter `MBD_SLEEP_TIME`
        LSF_LOGDIR = /var/log
        ^^^^^^^^^^ P002 error `Queue` has no parameter `LSF_LOGDIR`
            = help: `LSF_LOGDIR` belongs in lsf.conf

        //# other sections
        //- lsb.hosts
        Begin HostPartition
        HPART_NAME = p
        GROUP_MEMBER = (a)
        ^^^^^^^^^^^^ P002 error `HostPartition` has no parameter `GROUP_MEMBER`
        End HostPartition

        //# between incomplete lists
        //- each lsf.conf
        MBD_SLEEP_TIME=4
        ^^^^^^^^^^^^^^ P002 warning lsf.conf has no parameter `MBD_SLEEP_TIME`
            = effect: LSF may silently ignore the line
        QUEUE_NAME=4
        ^^^^^^^^^^ P002 error lsf.conf has no parameter `QUEUE_NAME`
            = effect: LSF silently ignores the line

        //# a misspelled name is not in the wrong file
        //- also P001
        //- each Queue
        HOST = a b
        ^^^^ P001 error `Queue` has no parameter `HOST`
    "#]];
}
