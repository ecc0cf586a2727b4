use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, rule};
use lsflint_syntax::{StructureError, TextRange, TextSize};

rule! {
    /// Finds shell commands in lsf.conf: `export`, `set`, `source`, `if`.
    ///
    /// # Effect
    /// lsf.conf resembles a shell script but is not one. The line is a syntax error: LSF rejects the whole file, and no
    /// daemon or command starts.
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
    /// Unsafe: enables a file that LSF currently rejects. Offered for `export`.
    pub P013 "shell-syntax" {
        family: Parameter, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [
            volclava(
                "lsf/lib/lib.initenv.c",
                "parseLine",
                "a line whose first word has no `=` is a syntax error; `readconfenv_` then fails",
            ),
        ],
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
        .report(context.error.range, format!("shell command `{command}` in {}", context.file.kind().name()))
        .consequence(Item::File.rejected().so("no daemon or command starts"))
        .help("write only `NAME=value` lines");
    let rest = text.strip_prefix("export").map(str::trim_start).filter(|it| it.contains('='));
    if let Some(rest) = rest {
        let start = context.error.range.start();
        let skipped = TextSize::new(u32::try_from(text.len() - rest.len()).unwrap_or(u32::MAX));
        finding.fix(Fix::replace(Applicability::Unsafe, "remove `export`", TextRange::at(start, skipped), ""));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# commands
        //- lsf.conf
        export LSF_TOP=/a
        ^^^^^^^^^^^^^^^^^ P013 error shell command `export` in lsf.conf
        . /etc/profile
        ^^^^^^^^^^^^^^ P013 error shell command `.` in lsf.conf
        LSF_LOGDIR=/b
        //- fixed lsf.conf
        -export LSF_TOP=/a
        +LSF_TOP=/a
        //#
        //- each lsf.conf
        export  LSF_TOP=/a
        ^^^^^^^^^^^^^^^^^^ P013 error shell command `export` in lsf.conf
            = fixed: LSF_TOP=/a
    "#]];
}
