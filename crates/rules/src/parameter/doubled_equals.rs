use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, Severity, rule};
use lsflint_spec::Grammar;
use lsflint_syntax::{StructureError, TextRange};

rule! {
    /// Finds a second `=` before a value: `KEY == value`.
    ///
    /// # Effect
    /// LSF splits the line at the first `=`. The second one becomes part of the value, so that a number is not a number
    /// and the first name of a list is wrong.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// PRIORITY   == 40
    /// End Queue
    /// ```
    ///
    /// ```lsf.conf
    /// LSF_LOGDIR==/var/log/lsf
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
    /// ```lsf.conf
    /// LSF_LOGDIR=/var/log/lsf
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: changes the value that LSF reads.
    pub P015 "doubled-equals" {
        family: Parameter, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "readHvalues_conf",
                "the value is the text after the first `=` and the spaces that follow it",
            ),
            volclava("lsf/lib/lib.initenv.c", "parseLine", "lsf.conf: the value begins after the first `=`"),
        ],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if context.structure() != Some(StructureError::DoubledEquals) {
        return;
    }
    let range = context.error.range;
    let found = findings.report(range, "second `=` before the value").help("write one `=`");
    found.fix(Fix::replace(Applicability::Unsafe, "remove the second `=`", range, ""));
    let Some(setting) = context.setting.filter(|it| it.value.is_some()) else {
        found.consequence(Item::Line.ignored());
        return;
    };
    let value = TextRange::new(range.start(), setting.value_range().end());
    found.consequence(Item::Value.read_as(context.file.text(value).to_owned())).about(setting.value_range());
    // LSF shows a text as it is.
    if setting.spec.is_some_and(|it| it.grammar == Grammar::Text) {
        found.severity(Severity::Warning);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# in a section
        //- each Queue
        PRIORITY == 40
                  ^ P015 error second `=` before the value
            = fixed: PRIORITY = 40
        HOSTS = = hosta
                ^ P015 error second `=` before the value
            = fixed: HOSTS =  hosta
        DESCRIPTION =  a == b

        //# in lsf.conf
        //- each lsf.conf
        LSF_LOGDIR==/var/log
                   ^ P015 error second `=` before the value
            = fixed: LSF_LOGDIR=/var/log
        LSF_LOGDIR=/a==b
    "#]];
}
