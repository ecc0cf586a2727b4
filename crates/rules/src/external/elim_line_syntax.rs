use lsflint_lint::{Applicability, Consequence, ElimContext, Findings, Fix, Item, rule};
use lsflint_syntax::ast::{AstNode, ElimPair};
use lsflint_syntax::{ErrorKind, TextRange, Token, ValueError};

rule! {
    /// Finds malformed output lines of an elim: the number of pairs is missing or wrong, or a name has no value.
    ///
    /// # Effect
    /// A line begins with the number of name-value pairs that follow. If there are fewer pairs, LSF takes the rest from
    /// the next line, or waits for it until LSF_ELIM_BLOCKTIME has passed and restarts the elim. If there are more
    /// pairs, LSF reads the surplus as the beginning of the next line. LSF discards a line without the number and
    /// restarts the elim. The errors are in the file `melim.log.HOST` in LSF_LOGDIR; other elims on the host continue.
    ///
    /// # Example
    /// ```elim
    /// lic 5
    /// 3 lic 5 scratch 120
    /// 1 lic 5 scratch 120
    /// ```
    ///
    /// # Use instead
    /// ```elim
    /// 1 lic 5
    /// 2 lic 5 scratch 120
    /// 0
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: enables values that LSF currently discards.
    pub E201 "elim-line-syntax" {
        family: External, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [
            ibm("lsf_admin/load_indices_external", "the form of a line, and MELIM checks it"),
            volclava(
                "lsf/lim/lim.rload.c",
                "getusr",
                "a line without a number of pairs, or too few words: `Protocol error`, and the elim is closed and \
                 started again",
            ),
        ],
        checks: [ElimLine(check)],
    }
}

/// The consequence for a line whose pairs LSF cannot determine.
fn rejected() -> Consequence {
    Item::Line.rejected().so("its values are lost and the elim is restarted")
}

fn check(context: &ElimContext<'_>, findings: &mut Findings) {
    let pairs: Vec<ElimPair<'_>> = context.line.pairs().collect();
    let complete = pairs.iter().all(|it| it.value().is_some());
    let promised = context.line.promised().unwrap_or_default();
    for error in context.errors {
        let ErrorKind::Value(kind) = error.kind else { continue };
        let count = pairs.len();
        let found = match kind {
            ValueError::Expected("a value") => {
                let name = pairs.last().and_then(|it| it.name());
                let range = name.map_or(error.range, Token::range);
                let name = name.map(|it| it.text()).unwrap_or_default();
                let found = findings.report(range, format!("`{name}` has no value"));
                found.consequence(rejected()).help("write a value after every name; neither can contain spaces")
            }
            ValueError::Expected(_) => {
                findings.report(error.range, "line does not begin with the number of its pairs").consequence(rejected())
            }
            ValueError::TooMany => findings
                .report(error.range, format!("line announces {} but has {count}", counted(promised)))
                .consequence(
                    Item::Line
                        .rejected()
                        .called("the next line")
                        .possible()
                        .because("it reads the surplus as the beginning of that line"),
                ),
            _ => findings
                .report(error.range, format!("line announces {} but has {count}", counted(promised)))
                .consequence(
                    Item::Line
                        .rejected()
                        .possible()
                        .because("it waits for the missing pairs or takes them from the next line")
                        .so("the elim is restarted"),
                ),
        };
        if complete && count > 0 {
            found.help(format!("begin the line with `{count}`")).fix(count_fix(context, count));
        }
    }
}

/// Writes the number, replacing an existing one.
fn count_fix(context: &ElimContext<'_>, count: usize) -> Fix {
    let head = context.line.head();
    let (range, text) = match (head, context.line.pairs().next()) {
        (Some(head), _) => (head.range(), count.to_string()),
        (None, Some(first)) => (TextRange::empty(AstNode::node(first).range().start()), format!("{count} ")),
        (None, None) => (TextRange::default(), count.to_string()),
    };
    Fix::replace(Applicability::Unsafe, format!("write `{count}`"), range, text)
}

fn counted(count: impl TryInto<u64>) -> String {
    match count.try_into() {
        Ok(1) => "1 pair".to_owned(),
        Ok(count) => format!("{count} pairs"),
        Err(_) => "some pairs".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the number is the number of pairs
        //- elim
        lic 5
        ^^^ E201 error line does not begin with the number of its pairs
            = fixed: 1 lic 5
        two lic 5
        ^^^ E201 error line does not begin with the number of its pairs
            = fixed: 1 lic 5
        3 lic 5 scratch 120
        ^ E201 error line announces 3 pairs but has 2
            = fixed: 2 lic 5 scratch 120
        1 lic 5 scratch 120 os rhel9
                ^^^^^^^^^^^^^^^^^^^^ E201 error line announces 1 pair but has 3
            = fixed: 3 lic 5 scratch 120 os rhel9
        2 lic 5 scratch
                ^^^^^^^ E201 error `scratch` has no value
                = help: write a value after every name; neither can contain spaces
        -1 lic 5
        ^^ E201 error line does not begin with the number of its pairs
            = fixed: 1 lic 5
        2 a 1
        ^ E201 error line announces 2 pairs but has 1
            = fixed: 1 a 1
        2
        ^ E201 error line announces 2 pairs but has 0
        two lic 5 scratch 3
        ^^^ E201 error line does not begin with the number of its pairs
            = fixed: 2 lic 5 scratch 3
        3 lic 5 scratch 3
        ^ E201 error line announces 3 pairs but has 2
            = fixed: 2 lic 5 scratch 3
        1 lic 5 scratch 3
                ^^^^^^^^^ E201 error line announces 1 pair but has 2
            = fixed: 2 lic 5 scratch 3

        //# is silent about documented lines
        //- elim
        3 tmp2 47.5 nio 344.0 licenses 5
        1 tmp 20
        0
        ␠␠2 a 1␉b 2␠
    "#]];
}
