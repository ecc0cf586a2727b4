use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::{FileKind, Switch, lists};

use crate::version::named::not_read;

rule! {
    /// Finds queue names that are too long for the target version.
    ///
    /// # Effect
    /// LSF 7 and later support 59 characters. Older versions and related programs support 39: they drop the queue or
    /// truncate its name.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = regression_of_the_verification_department
    /// End Queue
    /// //- lsf.conf
    /// LSF_VERSION=6.2
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = verification_regression
    /// End Queue
    /// //- lsf.conf
    /// LSF_VERSION=6.2
    /// ```
    ///
    /// # Notes
    /// Based on the source of OpenLava, which stores such names in 40 bytes.
    pub V104 "name-length-version" {
        family: Version, scope: OwnFile, severity: Warning,
        sources: [ibm("lsb.queues", "reference page of lsb.queues")],
        checks: [SettingNamed(&["QUEUE_NAME"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let target = context.file.cluster.switches().target;
    if context.file.kind() != FileKind::LsbQueues || target.reads(Switch::LongNames) {
        return;
    }
    let Some(value) = context.setting.known_value() else { return };
    let length: usize = value.words().map(|it| it.text().chars().count()).sum();
    let most = lists::OLD_QUEUE_NAME_LENGTH;
    if u32::try_from(length).is_ok_and(|it| it <= most) {
        return;
    }
    findings
        .report(value.range(), format!("queue name has {length} characters, but {target} supports at most {most}"))
        .capped(Switch::LongNames.spec().confidence)
        .consequence(
            not_read(Item::Section.dropped(), Switch::LongNames, target)
                .possible()
                .called("the queue or the end of its name"),
        )
        .help("use a shorter name");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- lsf.conf: LSF_VERSION=openlava-4

        //# forty bytes
        //- Queue of lsb.queues
        QUEUE_NAME = qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq
                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ V104 warning
                     = queue name has 40 characters, but openlava-4 supports at most 39
                     = effect: openlava-4 may drop the queue or the end of its name
        //#
        //- Queue qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq
        //#
        //- Queue qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq
        //- lsf.conf: LSF_VERSION=7.0
    "#]];
}
