use lsflint_lint::{Applicability, CodeState, Findings, Fix, SuppressionCode, SuppressionContext, rule};

rule! {
    /// Finds suppression comments that suppress nothing.
    ///
    /// # Effect
    /// None in LSF: to LSF it is a comment. But the next reader believes that something is wrong here, and a real finding on the line
    /// would be hidden the day it appears.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// PRIORITY   = 30   # lsflint: ignore[P201] agreed with operations
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// PRIORITY   = 30
    /// End Queue
    /// ```
    ///
    /// # Fix safety
    /// Safe: only a comment goes away.
    ///
    /// # Notes
    /// A convention of lsflint; to LSF these lines are comments.
    pub F090 "unused-suppression" {
        family: File, scope: Suppressions, severity: Warning, fix: Safe, tags: [Unnecessary],
        sources: [],
        checks: [Suppression(check)],
    }
}

fn check(context: &SuppressionContext<'_>, findings: &mut Findings) {
    for comment in context.comments {
        let is_unused = |it: &&SuppressionCode<'_>| it.state == CodeState::Unused;
        let left: Vec<&str> = comment.codes.iter().filter(|it| !is_unused(it)).map(|it| it.text).collect();
        for code in comment.codes.iter().filter(is_unused) {
            let fix = match (comment.codes.first(), comment.codes.last()) {
                (Some(first), Some(last)) if !left.is_empty() => {
                    let range = first.range.cover(last.range);
                    Fix::replace(Applicability::Safe, "remove the unused code", range, left.join(", "))
                }
                _ => Fix::replace(Applicability::Safe, "remove the comment", comment.whole, ""),
            };
            findings
                .report(code.range, format!("nothing is reported as `{}` where this comment applies", code.text))
                .help("remove it, so that a real finding cannot hide behind it")
                .fix(fix);
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports a code that suppresses nothing
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = night # lsflint: ignore[F104] why
                                             ^^^^ F090 warning nothing is reported as `F104` where this comment applies
        End Queue
        //- fixed lsb.queues
        -QUEUE_NAME = night # lsflint: ignore[F104] why
        +QUEUE_NAME = night

        //# is silent about a used one
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = night
        End Qeue # lsflint: ignore[F104] why

        //# removes the comment
        //- each Queue
        # lsflint: ignore[F104] why
                          ^^^^ F090 warning nothing is reported as `F104` where this comment applies
            = removed: # lsflint: ignore[F104] why
    "#]];
}
