use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, rule};
use lsflint_syntax::StructureError;

rule! {
    /// Finds whitespace next to `=` in lsf.conf.
    ///
    /// # Effect
    /// This is a syntax error: LSF rejects the whole file, and no daemon or command starts.
    ///
    /// # Example
    /// ```lsf.conf
    /// LSF_LOGDIR = /var/log/lsf
    /// ```
    ///
    /// # Use instead
    /// ```lsf.conf
    /// LSF_LOGDIR=/var/log/lsf
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: enables a file that LSF currently rejects.
    pub P010 "blank-around-equals" {
        family: Parameter, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [
            volclava(
                "lsf/lib/lib.initenv.c",
                "parseLine",
                "a space after `=`, or a first word without `=`, is a syntax error; `readconfenv_` then fails",
            ),
            ibm("lsf.conf", "a line is `NAME=value` without spaces around the equal sign"),
        ],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if context.structure() != Some(StructureError::BlankAroundEquals) {
        return;
    }
    let range = context.error.range;
    findings
        .report(range, format!("whitespace around `=` in {}", context.file.kind().name()))
        .consequence(Item::File.rejected().so("no daemon or command starts"))
        .help("write `NAME=value`")
        .fix(Fix::replace(Applicability::Unsafe, "remove the whitespace", range, "="));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# spaces on either side
        //- lsf.conf
        LSF_TOP = /a
               ^^^ P010 error whitespace around `=` in lsf.conf
        LSF_LOGDIR= /b
                  ^^ P010 error whitespace around `=` in lsf.conf
        LSF_BINDIR =/c
                  ^^ P010 error whitespace around `=` in lsf.conf
        LSF_LIBDIR=/d
        //- fixed lsf.conf
        -LSF_TOP = /a
        -LSF_LOGDIR= /b
        -LSF_BINDIR =/c
        +LSF_TOP=/a
        +LSF_LOGDIR=/b
        +LSF_BINDIR=/c
        //#
        //- Queue a
    "#]];
}
