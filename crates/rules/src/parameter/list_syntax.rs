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
    crate::testing::fixture![[r#"
        //# reports the signs of host lists
        //- each Queue
        HOSTS = hostA++2 hostB+x host[1-3 all~h1 ~
                      ^^ P112 error a whole number after `+` is expected instead of `+2` in `HOSTS`
                      = help: write names with blanks in between, each with its signs directly at it
                               ^ P112 error a whole number after `+` is expected instead of `x` in `HOSTS`
                                     ^ P112 error `[` is never closed in `HOSTS`
                                     = help: write both brackets of the pair
                                             ^ P112 error no blank before `~` in `HOSTS`
                                        = help: begin a new word before the sign
                                        = fix (unsafe): insert a blank
                                                 ^ P112 error a name after `~` is missing in `HOSTS`
            = fixed: HOSTS = hostA++2 hostB+x host[1-3 all ~h1 ~

        //# reports commas
        //- each Queue
        USERS = user1, user2,user3
                     ^ P112 error commas do not separate items in `USERS`
          SNDJOBS_TO = q2@c2, q3@c2
                            ^ P112 error commas do not separate items in `SNDJOBS_TO`
            = fixed: USERS = user1 user2 user3
            = fixed: SNDJOBS_TO = q2@c2 q3@c2

        //# is silent about the whole grammar
        //- each Queue
        HOSTS = all@c2 hostA+1 hostB! grp[1-3,5]n ~hostC others+2
          USERS = all ~grp/ user1
          ADMINISTRATORS = ACME\bob

        //# corrects spaces and commas
        //- each Queue
        HOSTS = hostA + 2 all~hostB
                     ^^^ P112 error blanks around `+` in `HOSTS`
                             ^ P112 error no blank before `~` in `HOSTS`
          USERS = user1, user2,user3
                       ^ P112 error commas do not separate items in `USERS`
            = fixed: HOSTS = hostA+2 all ~hostB
            = fixed: USERS = user1 user2 user3
    "#]];
}
