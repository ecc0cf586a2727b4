use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, rule};
use lsflint_syntax::{ResReqError, TextRange};

use crate::requirement::common::{Judge, form_error};

rule! {
    /// Finds two operands of a selection without an operator between them: `select[linux bigmem]`.
    ///
    /// # Effect
    /// The strict parser refuses the string. The older one uses the first operand and drops the second, or refuses the
    /// string too.
    ///
    /// # Example
    /// ```resreq
    /// select[linux bigmem]
    /// mem>10 swp>10
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[linux && bigmem]
    /// mem>10 && swp>10
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: `&&` is what is meant most often, not always, and the second operand begins to count.
    ///
    /// # Notes
    /// Observed in two open-source readers, which refuse such strings.
    pub R206 "missing-operator" {
        family: Requirement, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [ibm("lsf_admin/select_string", "a selection without keyword has the format of one with it")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if form_error(context) != Some(ResReqError::MissingOperator) {
        return;
    }
    let second = context.text();
    let range = context.error.range;
    let found = Judge::of_error(context)
        .rejects_strictly(
            findings,
            range,
            format!("no operator before `{second}`"),
            Item::String.ignored().called(format!("`{second}`")).possible(),
        )
        .help(format!("write `&& {second}` if both must hold"));
    // Between a number and a name there may be anything missing: a unit, a sign.
    let before = context.file.file.text[..usize::from(range.start())].trim_end().chars().next_back();
    if second.starts_with(|it: char| it.is_alphabetic() || it == '(' || it == '!')
        && before.is_some_and(|it| it.is_alphanumeric() || matches!(it, ')' | '\'' | '_'))
    {
        found.fix(Fix::replace(Applicability::Unsafe, "insert `&&`", TextRange::empty(range.start()), "&& "));
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check_lenient_string, check_string, check_string_fix};

    // covers RR202, ST21
    #[test]
    fn operands_are_joined() {
        check_string(
            "R206",
            "select[linux bigmem]",
            expect![[r#"
                1:14-1:20 error no operator before `bigmem`
                  effect: LSF may reject the requirement string, so the submission may fail
                  help: write `&& bigmem` if both must hold
            "#]],
        );
        check_lenient_string(
            "R206",
            "mem>10 linux",
            expect![[r#"
                1:8-1:13 warning no operator before `linux`
                  effect: LSF may ignore `linux`, but the requirement string is rejected with LSF_STRICT_RESREQ=Y
                  help: write `&& linux` if both must hold
            "#]],
        );
    }

    #[test]
    fn lines_may_be_broken_anywhere() {
        check_string("R206", "linux\n&& bigmem", expect![[""]]);
    }

    #[test]
    fn joins_them() {
        check_string_fix("R206", "select[linux bigmem]", "select[linux && bigmem]");
        check_string_fix("R206", "mem>10 swp>10", "mem>10 && swp>10");
    }
}
