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
    crate::testing::fixture![[r#"
        //# operands are joined
        //- resreq
        select[linux bigmem]
                     ^^^^^^ R206 error no operator before `bigmem`
            = fixed: select[linux && bigmem]
        //#
        //- lsf.conf
        LSF_STRICT_RESREQ=N
        //- resreq
        mem>10 linux
               ^^^^^ R206 warning no operator before `linux`
               = effect: LSF may ignore `linux`, but the requirement string is rejected with LSF_STRICT_RESREQ=Y
            = fixed: mem>10 && linux

        //# lines may be broken anywhere
        //- resreq
        linux
          && bigmem

        //# joins them
        //- resreq
        mem>10 swp>10
               ^^^ R206 error no operator before `swp`
            = fixed: mem>10 && swp>10
    "#]];
}
