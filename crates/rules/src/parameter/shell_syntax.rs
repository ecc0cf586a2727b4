use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, rule};
use lsflint_syntax::{StructureError, TextRange, TextSize};

rule! {
    /// Finds shell commands in lsf.conf: `export`, `set`, `source`, `if`.
    ///
    /// # Effect
    /// lsf.conf looks like a shell script and is none. The line is a syntax error: LSF refuses the whole file, and no daemon or command
    /// starts.
    ///
    /// # Example
    /// ```lsf.conf
    /// export LSF_TOP=/opt/lsf
    /// ```
    ///
    /// # Use instead
    /// ```lsf.conf
    /// LSF_TOP=/opt/lsf
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: the file comes alive. Offered for `export`.
    ///
    /// # Notes
    /// Observed in two open-source readers of the format.
    pub P013 "shell-syntax" {
        family: Parameter, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if context.structure() != Some(StructureError::ShellSyntax) {
        return;
    }
    let text = context.text();
    let command = text.split_ascii_whitespace().next().unwrap_or_default();
    let finding = findings
        .report(context.error.range, format!("`{command}` is a command of a shell, which does not read this file"))
        .consequence(Item::File.rejected().so("no daemon or command starts"))
        .help("write `NAME=value` lines only");
    let rest = text.strip_prefix("export").map(str::trim_start).filter(|it| it.contains('='));
    if let Some(rest) = rest {
        let start = context.error.range.start();
        let skipped = TextSize::new(u32::try_from(text.len() - rest.len()).unwrap_or(u32::MAX));
        finding.fix(Fix::replace(Applicability::Unsafe, "take `export` out", TextRange::at(start, skipped), ""));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# commands
        //- lsf.conf
        export LSF_TOP=/a
        ^^^^^^^^^^^^^^^^^ P013 error `export` is a command of a shell, which does not read this file
        . /etc/profile
        ^^^^^^^^^^^^^^ P013 error `.` is a command of a shell, which does not read this file
        LSF_LOGDIR=/b
        //- fixed lsf.conf
        -export LSF_TOP=/a
        +LSF_TOP=/a
        //#
        //- each lsf.conf
        export  LSF_TOP=/a
        ^^^^^^^^^^^^^^^^^^ P013 error `export` is a command of a shell, which does not read this file
            = fixed: LSF_TOP=/a
    "#]];
}
