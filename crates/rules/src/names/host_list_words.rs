use lsflint_lint::{Consequence, Findings, Item, SettingContext, rule};
use lsflint_spec::{FileKind, ParamSpec};
use lsflint_syntax::ast::ListItem;

use crate::names::list::items;

rule! {
    /// Finds invalid combinations in HOSTS of a queue: `none` with hosts, duplicate `others`, `~` with `others`, `!`
    /// and `+` on one host.
    ///
    /// # Effect
    /// LSF reports the word and drops it, or rejects the list. `others` means all hosts that the list does not name, so
    /// nothing can be excluded from it.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// HOSTS      = hostA+2 others ~hostB
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// HOSTS      = hostA+2 all ~hostB
    /// End Queue
    /// ```
    pub X106 "host-list-words" {
        family: Names, scope: Cluster, severity: Error,
        sources: [
            ibm("lsb.queues", "HOSTS"),
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "parseGroups",
                "a second `others` is ignored with a message; `none` replaces all other names",
            ),
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "addMember",
                "a word that is neither a host nor a group: `Bad host/group name ...; ignored`",
            ),
        ],
        checks: [SettingOf(is_hosts_of_queue, check)],
    }
}

fn is_hosts_of_queue(spec: &ParamSpec) -> bool {
    spec.name == "HOSTS" && spec.section == "Queue"
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    if context.broken || context.file.kind() != FileKind::LsbQueues {
        return;
    }
    let words: Vec<ListItem<'_>> = items(&context.setting).collect();
    let named = |name: &'static str| words.iter().filter(move |it| it.is(name) && !it.is_excluded());
    let mut report = |word: &ListItem<'_>, message: String, consequence: Consequence, help: &'static str| {
        findings.report(word.range(), message).consequence(consequence).help(help);
    };
    let dropped = || Item::Value.ignored().called("the word").logged();
    if let Some(word) = named("none").next().filter(|_| words.len() > 1) {
        report(
            word,
            "`none` cannot be combined with other values".to_owned(),
            dropped(),
            "use `none` alone, or remove it",
        );
        return;
    }
    if let Some(word) = named("others").nth(1) {
        report(
            word,
            "duplicate `others`".to_owned(),
            Item::Value.ignored().called("the duplicate"),
            "remove one of them",
        );
    } else if let Some(word) = named("others").next().filter(|_| named("all").next().is_some()) {
        report(
            word,
            "`others` cannot be combined with `all`".to_owned(),
            dropped().because("`all` leaves no other hosts"),
            "remove one of them",
        );
    }
    if named("others").next().is_some() {
        for word in words.iter().filter(|it| it.is_excluded()) {
            let message = format!("`~{}` cannot be combined with `others`", word.text());
            let rejected = Item::Value.rejected().possible().because("nothing can be excluded from `others`");
            report(word, message, rejected, "write `all` instead of `others`");
        }
    }
    for word in words.iter().filter(|it| it.bang().is_some() && it.plus().is_some()) {
        let message = format!("`!` and `+` cannot be combined on host `{}`", word.text());
        let rejected = Item::Value.rejected().called("the preference").possible();
        let rejected = rejected.because("a first execution host cannot have one");
        report(word, message, rejected, "remove one of them");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# words that do not go together
        //- each Queue
        HOSTS = none h1
                ^^^^ X106 error `none` cannot be combined with other values
                = effect: LSF logs an error and ignores the word
                = help: use `none` alone, or remove it
        HOSTS = h1+1 others others+2
                            ^^^^^^^^ X106 error duplicate `others`
                            = effect: LSF ignores the duplicate
                            = help: remove one of them
        HOSTS = h1 others ~h2
                          ^^^ X106 error `~h2` cannot be combined with `others`
        HOSTS = all others+2
                    ^^^^^^^^ X106 error `others` cannot be combined with `all`
                    = effect: LSF logs an error and ignores the word because `all` leaves no other hosts
        HOSTS = h1!+2 h2
                ^^^^^ X106 error `!` and `+` cannot be combined on host `h1`
                = effect: LSF may reject the preference because a first execution host cannot have one

        //# is silent about the documented forms
        //- each Queue
        HOSTS = none
        HOSTS = h1+2 g1+1 others
        HOSTS = all ~h1
        HOSTS = h1! h2! h3+1
        HOSTS = all allremote
    "#]];
}
