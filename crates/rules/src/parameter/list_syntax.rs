use lsflint_lint::{ErrorContext, Findings, Item, rule};
use lsflint_syntax::ValueError;

use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds lists of hosts, users, queues and other names that LSF cannot read as they are meant.
    ///
    /// # Effect
    /// LSF takes the list apart at blanks. A comma becomes part of a name, a blank makes two words of one: the words are reported as
    /// unknown and ignored. A queue whose HOSTS or USERS has no valid word left is dropped.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// HOSTS      = hostA, hostB + 2
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// HOSTS      = hostA hostB+2
    /// End Queue
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: words that LSF ignores today become active.
    ///
    /// # Notes
    /// What two open-source readers of the files do with such lists.
    pub P112 "list-syntax" {
        family: Parameter, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [ibm("lsb.queues", "HOSTS")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(broken) = owned(context, Owner::List) else { return };
    let name = broken.setting.display_name();
    let problem = wording::problem(broken.error, context.text());
    let found = findings
        .report(wording::place(context.error.range, &broken.setting), format!("{problem} in `{name}`"))
        .capped(broken.spec.confidence)
        .consequence(
            Item::Value
                .ignored()
                .possible()
                .logged()
                .called("words of the list")
                .because("it takes them for other names"),
        );
    let help = match broken.error {
        ValueError::CommaSeparator => "separate the items with blanks",
        ValueError::BlankAround(_) => "the sign touches its neighbours",
        ValueError::BlankMissing(_) => "begin a new word before the sign",
        ValueError::Unclosed(_) | ValueError::Unopened(_) => "write both brackets of the pair",
        _ => "write names with blanks in between, each with its signs directly at it",
    };
    found.help(help);
    if let Some(fix) = wording::repair(broken.error, context.error.range, &broken.setting, &context.file.file.text) {
        found.fix(fix);
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check, check_fix};

    // covers hosts-pref-syntax
    #[test]
    fn reports_the_signs_of_host_lists() {
        check(
            "P112",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nHOSTS = hostA++2 hostB+x host[1-3 all~h1 ~\nEnd Queue\n",
            expect![[r#"
                3:15-3:17 error a whole number after `+` is expected instead of `+2` in `HOSTS`
                  effect: LSF may log an error and ignore words of the list because it takes them for other names
                  help: write names with blanks in between, each with its signs directly at it
                3:24-3:25 error a whole number after `+` is expected instead of `x` in `HOSTS`
                  effect: LSF may log an error and ignore words of the list because it takes them for other names
                  help: write names with blanks in between, each with its signs directly at it
                3:30-3:31 error `[` is never closed in `HOSTS`
                  effect: LSF may log an error and ignore words of the list because it takes them for other names
                  help: write both brackets of the pair
                3:38-3:39 error no blank before `~` in `HOSTS`
                  effect: LSF may log an error and ignore words of the list because it takes them for other names
                  help: begin a new word before the sign
                3:42-3:43 error a name after `~` is missing in `HOSTS`
                  effect: LSF may log an error and ignore words of the list because it takes them for other names
                  help: write names with blanks in between, each with its signs directly at it
            "#]],
        );
    }

    // covers sndjobs-syntax (commas), LSB-U033
    #[test]
    fn reports_commas() {
        check(
            "P112",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nUSERS = user1, user2,user3\nSNDJOBS_TO = q2@c2, q3@c2\nEnd Queue\n",
            expect![[r#"
                3:14-3:15 error commas do not separate items in `USERS`
                  effect: LSF may log an error and ignore words of the list because it takes them for other names
                  help: separate the items with blanks
                4:19-4:20 error commas do not separate items in `SNDJOBS_TO`
                  effect: LSF may log an error and ignore words of the list because it takes them for other names
                  help: separate the items with blanks
            "#]],
        );
    }

    #[test]
    fn is_silent_about_the_whole_grammar() {
        check(
            "P112",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nHOSTS = all@c2 hostA+1 hostB! grp[1-3,5]n ~hostC others+2\nUSERS = all ~grp/ user1\nADMINISTRATORS = ACME\\bob\nEnd Queue\n",
            expect![[""]],
        );
    }

    #[test]
    fn mends_blanks_and_commas() {
        check_fix(
            "P112",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nHOSTS = hostA + 2 all~hostB\nUSERS = user1, user2,user3\nEnd Queue\n",
            "Begin Queue\nQUEUE_NAME = q1\nHOSTS = hostA+2 all ~hostB\nUSERS = user1 user2 user3\nEnd Queue\n",
        );
    }
}
