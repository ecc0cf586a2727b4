use lsflint_lint::{FileContext, FileSection, Findings, Item, rule};
use lsflint_spec::FileKind;
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::{ListItem, Value};
use rustc_hash::FxHashMap;

use crate::parameter::related;

rule! {
    /// Finds hosts that belong to more than one host partition.
    ///
    /// # Effect
    /// A host can belong to only one partition. LSF reports the second one; which shares apply on the host is not
    /// known.
    ///
    /// # Example
    /// ```lsb.hosts
    /// Begin HostPartition
    /// HPART_NAME  = part1
    /// HOSTS       = hostA hostB
    /// USER_SHARES = [default, 1]
    /// End HostPartition
    /// Begin HostPartition
    /// HPART_NAME  = part2
    /// HOSTS       = hostB hostC
    /// USER_SHARES = [default, 1]
    /// End HostPartition
    /// ```
    ///
    /// # Use instead
    /// ```lsb.hosts
    /// Begin HostPartition
    /// HPART_NAME  = part1
    /// HOSTS       = hostA hostB
    /// USER_SHARES = [default, 1]
    /// End HostPartition
    /// Begin HostPartition
    /// HPART_NAME  = part2
    /// HOSTS       = hostC
    /// USER_SHARES = [default, 1]
    /// End HostPartition
    /// ```
    pub X121 "host-in-two-partitions" {
        family: Names, scope: Cluster, severity: Error,
        sources: [ibm("lsb.hosts", "section HostPartition")],
        checks: [File(check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    if context.kind() != FileKind::LsbHosts || !context.cluster.has_section(FileKind::LsbHosts, "HostPartition") {
        return;
    }
    let sections = context.sections();
    let mut seen: FxHashMap<String, (usize, u32, TextRange)> = FxHashMap::default();
    for (number, section) in sections.iter().enumerate() {
        if section.spec.is_none_or(|it| it.name != "HostPartition") {
            continue;
        }
        for item in hosts(section) {
            let key = item.text().into_owned();
            let (first, branch, place) = *seen.entry(key).or_insert((number, section.branch, item.range()));
            if first != number && (branch == section.branch || branch == 0 || section.branch == 0) {
                findings
                    .report(item.range(), format!("`{}` is already in another host partition", item.text()))
                    .consequence(
                        Item::Value
                            .ignored()
                            .called("the host")
                            .logged()
                            .possible()
                            .because("a host can be in only one partition"),
                    )
                    .help("list each host in one partition only")
                    .related(place, "first listed here");
            }
        }
    }
}

/// The hosts that a partition lists by name; groups and patterns are not expanded.
fn hosts<'a>(section: &FileSection<'a>) -> impl Iterator<Item = ListItem<'a>> + use<'a> {
    let list = section
        .section
        .unconditional_entries()
        .filter(|it| it.key().is_some_and(|it| related::says(it, "HOSTS")))
        .last();
    let known = list.and_then(|it| it.value()).filter(|it: &Value<'a>| !it.is_unset() && !it.is_templated());
    let items: Vec<ListItem<'a>> = known.and_then(|it| it.content()).into_iter().flat_map(ListItem::all_in).collect();
    let plain = items.iter().all(|it| !it.is_excluded());
    items.into_iter().filter(move |it| plain && it.cluster().is_none() && !it.is_pattern())
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# one partition for each host
        //- HostPartition of lsb.hosts
        HPART_NAME = a
        HOSTS = h1 h2
        USER_SHARES = [default, 1]
        //- HostPartition of lsb.hosts
        HPART_NAME = b
        HOSTS = h3 h2
                   ^^ X121 error `h2` is already in another host partition
        USER_SHARES = [default, 1]
        //#
        //- HostPartition of lsb.hosts
        HPART_NAME = a
        HOSTS = all
        USER_SHARES = [default, 1]
        //- HostPartition of lsb.hosts
        HPART_NAME = b
        HOSTS = all
                ^^^ X121 error `all` is already in another host partition
        USER_SHARES = [default, 1]
        //#
        //- HostPartition of lsb.hosts
        HPART_NAME = a
        HOSTS = h1 h2
        USER_SHARES = [default, 1]
        //- HostPartition of lsb.hosts
        HPART_NAME = b
        HOSTS = h3
        USER_SHARES = [default, 1]
        //#
        //- HostPartition of lsb.hosts
        HPART_NAME = a
        HOSTS = g1 ~h1
        USER_SHARES = [default, 1]
        //- HostPartition of lsb.hosts
        HPART_NAME = b
        HOSTS = g1 ~h2
        USER_SHARES = [default, 1]
        //#
        //- HostPartition of lsb.hosts
        HPART_NAME = a
        HOSTS = h1 h1
        USER_SHARES = [default, 1]
        //- HostPartition of lsb.hosts
        HPART_NAME = b
        HOSTS = h3
        USER_SHARES = [default, 1]
    "#]];
}
