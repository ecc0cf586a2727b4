use lsflint_lint::{ErrorContext, Findings, Item, Origin, SettingContext, rule};
use lsflint_syntax::StructureError;

rule! {
    /// Finds a parameter without a value after `=`.
    ///
    /// # Effect
    /// In a section, LSF logs an error and ignores the line; an earlier value of the parameter still applies. In
    /// lsf.conf, the value is empty, which most parameters treat as unset. Of a message, an empty text is a value.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    =
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = -
    /// End Queue
    /// ```
    ///
    /// A dash sets the parameter to its default, as does removing the line.
    pub P005 "empty-value" {
        family: Parameter, scope: OwnFile, severity: Warning,
        sources: [
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "readHvalues_conf",
                "`null value after keyword`: the line is ignored, and the value read before stays",
            ),
            volclava("lsf/lib/lib.initenv.c", "parseLine", "lsf.conf: nothing after `=` is an empty value"),
        ],
        checks: [SyntaxError(check_keyed), Setting(check_flat)],
    }
}

fn check_keyed(context: &ErrorContext<'_>, findings: &mut Findings) {
    if context.structure() != Some(StructureError::EmptyValue) {
        return;
    }
    let Some(setting) = context.setting else { return };
    findings
        .report(context.error.range, format!("`{}` has no value", setting.display_name()))
        .consequence(Item::Line.ignored().logged())
        .help("write a value, write `-` for the default, or remove the line");
}

fn check_flat(context: &SettingContext<'_>, findings: &mut Findings) {
    let setting = &context.setting;
    let empty = setting.value.is_none_or(|it| it.elements().next().is_none());
    // The page of install.config: the equal sign must follow each name, even if no value follows.
    let is_a_value =
        setting.spec.is_some_and(|it| it.literals.contains(&"")) || context.file.kind().spec().installer_only;
    if setting.origin != Origin::Flat || !empty || context.broken || is_a_value {
        return;
    }
    findings
        .report(setting.name.range(), format!("`{}` has no value", setting.name.text()))
        .consequence(Item::Line.ignored().possible().because("for most parameters an empty value means unset"))
        .help("write a value, or remove the line");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# in a section
        //- each Queue
        res_req = # none
        ^^^^^^^^^ P005 warning `RES_REQ` has no value
        RES_REQ = -
        RES_REQ = ()

        //# in lsf.conf
        //- lsf.conf
        LSF_TOP=
        ^^^^^^^ P005 warning `LSF_TOP` has no value
            = effect: LSF may ignore the line because for most parameters an empty value means unset
            = help: write a value, or remove the line
        LSF_LOGDIR=""
        ^^^^^^^^^^ P005 warning `LSF_LOGDIR` has no value
        LSF_LOG_MASK=LOG_INFO
        LSB_MBD_QUERY_RETRY_MSG=""
        LSB_MBD_BUSY_MSG=
    "#]];
}
