use lsflint_lint::suggest::{did_you_mean, near};
use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, rule};
use lsflint_syntax::{StructureError, TextRange};

rule! {
    /// Finds lines with more than one word before `=`.
    ///
    /// # Effect
    /// LSF reads the first word as the parameter and silently ignores the other words.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUN WINDOW = 20:00-8:00
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUN_WINDOW = 20:00-8:00
    /// End Queue
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: sets another parameter. Offered if the words together are the name of a parameter.
    pub P007 "text-before-equals" {
        family: Parameter, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "readHvalues_conf",
                "the parameter is the first word of the line, the value is what follows the first `=`",
            ),
        ],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if context.structure() != Some(StructureError::TextBeforeEquals) {
        return;
    }
    let lost = context.text();
    let finding = findings
        .report(context.error.range, format!("unexpected `{lost}` before `=`"))
        .consequence(Item::Value.ignored().called("the text").silently());
    let key = context.line.and_then(|it| it.token(lsflint_syntax::SyntaxKind::KEY));
    let whole = key.map(|it| TextRange::new(it.range().start(), context.error.range.end()));
    let section = context.section.and_then(|it| it.spec);
    let meant = whole.zip(section).and_then(|(whole, section)| {
        let near = near(context.file.text(whole), section.params.iter().map(|it| it.name))?;
        Some((whole, near.name))
    });
    match meant {
        Some((whole, name)) => {
            let fix = Fix::replace(Applicability::Unsafe, format!("write `{name}`"), whole, name);
            finding.help(did_you_mean(name)).fix(fix);
        }
        None => {
            finding.help("write one word, then `=`, then the value");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# words of one name
        //- also P001
        //- each Queue
        RUN WINDOW = 8:00-9:00
            ^^^^^^ P007 error unexpected `WINDOW` before `=`
            = fixed: RUN_WINDOW = 8:00-9:00

        //# two parameters
        //- each Queue
        NICE PRIORITY = 10
             ^^^^^^^^ P007 error unexpected `PRIORITY` before `=`
             = help: write one word, then `=`, then the value
    "#]];
}
