use lsflint_lint::{Applicability, CodeState, Findings, Fix, SuppressionCode, SuppressionContext, rule};

rule! {
    /// Finds suppression comments that have no effect.
    ///
    /// # Effect
    /// None: LSF reads the line as a comment. However, the comment suggests that something is wrong here, and it would
    /// hide a later finding on the line.
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
    /// Safe: removes only a comment.
    pub F090 "unused-suppression" {
        family: File, scope: Suppressions, severity: Warning, fix: Safe, tags: [Unnecessary],
        sources: [
            judgement("the comments are a convention of lsflint; LSF reads them as comments"),
        ],
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
                .report(code.range, format!("unused suppression of `{}`", code.text))
                .help("remove it, so that it cannot hide a later finding")
                .fix(fix);
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports a code that suppresses nothing
        //- Queue of lsb.queues
        QUEUE_NAME = night # lsflint: ignore[F104] why
                                             ^^^^ F090 warning unused suppression of `F104`
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
                          ^^^^ F090 warning unused suppression of `F104`
            = removed: # lsflint: ignore[F104] why
    "#]];
}
