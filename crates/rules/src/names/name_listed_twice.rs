use std::borrow::Cow;

use lsflint_lint::{Findings, Item, Setting, SettingContext, rule};
use lsflint_syntax::ast::ListItem;
use lsflint_syntax::{TextRange, Token};
use rustc_hash::FxHashMap;

use crate::names::list::{is_list, items};

rule! {
    /// Finds duplicate names in a list.
    ///
    /// # Effect
    /// LSF reports the duplicate and drops it. A duplicate is often a mistake for another name.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// HOSTS      = hostA hostB hostA
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// HOSTS      = hostA hostB
    /// End Queue
    /// ```
    pub X304 "name-listed-twice" {
        family: Names, scope: Cluster, severity: Warning, tags: [Unnecessary],
        sources: [
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "addMember",
                "`Member <...> is multiply defined in group`: the second one is ignored",
            ),
        ],
        checks: [SettingOf(is_list, check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    if context.broken || are_few_and_distinct(&context.setting) {
        return;
    }
    // One pass with a map: a group can have thousands of members.
    let mut seen: FxHashMap<Cow<'_, str>, TextRange> = FxHashMap::default();
    // `others` has a rule of its own.
    for item in items(&context.setting).filter(|it| !it.is_lone_bang() && !it.is("others")) {
        let Some(first) = seen.insert(key(item), item.range()) else { continue };
        findings
            .report(item.range(), format!("duplicate name `{}`", item.text()))
            .consequence(Item::Value.ignored().called("the duplicate").logged())
            .help("remove one of them, or write the intended name")
            .related(first, "first listed here");
    }
}

/// Whether a list is so short that comparing all pairs is faster than a map, and has no duplicates.
fn are_few_and_distinct(setting: &Setting<'_>) -> bool {
    let names: Vec<_> = items(setting).take(FEW + 1).map(ListItem::text).collect();
    names.len() <= FEW && names.iter().enumerate().all(|(index, it)| !names[..index].contains(it))
}

/// The length of a short list.
const FEW: usize = 16;

/// What identifies an item: its name and everything else that makes it distinct, but not its preference.
fn key(item: ListItem<'_>) -> Cow<'_, str> {
    let (tilde, slash, at, rights) = (item.tilde(), item.slash(), item.at(), item.rights());
    if [tilde, slash, at, rights].iter().all(Option::is_none) {
        return item.text();
    }
    let mark = |it: Option<Token<'_>>, sign: &'static str| it.map_or("", |_| sign);
    let word = |it: Option<Token<'_>>| it.map(|it| it.text().into_owned()).unwrap_or_default();
    let (tilde, slash, at) = (mark(tilde, "~"), mark(slash, "/"), mark(at, "@"));
    Cow::Owned(format!("{tilde}{}{slash}{at}{} {}", item.text(), word(item.cluster()), word(rights)))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# lists of all kinds
        //- each Queue
        HOSTS = h1+1 h2 h1+3
                        ^^^^ X304 warning duplicate name `h1`
          USERS = u1 g1 u1
                        ^^ X304 warning duplicate name `u1`
          ADMINISTRATORS = a a
                             ^ X304 warning duplicate name `a`
          FAIRSHARE_QUEUES = q2 q2
                                ^^ X304 warning duplicate name `q2`
        //#
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER
        g (u1 u2 u1)
                 ^^ X304 warning duplicate name `u1`
        //#
        //- ClusterAdmins of lsf.cluster.c1
        ADMINISTRATORS = a b a
                             ^ X304 warning duplicate name `a`

        //# other things of the same name
        //- each Queue
        HOSTS = all@c1 all@c2 all ~h1
          USERS = g1 g1/ ~u1
    "#]];
}
