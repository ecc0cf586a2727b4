use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, rule};
use lsflint_syntax::StructureError;

rule! {
    /// Finds a blank next to the `=` in lsf.conf.
    ///
    /// # Effect
    /// It is a syntax error: LSF refuses the whole file, and no daemon or command starts.
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
    /// Unsafe: the file comes alive.
    ///
    /// # Notes
    /// The effect was observed in two open-source readers of the format.
    pub P010 "blank-around-equals" {
        family: Parameter, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [ibm("lsf.conf", "")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if context.structure() != Some(StructureError::BlankAroundEquals) {
        return;
    }
    let range = context.error.range;
    findings
        .report(range, format!("{} takes no blank next to the `=`", context.file.kind().name()))
        .consequence(Item::File.rejected().so("no daemon or command starts"))
        .help("write `NAME=value`")
        .fix(Fix::replace(Applicability::Unsafe, "take the blanks out", range, "="));
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check, check_fix};

    #[test]
    fn blanks_on_either_side() {
        check(
            "P010",
            "lsf.conf",
            "LSF_TOP = /a\nLSF_LOGDIR= /b\nLSF_BINDIR =/c\nLSF_LIBDIR=/d\n",
            expect![[r#"
            1:8-1:11 error lsf.conf takes no blank next to the `=`
              effect: LSF rejects the file, so no daemon or command starts
              help: write `NAME=value`
            2:11-2:13 error lsf.conf takes no blank next to the `=`
              effect: LSF rejects the file, so no daemon or command starts
              help: write `NAME=value`
            3:11-3:13 error lsf.conf takes no blank next to the `=`
              effect: LSF rejects the file, so no daemon or command starts
              help: write `NAME=value`
        "#]],
        );
        check("P010", "lsb.queues", "Begin Queue\nQUEUE_NAME = a\nEnd Queue\n", expect![[""]]);
    }

    #[test]
    fn takes_them_out() {
        check_fix("P010", "lsf.conf", "LSF_TOP = /a\n", "LSF_TOP=/a\n");
    }
}
