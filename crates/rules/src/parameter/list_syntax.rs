use lsflint_lint::{ErrorContext, Findings, Item, rule};
use lsflint_syntax::ValueError;

use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds syntax errors in lists of hosts, users, queues and other names.
    ///
    /// # Effect
    /// LSF splits the list at whitespace. A comma becomes part of a name, and a space splits one word into two: LSF
    /// reports the words as unknown and ignores them. LSF drops a queue whose HOSTS or USERS has no valid word left.
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
    /// Unsafe: enables words that LSF currently ignores.
    pub P112 "list-syntax" {
        family: Parameter, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [
            ibm("lsb.queues", "HOSTS"),
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "parseGroups",
                "names are separated by spaces; a name with other characters is looked up as it is",
            ),
        ],
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
                .because("it reads them as other names"),
        );
    let help = match broken.error {
        ValueError::CommaSeparator => "separate the items with spaces",
        ValueError::BlankAround(_) => "remove the whitespace",
        ValueError::BlankMissing(_) => "add a space before the operator",
        ValueError::Unclosed(_) | ValueError::Unopened(_) => "write both brackets of the pair",
        _ => "separate names with spaces, and write operators directly next to the names",
    };
    found.help(help);
    if let Some(fix) = wording::repair(broken.error, context.error.range, &broken.setting, &context.file.file.text) {
        found.fix(fix);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports the signs of host lists
        //- each Queue
        HOSTS = hostA++2 hostB+x host[1-3 all~h1 ~
                      ^^ P112 error expected an integer after `+`, found `+2` in `HOSTS`
                      = help: separate names with spaces, and write operators directly next to the names
                               ^ P112 error expected an integer after `+`, found `x` in `HOSTS`
                                     ^ P112 error unclosed `[` in `HOSTS`
                                     = help: write both brackets of the pair
                                             ^ P112 error missing space before `~` in `HOSTS`
                                        = help: add a space before the operator
                                        = fix (unsafe): add a space
                                                 ^ P112 error expected a name after `~` in `HOSTS`
            = fixed: HOSTS = hostA++2 hostB+x host[1-3 all ~h1 ~
        HOSTS = hostA + 2 all~hostB
                     ^^^ P112 error whitespace around `+` in `HOSTS`
                             ^ P112 error missing space before `~` in `HOSTS`
          USERS = user1, user2,user3
                       ^ P112 error items separated by commas in `USERS`
            = fixed: HOSTS = hostA+2 all ~hostB
            = fixed: USERS = user1 user2 user3

        //# reports commas
        //- each Queue
        USERS = user1, user2,user3
                     ^ P112 error items separated by commas in `USERS`
          SNDJOBS_TO = q2@c2, q3@c2
                            ^ P112 error items separated by commas in `SNDJOBS_TO`
            = fixed: USERS = user1 user2 user3
            = fixed: SNDJOBS_TO = q2@c2 q3@c2

        //# is silent about the whole grammar
        //- each Queue
        HOSTS = all@c2 hostA+1 hostB! grp[1-3,5]n ~hostC others+2
          USERS = all ~grp/ user1
          ADMINISTRATORS = ACME\bob
    "#]];
}
