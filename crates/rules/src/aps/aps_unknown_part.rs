use lsflint_lint::suggest::near;
use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, rule};
use lsflint_spec::APS_PARTS;
use lsflint_syntax::{ApsError, ErrorKind};

use crate::aps::common::line_ignored;

rule! {
    /// Finds unknown keywords in APS_PRIORITY. The keywords are WEIGHT, LIMIT and GRACE_PERIOD.
    ///
    /// # Effect
    /// LSF may ignore the line; then the queue does not use absolute priority scheduling.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// FAIRSHARE    = USER_SHARES[[default, 1]]
    /// APS_PRIORITY = WEIGHTS[[FS, 1]]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// FAIRSHARE    = USER_SHARES[[default, 1]]
    /// APS_PRIORITY = WEIGHT[[FS, 1]]
    /// End Queue
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: enables a line that LSF currently ignores.
    pub A002 "aps-unknown-part" {
        family: Aps, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [
            ibm("lsf_admin/job_priority_aps", "the syntax has the keywords WEIGHT, LIMIT and GRACE_PERIOD"),
        ],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if context.error.kind != ErrorKind::Aps(ApsError::UnknownPart) {
        return;
    }
    let (text, range) = (context.text(), context.error.range);
    let known = || APS_PARTS.iter().map(|it| it.name);
    let message = match text {
        "[" => "missing keyword before the pairs".to_owned(),
        _ => format!("unknown `APS_PRIORITY` keyword `{text}`"),
    };
    let found = findings.report(range, message).consequence(line_ignored());
    match near(text, known()) {
        Some(right) => {
            let title = format!("write `{}`", right.name);
            found.help(format!("did you mean `{}`?", right.name));
            found.fix(Fix::replace(Applicability::Unsafe, title, range, right.name));
        }
        None => {
            let known: Vec<String> = known().map(|it| format!("`{it}[[factor, value] ...]`")).collect();
            found.help(format!("use one of {}", known.join(", ")));
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# there are three parts
        //- each Queue
        APS_PRIORITY = WEIGHTS[[FS, 1]]
                       ^^^^^^^ A002 error unknown `APS_PRIORITY` keyword `WEIGHTS`
            = fixed: APS_PRIORITY = WEIGHT[[FS, 1]]
        APS_PRIORITY = FACTOR[[FS, 1]]
                       ^^^^^^ A002 error unknown `APS_PRIORITY` keyword `FACTOR`
                       = help: use one of `WEIGHT[[factor, value] ...]`, `LIMIT[[factor, value] ...]`,
                       =   `GRACE_PERIOD[[factor, value] ...]`
        APS_PRIORITY = [[FS, 1]]
                       ^ A002 error missing keyword before the pairs
        APS_PRIORITY = WEIGHT[[FS, 1]] LIMIT[[FS, 2]] GRACE_PERIOD[[FS, 2h]]
    "#]];
}
