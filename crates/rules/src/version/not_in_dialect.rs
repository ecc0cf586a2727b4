use lsflint_lint::{FileContext, Findings, Item, Reads, SettingContext, Severity, TableContext, rule};
use lsflint_spec::{Confidence, DIALECT_KEYWORDS, Dialect, FileKind, KNOWN_TARGETS, ParamSpec, Switch};

use crate::version::named::{Named, described, lost, not_read};

rule! {
    /// Finds parameters and files that the target program does not support: OpenLava keywords in LSF, LSF 10.1 features
    /// in OpenLava.
    ///
    /// # Effect
    /// The program logs an unknown parameter and ignores the line. It never reads an unknown file.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME         = night
    /// ROUND_ROBIN_POLICY = Y
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// FAIRSHARE  = USER_SHARES[[default, 1]]
    /// End Queue
    /// ```
    ///
    /// An error if the target is a dialect; a warning if it is LSF, because the file may be shared with another
    /// program.
    pub V201 "not-in-dialect" {
        family: Version, scope: OwnFile, severity: Error,
        sources: [
            facts("parameters of LSF and of each dialect"),
            volclava("lsbatch/lib/lsb.conf.c", "do_Queues", "the keywords of queues"),
            volclava("lsbatch/lib/lsb.conf.c", "do_Param", "the keywords of lsb.params"),
            volclava("lsbatch/lib/lsb.conf.c", "readHvalues_conf", "`bad keyword`: the line is ignored"),
        ],
        checks: [SettingOf(is_of_one_dialect, setting), Table(table), PartsOfFile(Reads::SECTIONS, file)],
    }
}

fn is_of_one_dialect(spec: &ParamSpec) -> bool {
    !spec.only_in.is_empty() || spec.since.is_some() || DIALECT_KEYWORDS.iter().any(|it| it.lacks(spec))
}

fn setting(context: &SettingContext<'_>, findings: &mut Findings) {
    if let Some(named) = Named::of_setting(context).filter(|it| !context.file.settings.allows_parameter(it.spec.name)) {
        check(named, findings);
    }
}

fn table(context: &TableContext<'_>, findings: &mut Findings) {
    let allows = |it: &Named<'_>| context.section.file.settings.allows_parameter(it.spec.name);
    Named::of_columns(context)
        .filter(|it| is_of_one_dialect(it.spec) && !allows(it))
        .for_each(|it| check(it, findings));
}

fn check(named: Named<'_>, findings: &mut Findings) {
    let Named { spec, target, .. } = named;
    let lsf = target.dialect == Dialect::Lsf;
    let elsewhere = !spec.only_in.is_empty() && !spec.only_in.contains(&target.dialect);
    // Features that LSF added after the fork exist only in LSF.
    let newer = spec.only_in.is_empty() && !lsf && spec.since.is_some();
    let lacking = DIALECT_KEYWORDS.iter().any(|it| it.dialect == target.dialect && it.lacks(spec));
    if !elsewhere && !newer && !lacking {
        return;
    }
    let (name, program) = (spec.name, program(target.dialect));
    let readers = match elsewhere {
        true => format!(", a parameter of {}", readers(spec)),
        false => String::new(),
    };
    let found = findings
        .report(named.name.range(), format!("{program} does not support `{name}`{readers}"))
        .capped(spec.confidence)
        .consequence(lost(spec).by(program).possible_unless(spec.confidence == Confidence::High));
    if lsf {
        found.severity(Severity::Warning);
    }
    match spec.replaced_by {
        new if lsf && !new.is_empty() => found.help(format!("use {}", described(new))),
        _ if lsf => found.help("remove it, or set `target` to the program that you use"),
        _ => found.help("remove it"),
    };
}

/// The programs that support the parameter: `openlava and volclava`.
fn readers(spec: &ParamSpec) -> String {
    let names: Vec<&str> = spec
        .only_in
        .iter()
        .map(|it| match it {
            Dialect::Lsf => "LSF",
            Dialect::OpenLava => "openlava",
            Dialect::Volclava => "volclava",
        })
        .collect();
    names.join(" and ")
}

/// The name of a dialect.
fn program(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Lsf => "LSF",
        other => KNOWN_TARGETS.iter().find(|it| it.dialect == other).map_or("the target", |it| it.name),
    }
}

/// Reports a file that the dialect never reads.
fn file(context: &FileContext<'_>, findings: &mut Findings) {
    let target = context.cluster.switches().target;
    if context.kind() != FileKind::LsbApplications || target.reads(Switch::ApplicationProfiles) {
        return;
    }
    let Some(section) = context.sections().into_iter().find(|it| it.branch == 0) else { return };
    let program = match target.dialect {
        Dialect::Lsf => format!("LSF {}", target.from),
        other => program(other).to_owned(),
    };
    findings
        .report(section.begin_range(), format!("{program} does not support application profiles"))
        .capped(Switch::ApplicationProfiles.spec().confidence)
        .consequence(not_read(Item::File.ignored(), Switch::ApplicationProfiles, target))
        .help("set the limits in the queues");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports keywords of openlava
        //- each Queue
        ROUND_ROBIN_POLICY = Y
        ^^^^^^^^^^^^^^^^^^ V201 warning LSF does not support `ROUND_ROBIN_POLICY`, a parameter of openlava and volclava
          PRE_POST_EXEC_USER = root
          ^^^^^^^^^^^^^^^^^^ V201 warning
            = LSF does not support `PRE_POST_EXEC_USER`, a parameter of openlava and volclava
            = help: use `LSB_PRE_POST_EXEC_USER` in `lsf.sudoers`
          ENQUE_INTERACTIVE_AHEAD = Y
          ^^^^^^^^^^^^^^^^^^^^^^^ V201 warning
            = LSF does not support `ENQUE_INTERACTIVE_AHEAD`, a parameter of openlava and volclava
            = help: remove it, or set `target` to the program that you use

        //# reports what a dialect does not have
        //- lsb.applications
        Begin Application
        ^^^^^^^^^^^^^^^^^ V201 info volclava-2 does not support application profiles
            = effect: volclava-2 ignores the file
            = help: set the limits in the queues
        NAME = a
        End Application
        //- lsf.conf: LSF_VERSION=volclava-2
        //#
        //- lsf.conf: LSF_VERSION=volclava-2
        //- each Queue
        PLAN = Y
        ^^^^ V201 error volclava-2 does not support `PLAN`
            = effect: volclava-2 ignores the line
            = help: remove it
          ROUND_ROBIN_POLICY = Y

        //# knows the words of a program whose source is there
        //- lsf.conf: LSF_VERSION=volclava-2
        //- each Queue
        PROCLIMIT = 4
          TASKLIMIT = 4
          ^^^^^^^^^ V201 error volclava-2 does not support `TASKLIMIT`
          APS_PRIORITY = WEIGHT[[FS, 1]]
          ^^^^^^^^^^^^ V201 error volclava-2 does not support `APS_PRIORITY`
          ut = 0.5
        //#
        //- lsf.conf: LSF_VERSION=openlava-4
        //- each Queue
        PROCLIMIT = 4
          TASKLIMIT = 4
          ^^^^^^^^^ V201 error openlava-4 does not support `TASKLIMIT`
            = effect: openlava-4 ignores the line
          APS_PRIORITY = WEIGHT[[FS, 1]]
          ut = 0.5

        //# is silent about what both have
        //- each Queue: PRIORITY = 5
        //#
        //- Application a
    "#]];
}
