use lsflint_lint::{ErrorContext, Findings, Item, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::form_error;

rule! {
    /// Finds a requirement that is a pair of quotes with nothing between.
    ///
    /// # Effect
    /// It asks for nothing, as if the line were not there. Either the line is of no use, or its content was lost.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = ""
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// End Queue
    /// ```
    pub R015 "empty-requirement" {
        family: Requirement, scope: OwnFile, severity: Warning,
        sources: [ibm("lsf_admin/select_string", "an empty requirement is valid")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if form_error(context) != Some(ResReqError::EmptyQuotes) {
        return;
    }
    // On a command line an empty string is what a script writes when it has nothing to ask for.
    let Some(setting) = context.setting else { return };
    findings
        .report(context.error.range, format!("`{}` asks for nothing", setting.display_name()))
        .consequence(Item::Line.no_effect())
        .help("remove the line, or write the requirement that was lost");
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check, check_string};

    // covers RR111
    #[test]
    fn quotes_hold_something() {
        check(
            "R015",
            "lsb.queues",
            "Begin Queue\nRES_REQ = \"\"\nEnd Queue\n",
            expect![[r#"
                2:11-2:13 warning `RES_REQ` asks for nothing
                  effect: the line has no effect
                  help: remove the line, or write the requirement that was lost
            "#]],
        );
        check(
            "R015",
            "lsb.applications",
            "Begin Application\nNAME = a\nRES_REQ = ' '\nEnd Application\n",
            expect![[r#"
                3:11-3:14 warning `RES_REQ` asks for nothing
                  effect: the line has no effect
                  help: remove the line, or write the requirement that was lost
            "#]],
        );
    }

    // covers SE-107
    #[test]
    fn a_command_may_ask_for_nothing() {
        check_string("R015", "", expect![[""]]);
        check_string("R015", "''", expect![[""]]);
    }
}
