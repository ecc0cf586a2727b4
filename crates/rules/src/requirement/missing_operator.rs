use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, rule};
use lsflint_syntax::{ResReqError, TextRange};

use crate::requirement::common::{Judge, form_error};

rule! {
    /// Finds missing operators in a `select` section: `select[linux bigmem]`.
    ///
    /// # Effect
    /// LSF rejects the string, also without LSF_STRICT_RESREQ=Y. The queue or application profile has no resource
    /// requirement.
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
    /// Unsafe: `&&` is the most likely meaning, but not the only one, and the fix enables the second operand.
    pub R206 "missing-operator" {
        family: Requirement, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [
            ibm("lsf_admin/select_string", "a selection without the keyword has the same format"),
            volclava(
                "lsf/intlib/resreq.c",
                "resToClassNew",
                "operands are copied to an expression that a Tcl interpreter evaluates",
            ),
            volclava("lsbatch/daemons/mbd.job.c", "checkResReq", "a requirement that is not evaluated as a whole is refused"),
        ],
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
        .rejects(findings, range, format!("missing operator before `{second}`"))
        .help(format!("write `&& {second}` if both conditions must hold"));
    // Between a number and a name, something else may be missing: a unit, a sign.
    let before = context.file.file.text[..usize::from(range.start())].trim_end().chars().next_back();
    if second.starts_with(|it: char| it.is_alphabetic() || it == '(' || it == '!')
        && before.is_some_and(|it| it.is_alphanumeric() || matches!(it, ')' | '\'' | '_'))
    {
        found.fix(Fix::replace(Applicability::Unsafe, "insert `&&`", TextRange::empty(range.start()), "&& "));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# operands are joined
        //- resreq
        select[linux bigmem]
                     ^^^^^^ R206 error missing operator before `bigmem`
            = fixed: select[linux && bigmem]
        mem>10 swp>10
               ^^^ R206 error missing operator before `swp`
            = fixed: mem>10 && swp>10
        //#
        //- lsf.conf: LSF_STRICT_RESREQ=N
        //- resreq
        mem>10 linux
               ^^^^^ R206 error missing operator before `linux`
            = fixed: mem>10 && linux

        //# lines may be broken anywhere
        //- resreq
        linux
          && bigmem
    "#]];
}
