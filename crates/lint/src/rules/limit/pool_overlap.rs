//! Finds hosts that two guarantee pools name.
//!
//! # Effect
//! A host belongs to one pool of slots, hosts or packages. LSF counts it in one of the two; the other pool is smaller than its
//! distribution says.
//!
//! # Example
//! ```lsb.resources
//! Begin GuaranteedResourcePool
//! NAME         = pool1
//! TYPE         = slots
//! HOSTS        = hostA hostB
//! DISTRIBUTION = ([sla1, 5])
//! End GuaranteedResourcePool
//! Begin GuaranteedResourcePool
//! NAME         = pool2
//! TYPE         = hosts
//! HOSTS        = hostB hostC
//! DISTRIBUTION = ([sla1, 1])
//! End GuaranteedResourcePool
//! ```
//!
//! # Use instead
//! ```lsb.resources
//! Begin GuaranteedResourcePool
//! NAME         = pool1
//! TYPE         = slots
//! HOSTS        = hostA
//! DISTRIBUTION = ([sla1, 5])
//! End GuaranteedResourcePool
//! Begin GuaranteedResourcePool
//! NAME         = pool2
//! TYPE         = hosts
//! HOSTS        = hostB hostC
//! DISTRIBUTION = ([sla1, 1])
//! End GuaranteedResourcePool
//! ```
//!
//! # Sources
//! The reference page of lsb.resources, section GuaranteedResourcePool.

use lsflint_spec::FileKind;
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::{AstNode, Entry, ListItem, Value};
use rustc_hash::FxHashMap;

use crate::context::{FileContext, FileSection};
use crate::diagnostic::Findings;
use crate::rule::{Check, Rule, RuleMeta, Severity};
use crate::rules::parameter::related;

/// The rule.
pub(crate) static RULE: Rule =
    Rule { meta: RuleMeta::new("L312", "pool-overlap", Severity::Warning), checks: &[Check::File(check)] };

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    if context.kind() != FileKind::LsbResources || !context.mentions("GUARANTEEDRESOURCEPOOL") {
        return;
    }
    let sections = context.sections();
    let mut seen: FxHashMap<String, (usize, u32, TextRange)> = FxHashMap::default();
    for (number, section) in sections.iter().enumerate() {
        if section.spec.is_none_or(|it| it.name != "GuaranteedResourcePool") {
            continue;
        }
        for item in hosts(context, section) {
            let place = (number, section.branch, item.range());
            let (first, branch, place) = *seen.entry(item.text().into_owned()).or_insert(place);
            if first != number && (branch == section.branch || branch == 0 || section.branch == 0) {
                findings
                    .report(&RULE.meta, item.range(), format!("`{}` is in another pool already", item.text()))
                    .effect("LSF counts the host in one pool: the other one is smaller than its distribution says")
                    .help("name each host in one pool")
                    .related(place, "the first one");
            }
        }
    }
}

/// The hosts that a pool names, if it is one of hosts and takes none out.
fn hosts<'a>(context: &FileContext<'a>, section: &FileSection<'a>) -> Vec<ListItem<'a>> {
    let entries: Vec<Entry<'a>> = section.section.node().children().filter_map(Entry::cast).collect();
    let value = |name: &str| {
        let entry = entries.iter().rev().find(|it| it.key().is_some_and(|it| related::says(it, name)))?;
        entry.value().filter(|it: &Value<'a>| !it.is_unset() && !it.is_templated())
    };
    // `resource[...]` guarantees licences, which are on no host.
    let of_hosts = value("TYPE").is_some_and(|it| !context.text(it.range()).starts_with("resource"));
    // With a selection the hosts are fewer than those named.
    let plain = value("RES_SELECT").is_none() && of_hosts;
    let list = value("HOSTS").filter(|_| plain).and_then(|it| it.content());
    let items: Vec<ListItem<'a>> = list.into_iter().flat_map(ListItem::all_in).collect();
    if items.iter().any(|it| it.is_excluded()) {
        return Vec::new();
    }
    items.into_iter().filter(|it| it.cluster().is_none() && !it.is_pattern()).collect()
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    fn pool(name: &str, kind: &str, hosts: &str) -> String {
        format!(
            "Begin GuaranteedResourcePool\nNAME = {name}\nTYPE = {kind}\nHOSTS = {hosts}\nDISTRIBUTION = ([s, 5])\nEnd GuaranteedResourcePool\n"
        )
    }

    // covers LSB-R041
    #[test]
    fn one_pool_for_each_host() {
        check(
            "L312",
            "lsb.resources",
            &[pool("a", "slots", "h1 h2"), pool("b", "hosts", "h2 h3")].concat(),
            expect![[r#"
                10:9-10:11 warning `h2` is in another pool already
                  effect: LSF counts the host in one pool: the other one is smaller than its distribution says
                  help: name each host in one pool
                  4:12-4:14 the first one
            "#]],
        );
        check(
            "L312",
            "lsb.resources",
            &[pool("a", "slots", "h1 h2"), pool("b", "hosts", "h3")].concat(),
            expect![[""]],
        );
        check(
            "L312",
            "lsb.resources",
            &[pool("a", "slots", "all ~h1"), pool("b", "hosts", "all ~h2")].concat(),
            expect![[""]],
        );
        check(
            "L312",
            "lsb.resources",
            &[pool("a", "slots", "h1"), pool("b", "resource[lic]", "h1")].concat(),
            expect![[""]],
        );
    }
}
