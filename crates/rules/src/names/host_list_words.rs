use lsflint_lint::{Consequence, Findings, Item, SettingContext, rule};
use lsflint_spec::{FileKind, ParamSpec};
use lsflint_syntax::ast::ListItem;

use crate::names::list::items;

rule! {
    /// Finds words of HOSTS that cannot stand together: `none` beside hosts, `others` twice, `~` beside `others`, `!` and `+` on one host.
    ///
    /// # Effect
    /// LSF reports the word and drops it, or refuses the list. `others` stands for all hosts that the list does not name, so there is
    /// nothing to be taken out of it.
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
    ///
    /// # Notes
    /// What two open-source readers of the file do with such lists.
    pub X106 "host-list-words" {
        family: Names, scope: Cluster, severity: Error,
        sources: [ibm("lsb.queues", "HOSTS")],
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
        report(word, "`none` stands beside other words".to_owned(), dropped(), "keep `none` alone, or remove it");
        return;
    }
    if let Some(word) = named("others").nth(1) {
        report(
            word,
            "`others` stands in the list twice".to_owned(),
            Item::Value.ignored().called("the second one"),
            "keep one of the two",
        );
    } else if let Some(word) = named("others").next().filter(|_| named("all").next().is_some()) {
        report(
            word,
            "`others` beside `all`".to_owned(),
            dropped().because("`all` leaves no other host"),
            "keep one of the two",
        );
    }
    if named("others").next().is_some() {
        for word in words.iter().filter(|it| it.is_excluded()) {
            let message = format!("`~{}` beside `others`", word.text());
            let rejected = Item::Value.rejected().possible().because("`~` cannot be combined with `others`");
            report(word, message, rejected, "write `all` in place of `others`");
        }
    }
    for word in words.iter().filter(|it| it.bang().is_some() && it.plus().is_some()) {
        let message = format!("`!` and `+` on one host: `{}`", word.text());
        let rejected = Item::Value.rejected().called("the preference").possible();
        let rejected = rejected.because("a first execution host cannot have one");
        report(word, message, rejected, "keep one of the two");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# words that do not go together
        //- each Queue
        HOSTS = none h1
                ^^^^ X106 error `none` stands beside other words
                = effect: LSF logs an error and ignores the word
                = help: keep `none` alone, or remove it
        HOSTS = h1+1 others others+2
                            ^^^^^^^^ X106 error `others` stands in the list twice
                            = effect: LSF ignores the second one
                            = help: keep one of the two
        HOSTS = h1 others ~h2
                          ^^^ X106 error `~h2` beside `others`
        HOSTS = all others+2
                    ^^^^^^^^ X106 error `others` beside `all`
                    = effect: LSF logs an error and ignores the word because `all` leaves no other host
        HOSTS = h1!+2 h2
                ^^^^^ X106 error `!` and `+` on one host: `h1`
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
