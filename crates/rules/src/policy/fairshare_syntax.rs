use std::borrow::Cow;

use lsflint_lint::{Applicability, Consequence, ErrorContext, Findings, Fix, Item, SettingContext, Severity, rule};
use lsflint_spec::{Grammar, ParamSpec};
use lsflint_syntax::ast::{Fairshare, SharePair, UserShares};
use lsflint_syntax::{TextRange, ValueError};
use rustc_hash::FxHashMap;

use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds share assignments that are not in the form `USER_SHARES[[user, shares] ...]`, and invalid shares.
    ///
    /// # Effect
    /// Without the keyword and the outer brackets, LSF ignores FAIRSHARE and dispatches the jobs of the queue first
    /// come, first served. It ignores a pair that it cannot read, and users without a share cannot submit jobs.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// FAIRSHARE  = USER_SHARES[physics, 10]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// FAIRSHARE  = USER_SHARES[[physics, 10] [others, 1]]
    /// End Queue
    /// ```
    ///
    /// An empty list is documented as the initial state if shares are added with `bconf`, so the severity is `info`.
    ///
    /// # Fix safety
    /// Unsafe: enables shares that LSF currently ignores.
    pub Q002 "fairshare-syntax" {
        family: Policy, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "do_Queues",
                "FAIRSHARE without `USER_SHARES` and the outer brackets is ignored",
            ),
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "parseUserShares",
                "a pair without a comma, or with a share that is not a positive integer, is ignored",
            ),
            ibm("lsb.queues", "FAIRSHARE: the form of USER_SHARES"),
        ],
        checks: [
            SyntaxError(syntax),
            SettingWith(|it| matches!(it, Grammar::Fairshare | Grammar::UserShares), meaning),
        ],
    }
}

/// The keyword of the share list of a queue.
const KEYWORD: &str = "USER_SHARES";

fn syntax(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(broken) = owned(context, Owner::Shares) else { return };
    let setting = &broken.setting;
    let queue = broken.spec.grammar == Grammar::Fairshare;
    let range = wording::place(context.error.range, setting);
    let problem = wording::problem(broken.error, context.text());
    let keyword = queue && matches!(broken.error, ValueError::Expected(what) if what.contains(KEYWORD));
    let whole =
        keyword || matches!(broken.error, ValueError::Unclosed(_)) || broken.error == ValueError::Expected("`[`");
    let found = findings
        .report(range, format!("{problem} in `{}`", setting.display_name()))
        .capped(broken.spec.confidence)
        .consequence(match broken.error {
            ValueError::CommaSeparator => {
                Item::Value.rejected().possible().because("only spaces are documented as separators of pairs")
            }
            _ if whole => wording::lost(setting),
            _ if queue => unreadable(broken.spec).so("users without a share cannot submit jobs"),
            _ => unreadable(broken.spec),
        })
        .help(match queue {
            true => "write `USER_SHARES[[user, shares] ...]`",
            false => "write `[user, shares] ...`",
        });
    if broken.error == ValueError::CommaSeparator {
        found.severity(Severity::Warning);
    }
    if keyword && context.text().starts_with('[') {
        let before = TextRange::empty(range.start());
        found.fix(Fix::replace(Applicability::Unsafe, "add `USER_SHARES`", before, KEYWORD));
    } else if let Some(fix) = wording::repair(broken.error, range, setting, &context.file.file.text) {
        found.fix(fix);
    }
}

/// What LSF does with an invalid pair.
fn unreadable(spec: &ParamSpec) -> Consequence {
    Item::Value.ignored().called("the invalid part").possible_unless(wording::is_sure(spec))
}

fn meaning(context: &SettingContext<'_>, findings: &mut Findings) {
    let setting = &context.setting;
    if context.broken || setting.known_value().is_none() {
        return;
    }
    if let Some(list) = setting.typed::<Fairshare<'_>>() {
        if list.has_list() && list.pairs().next().is_none() {
            findings
                .report(setting.value_range(), "list of shares is empty")
                .severity(Severity::Info)
                .consequence(
                    Item::Job
                        .refused()
                        .called("all jobs of the queue")
                        .because("no user has a share until shares are added with `bconf`"),
                )
                .help("write `USER_SHARES[[default, 1]]`");
        }
        pairs(list.pairs(), findings);
    } else if let Some(list) = setting.typed::<UserShares<'_>>() {
        pairs(list.pairs(), findings);
    }
}

fn pairs<'t>(pairs: impl Iterator<Item = SharePair<'t>>, findings: &mut Findings) {
    let mut seen: FxHashMap<(Cow<'t, str>, bool), TextRange> = FxHashMap::default();
    let mut count = 0;
    for pair in pairs {
        count += 1;
        let (Some(name), Some(shares)) = (pair.name(), pair.shares()) else { continue };
        if pair.number().is_some_and(|it| it < 1) {
            findings
                .report(shares.range(), format!("invalid number of shares `{}` for `{}`", shares.text(), name.text()))
                .consequence(Item::Value.ignored().called("the pair").because("shares must be positive integers"))
                .help("write at least 1, or remove the pair");
        }
        let text = name.text();
        let other = match &*text {
            "default" => seen.get(&(Cow::Borrowed("others"), false)),
            "others" => seen.get(&(Cow::Borrowed("default"), false)),
            _ => None,
        };
        if let Some(first) = other {
            findings
                .report(name.range(), "`default` and `others` cannot be combined")
                .consequence(Item::Value.ignored().called("the second pair").logged())
                .help("keep `default` (shares for each remaining user) or `others` (shares for all of them together)")
                .related(*first, "first used here");
        }
        if let Some(first) = seen.insert((text.clone(), pair.at().is_some()), name.range()) {
            let at = if pair.at().is_some() { "@" } else { "" };
            findings
                .report(name.range(), format!("duplicate share assignment for `{text}{at}`"))
                .severity(Severity::Warning)
                .consequence(Item::Value.ignored().called("the later pair").logged())
                .help("remove one of the two pairs")
                .related(first, "first assigned here");
        }
    }
    if let Some(alone) = seen.get(&(Cow::Borrowed("others"), false)).filter(|_| count == 1) {
        findings
            .report(*alone, "`others` is the only name in the list of shares")
            .severity(Severity::Info)
            .consequence(
                Item::Value
                    .ignored()
                    .called("the pair")
                    .logged()
                    .possible()
                    .because("there are no other users to share with"),
            )
            .help("write `[default, 1]` to give each user the same shares");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reads the form
        //- each Queue
        FAIRSHARE = [[user1, 10]]
                    ^ Q002 error expected `USER_SHARES`, found `[` in `FAIRSHARE`
                    = effect: LSF ignores the line
                    = fix (unsafe): add `USER_SHARES`
            = fixed: FAIRSHARE = USER_SHARES[[user1, 10]]
        FAIRSHARE = 40
                    ^^ Q002 error expected `USER_SHARES`, found `40` in `FAIRSHARE`
        FAIRSHARE = USER_SHARES
                    ^^^^^^^^^^^ Q002 error expected `[` in `FAIRSHARE`
        FAIRSHARE = USER_SHARES[user1, 10]
                                ^^^^^^^^^ Q002 error missing square brackets around `user1, 10` in `FAIRSHARE`
            = fixed: FAIRSHARE = USER_SHARES[[user1, 10]]
        FAIRSHARE = USER_SHARES[[user1 10]]
                                       ^^ Q002 error expected `,` and the number of shares, found `10` in `FAIRSHARE`
        FAIRSHARE = USER_SHARES[[user1, 10]
                               ^ Q002 error unclosed `[` in `FAIRSHARE`
        FAIRSHARE = USER_SHARES[[user1, 1.5]]
                                        ^^^ Q002 error expected an integer number of shares, found `1.5` in `FAIRSHARE`
        FAIRSHARE = USER_SHARES[[user1, 5], [user2, 5]]
                                          ^ Q002 warning items separated by commas in `FAIRSHARE`
                                        = effect: LSF may reject the value because only spaces are documented as
                                        =   separators of pairs
                                        = fix (unsafe): separate with spaces
            = fixed: FAIRSHARE = USER_SHARES[[user1 5] [user2 5]]
            = left: expected `,` and the number of shares, found `5` in `FAIRSHARE`
            = left: expected `,` and the number of shares, found `5` in `FAIRSHARE`

        //# knows what shares mean
        //- each Queue
        FAIRSHARE = USER_SHARES[[user1, 0]]
                                        ^ Q002 error invalid number of shares `0` for `user1`
                                        = effect: LSF ignores the pair because shares must be positive integers
                                        = help: write at least 1, or remove the pair
        FAIRSHARE = USER_SHARES[[a, 5] [a, 1]]
                                        ^ Q002 warning duplicate share assignment for `a`
                                        = effect: LSF logs an error and ignores the later pair
                                        = help: remove one of the two pairs
                                        = related 1:26 first assigned here
        FAIRSHARE = USER_SHARES[[default, 1] [others, 5]]
                                              ^^^^^^ Q002 error `default` and `others` cannot be combined
                                        = effect: LSF logs an error and ignores the second pair
                                        = help: keep `default` (shares for each remaining user) or `others` (shares for
                                        =   all of them together)
                                        = related 1:26 first used here
        FAIRSHARE = USER_SHARES[]
                    ^^^^^^^^^^^^^ Q002 info list of shares is empty
                    = effect: LSF rejects all jobs of the queue at submission because no user has a share until shares
                    =   are added with `bconf`

        //# `others` needs another entry
        //- each Queue
        FAIRSHARE = USER_SHARES[[others, 1]]
                                 ^^^^^^ Q002 info `others` is the only name in the list of shares
                                 = effect: LSF may log an error and ignore the pair because there are no other users to
                                 =   share with
                                 = help: write `[default, 1]` to give each user the same shares
        FAIRSHARE = USER_SHARES[[others, 1] [a, 1]]

        //# reads user groups
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER USER_SHARES
        g1 (a b) ([a, 10] [b, 0])
                              ^ Q002 error invalid number of shares `0` for `b`
        g2 (a b) ([a 10])
                     ^^ Q002 error expected `,` and the number of shares, found `10` in `USER_SHARES`
                     = effect: LSF ignores the invalid part
        g3 (a b) ()
        g4 (a b) ([a, 10] [default, 1])

        //# is silent about documented forms
        //- each Queue
        FAIRSHARE = USER_SHARES[[groupA, 10] [groupB@, 5] [default, 1]]
        FAIRSHARE = USER_SHARES[[a,5] [a@,5] [others,1]]
    "#]];
}
