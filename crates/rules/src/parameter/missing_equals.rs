use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, Severity, rule};
use lsflint_spec::{LexerFamily, SectionSpec};
use lsflint_syntax::{StructureError, TextRange, TextSize};

use crate::parameter::conf_of_another_product::is_line_of_another_product;

rule! {
    /// Finds lines without `=` among `key = value` lines.
    ///
    /// # Effect
    /// In a section, LSF logs an error and ignores the line. In lsf.conf, it is a syntax error: LSF rejects the whole
    /// file, and no daemon or command starts.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// PRIORITY   40
    /// End Queue
    /// ```
    ///
    /// ```lsf.conf
    /// LSF_TOP /opt/lsf
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
    /// LSF_TOP=/opt/lsf
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: enables a line that LSF currently ignores.
    pub P004 "missing-equals" {
        family: Parameter, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [
            volclava("lsbatch/lib/lsb.conf.c", "readHvalues_conf", "`missing '=' after keyword`: the line is ignored"),
            volclava(
                "lsf/lib/lib.initenv.c",
                "parseLine",
                "lsf.conf: a first word without `=` is a syntax error; `readconfenv_` then fails",
            ),
        ],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if context.structure() != Some(StructureError::MissingEquals) {
        return;
    }
    let flat = context.file.kind().spec().lexer == LexerFamily::Conf;
    let (range, text) = (context.error.range, context.text());
    if is_line_of_another_product(context.file, text) {
        return;
    }
    let section = match context.section {
        Some(section) => section.spec,
        None => context.file.kind().spec().sections.first(),
    };
    let consequence = match flat {
        true => Item::File.rejected().so("no daemon or command starts"),
        false => Item::Line.ignored().logged(),
    };
    let finding = findings.report(range, "missing `=`").consequence(consequence);
    // An ellipsis copied from an example: LSF rejects it like any other text, but no value is lost.
    if !flat && text.bytes().all(|it| it == b'.') {
        finding.severity(Severity::Warning).help("remove the line, or comment it out with `#`");
        return;
    }
    let Some((key, value)) = section.and_then(|it| split(it, text)) else {
        let comment = "comment it out with `#`, or end the line above with `\\` to continue it here";
        finding.help(comment);
        return;
    };
    let equals = if flat { "=" } else { " = " };
    finding.help(format!("write `{key}{equals}{value}`"));
    // In lsf.conf, a value of several words would be another error.
    if !flat || !value.contains([' ', '\t']) {
        let start = range.start();
        let value_at = start + TextSize::new(u32::try_from(text.len() - value.len()).unwrap_or(u32::MAX));
        let gap = TextRange::new(start + TextSize::of(key), value_at);
        finding.fix(Fix::replace(Applicability::Unsafe, "add `=`", gap, equals));
    }
}

/// The parameter that the line is meant to set, and its value.
fn split<'t>(section: &'static SectionSpec, text: &'t str) -> Option<(&'t str, &'t str)> {
    let end = text.find([' ', '\t', ':', ',', '-'])?;
    let (key, rest) = text.split_at(end);
    let value = rest.trim_start_matches([' ', '\t', ':', ',', '-']);
    (section.param(key).is_some() && !value.is_empty() && !value.contains('\n')).then_some((key, value))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# in a section
        //- each Queue
        PRIORITY 40
        ^^^^^^^^^^^ P004 error missing `=`
            = fixed: PRIORITY = 40
        PRIORITY: 40
        ^^^^^^^^^^^^ P004 error missing `=`
            = fixed: PRIORITY = 40
        for nightly jobs
        ^^^^^^^^^^^^^^^^ P004 error missing `=`
            = help: comment it out with `#`, or end the line above with `\` to continue it here
        HOSTS hosta hostb
        ^^^^^^^^^^^^^^^^^ P004 error missing `=`
            = fixed: HOSTS = hosta hostb

        //# the ellipsis of an example
        //- each Queue
        ␠...
         ^^^ P004 warning missing `=`
            = help: remove the line, or comment it out with `#`

        //# in lsf.conf
        //- each lsf.conf
        LSF_TOP /opt/lsf
        ^^^^^^^^^^^^^^^^ P004 error missing `=`
            = fixed: LSF_TOP=/opt/lsf
        LSF_TOP
        ^^^^^^^ P004 error missing `=`
    "#]];
}
