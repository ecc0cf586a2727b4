use lsflint_lint::{Consequence, Findings, Item, RowContext, SectionContext, rule};
use lsflint_model::Entity;
use lsflint_spec::FileKind;
use lsflint_syntax::ast::{HostList, List, UserList};
use rustc_hash::FxHashSet;

use crate::names::group::{Groups, columns};
use crate::names::list::items;

rule! {
    /// Finds host groups and compute units that contain themselves, directly or through other groups.
    ///
    /// # Effect
    /// LSF cannot determine the hosts of the group. It reports the member and drops it.
    ///
    /// # Example
    /// ```lsb.hosts
    /// Begin HostGroup
    /// GROUP_NAME GROUP_MEMBER
    /// racks      (rack1 hostC)
    /// rack1      (hostA racks)
    /// End HostGroup
    /// ```
    ///
    /// # Use instead
    /// ```lsb.hosts
    /// Begin HostGroup
    /// GROUP_NAME GROUP_MEMBER
    /// rack1      (hostA hostB)
    /// racks      (rack1 hostC)
    /// End HostGroup
    /// ```
    pub X105 "host-group-cycle" {
        family: Names, scope: Cluster, severity: Error,
        sources: [
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "addMember",
                "a group that contains itself: `Recursive member ...; ignored`",
            ),
        ],
        checks: [Section(check), Row(row)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    if context.file.kind() == FileKind::LsbHosts {
        report(&Groups::of(context), findings);
    }
}

/// Reports the members that close a cycle.
pub(crate) fn report(groups: &Groups, findings: &mut Findings) {
    for member in groups.cycles().0 {
        let (of, group) = (groups.name(member.of), groups.name(member.group));
        let message = match member.of == member.group {
            true => format!("`{of}` is a member of itself"),
            false => format!("member `{group}` already contains `{of}`"),
        };
        let sure = groups.together || member.of == member.group;
        findings
            .report(member.range, message)
            .consequence(member_dropped(sure))
            .help("remove the name from the list")
            .related(groups.names[member.group].1, format!("`{group}` is defined here"));
    }
}

/// What LSF does with a member that closes a cycle.
fn member_dropped(sure: bool) -> Consequence {
    let dropped = Item::Value.ignored().called("the member").logged().because("the group would contain itself");
    if sure { dropped } else { dropped.possible() }
}

fn row(context: &RowContext<'_>, findings: &mut Findings) {
    if context.table.section.file.kind() == FileKind::LsbHosts {
        across_files(context, findings);
    }
}

/// Reports members of a row that are defined in an earlier file and contain the group of the row.
pub(crate) fn across_files(context: &RowContext<'_>, findings: &mut Findings) {
    let section = &context.table.section;
    let (view, kind) = (section.file.cluster, section.file.kind());
    let (Some((name, members)), Some(spec)) = (columns(section), section.spec) else { return };
    if context.broken || !view.has_several_files(kind) {
        return;
    }
    let Some(own) = context.cell(name).and_then(|it| it.single_word()) else { return };
    let circular = |name: &str| match kind {
        FileKind::LsbHosts => view.host_groups().is_circular(name),
        _ => view.user_groups().is_circular(name),
    };
    let Some(members) = context.cell(members).filter(|_| circular(&own.text())) else { return };
    let Some(group) = view.find(kind, spec.name, &own.text()) else { return };
    for item in items(&members).filter(|it| !it.is_excluded() && it.cluster().is_none()) {
        let Some(member) = view.find(kind, spec.name, &item.text()).filter(|it| circular(&it.name())) else { continue };
        let before = member.place().file != group.place().file && member.number() < group.number();
        if before && contains(&member, &group, |_| true) {
            let sure = contains(&member, &group, |it| !it.is_conditional());
            let (of, group) = (own.text(), item.text());
            findings
                .report(item.name_range(), format!("member `{group}` already contains `{of}`"))
                .consequence(member_dropped(sure))
                .help("remove the name from the list")
                .related_at(member.place(), format!("`{group}` is defined here"));
        }
    }
}

/// Whether a group contains another one, directly or through other groups that `accept` allows.
fn contains(group: &Entity<'_>, wanted: &Entity<'_>, accept: fn(&Entity<'_>) -> bool) -> bool {
    let mut seen: FxHashSet<u32> = FxHashSet::default();
    let mut open = vec![*group];
    while let Some(next) = open.pop() {
        if next.number() == wanted.number() {
            return true;
        }
        if !accept(&next) || !seen.insert(next.number()) {
            continue;
        }
        let key = if next.section().name == "ComputeUnit" { "MEMBER" } else { "GROUP_MEMBER" };
        let Some(parse) = next.parse(key) else { continue };
        let hosts = parse.typed::<HostList<'_>>().into_iter().flat_map(HostList::items);
        let users = parse.typed::<UserList<'_>>().into_iter().flat_map(UserList::items);
        let items = hosts.chain(users).filter(|it| !it.is_excluded());
        open.extend(items.filter_map(|it| next.view().find(next.kind(), next.section().name, &it.text())));
    }
    false
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    crate::testing::fixture![[r#"
        //# at once and through others
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
        a (h1 a)
              ^ X105 error `a` is a member of itself
        b (c h2)
        c (d)
        d (h3 b+1 ~c)
              ^ X105 error member `b` already contains `d`
        e (b d)

        //# groups may share members
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
        a (h1)
        b (a)
        c (a b)
        d (c b a ~d)

        //# cycles across files
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
        a (b h1)
        c (h1)
        //- HostGroup of more/lsb.hosts
        GROUP_NAME GROUP_MEMBER
        b (d c)
        d (a c)
           ^ X105 error member `a` already contains `d`
            = related HostGroup of lsb.hosts:2:1 `a` is defined here
    "#]];

    #[test]
    fn a_long_chain_is_walked_once() {
        let rows: String = (0..20_000).map(|it| format!("g{it} (g{})\n", (it + 1) % 20_000)).collect();
        let text = format!("Begin HostGroup\nGROUP_NAME GROUP_MEMBER\n{rows}End HostGroup\n");
        check(
            "X105",
            "lsb.hosts",
            &text,
            expect![[r#"
                20002:9-20002:11 error member `g0` already contains `g19999`
                  effect: LSF logs an error and ignores the member because the group would contain itself
                  help: remove the name from the list
                  3:1-3:3 `g0` is defined here
            "#]],
        );
    }
}
