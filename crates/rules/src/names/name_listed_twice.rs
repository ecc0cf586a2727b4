use lsflint_lint::{Findings, Item, Setting, SettingContext, rule};
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::ListItem;
use rustc_hash::FxHashMap;

use crate::names::list::{is_list, items};

rule! {
    /// Finds names that stand in one list twice.
    ///
    /// # Effect
    /// LSF reports the second one and drops it. The list is often the trace of a slip: another name was meant.
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
    ///
    /// # Notes
    /// What two open-source readers of the files do with such lists.
    pub X304 "name-listed-twice" {
        family: Names, scope: Cluster, severity: Warning, tags: [Unnecessary],
        sources: [],
        checks: [SettingOf(is_list, check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    if context.broken || are_few_and_distinct(&context.setting) {
        return;
    }
    // One pass with a map: a group may have thousands of members.
    let mut seen: FxHashMap<String, TextRange> = FxHashMap::default();
    // `others` has a rule of its own.
    for item in items(&context.setting).filter(|it| !it.is_lone_bang() && !it.is("others")) {
        let Some(first) = seen.insert(key(item), item.range()) else { continue };
        findings
            .report(item.range(), format!("`{}` is listed twice", item.text()))
            .consequence(Item::Value.ignored().called("the second one").logged())
            .help("remove one of the two, or write the name that was meant")
            .related(first, "the first one");
    }
}

/// Whether a list is so short that comparing each name with each is quicker than a map, and no two are the same.
fn are_few_and_distinct(setting: &Setting<'_>) -> bool {
    let names: Vec<_> = items(setting).take(FEW + 1).map(ListItem::text).collect();
    names.len() <= FEW && names.iter().enumerate().all(|(index, it)| !names[..index].contains(it))
}

/// The length of a short list.
const FEW: usize = 16;

/// What the word stands for: the name with everything that makes it another thing, but without its preference.
fn key(item: ListItem<'_>) -> String {
    let mark = |it: bool, sign: &'static str| if it { sign } else { "" };
    let word = |it: Option<lsflint_syntax::Token<'_>>| it.map(|it| it.text().into_owned()).unwrap_or_default();
    let (tilde, at) = (mark(item.tilde().is_some(), "~"), mark(item.at().is_some(), "@"));
    let slash = mark(item.slash().is_some(), "/");
    format!("{tilde}{}{slash}{at}{} {}", item.text(), word(item.cluster()), word(item.rights()))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# lists of all kinds
        //- each Queue
        HOSTS = h1+1 h2 h1+3
                        ^^^^ X304 warning `h1` is listed twice
          USERS = u1 g1 u1
                        ^^ X304 warning `u1` is listed twice
          ADMINISTRATORS = a a
                             ^ X304 warning `a` is listed twice
          FAIRSHARE_QUEUES = q2 q2
                                ^^ X304 warning `q2` is listed twice
        //#
        //- lsb.users
        Begin UserGroup
        GROUP_NAME GROUP_MEMBER
        g (u1 u2 u1)
                 ^^ X304 warning `u1` is listed twice
        End UserGroup
        //#
        //- lsf.cluster.c1
        Begin ClusterAdmins
        ADMINISTRATORS = a b a
                             ^ X304 warning `a` is listed twice
        End ClusterAdmins

        //# other things of the same name
        //- each Queue
        HOSTS = all@c1 all@c2 all ~h1
          USERS = g1 g1/ ~u1
    "#]];
}
