//! The hierarchy of containers and members, shown as a call hierarchy: a group calls its members, a queue the hosts,
//! users and queues it names.

use std::sync::Arc;

use lsflint_model::SourceFile;
use lsflint_spec::SectionSpec;
use lsflint_syntax::{TextRange, TextSize};

use crate::spot::Spot;
use crate::symbol::{self, Definition, Form, Found, Name, Role, Symbol, SymbolKind};
use crate::text::trimmed;
use crate::{Range, Snapshot};

/// A container or member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HierarchyItem {
    /// The kind of object.
    pub kind: SymbolKind,
    /// Its name.
    pub name: String,
    /// The kind of object as text, and the file.
    pub detail: String,
    /// The file of its definition.
    pub path: Arc<str>,
    /// The range of the section or row that defines it.
    pub range: Range,
    /// The range of the name.
    pub focus: Range,
}

/// A container or member of an item, and where it is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HierarchyLink {
    /// The container or member.
    pub item: HierarchyItem,
    /// The ranges in the file of the container where it names the member.
    pub ranges: Vec<Range>,
}

/// The maximum number of members.
const MEMBERS: usize = 1000;

/// The objects at a byte offset that have members or are members.
pub fn hierarchy_items(snapshot: &Snapshot, path: &str, offset: u32) -> Vec<HierarchyItem> {
    let at = snapshot.file(path).and_then(|it| symbol::symbol_at(snapshot, &it.source, TextSize::new(offset)));
    let Some(at) = at else { return Vec::new() };
    let definitions = symbol::definitions(snapshot, &at);
    if at.pattern.is_some() {
        let name = |it: &Definition| text(snapshot, it);
        let item = |it| HierarchyItem::of(&Symbol { kind: SymbolKind::Host, name: name(&it) }, it);
        return definitions.into_iter().take(MEMBERS).map(item).collect();
    }
    if !has_links(at.symbol.kind) {
        return Vec::new();
    }
    if definitions.is_empty() {
        let here = Definition { path: path.into(), name: at.range, whole: at.range };
        return vec![HierarchyItem::of(&at.symbol, here)];
    }
    definitions.into_iter().map(|it| HierarchyItem::of(&at.symbol, it)).collect()
}

/// The containers of an object: the groups and compute units it is in, the queues, limits and pools that name it.
pub fn containers(snapshot: &Snapshot, kind: SymbolKind, name: &str) -> Vec<HierarchyLink> {
    let mut records = Records { snapshot, of_section: Vec::new() };
    let mut links: Vec<HierarchyLink> = Vec::new();
    for place in symbol::uses(snapshot, &Symbol { kind, name: name.to_owned() }) {
        let named = place.role == Role::Use && matches!(place.form, Form::Word | Form::Pattern);
        if !named || place.excluded || place.param.is_none_or(|it| names_administrators(it.name)) {
            continue;
        }
        let Some((symbol, definition)) = records.of(&place) else { continue };
        let range = place.range.into();
        // Places are ordered, so those of the same record are consecutive.
        match links.last_mut().filter(|it| it.item.path == definition.path && it.item.focus == definition.name.into()) {
            Some(link) => link.ranges.push(range),
            None => links.push(HierarchyLink { item: HierarchyItem::of(&symbol, definition), ranges: vec![range] }),
        }
    }
    links
}

/// The definitions of section kinds in one file, in order, for finding the one around a place.
struct Records<'s> {
    snapshot: &'s Snapshot,
    of_section: Vec<(Arc<str>, &'static SectionSpec, Names)>,
}

/// Ranges with the names they contain.
type Names = Vec<(TextRange, String)>;

impl Records<'_> {
    /// The object that the section or row of a place defines, and its definition.
    fn of(&mut self, place: &Found) -> Option<(Symbol, Definition)> {
        let file = &self.snapshot.file(&place.path)?.source;
        let (section, record) = (place.section?, place.record?);
        let kind = SymbolKind::of_section(file.kind, section.name)?;
        let known = |it: &(Arc<str>, &SectionSpec, _)| it.0 == place.path && std::ptr::eq(it.1, section);
        let at = self.of_section.iter().position(known).unwrap_or_else(|| {
            let all = self.snapshot.view().all(file.kind, section.name);
            let all = all.map(|it| (it.place(), it.name().into_owned()));
            let mut names: Names = all.filter(|it| it.0.file == place.path).map(|it| (it.0.range, it.1)).collect();
            names.sort_by_key(|it| it.0.start());
            self.of_section.push((place.path.clone(), section, names));
            self.of_section.len() - 1
        });
        let names = &self.of_section[at].2;
        let first = names.partition_point(|it| it.0.start() < record.start());
        let (range, name) = names.get(first).filter(|it| record.contains_range(it.0) && !it.1.is_empty())?;
        let whole = TextRange::from(trimmed(&file.text, record));
        Some((Symbol { kind, name: name.clone() }, Definition { path: file.path.clone(), name: *range, whole }))
    }
}

/// The members of an object: those of a group or unit, the hosts, users and queues that a queue or limit names. `path`
/// is the file of its definition.
pub fn members(snapshot: &Snapshot, kind: SymbolKind, name: &str, path: &str) -> Vec<HierarchyLink> {
    let view = snapshot.view();
    let Some(file) = snapshot.file(path) else { return Vec::new() };
    let symbol = Symbol { kind, name: name.to_owned() };
    let mut links: Vec<HierarchyLink> = Vec::new();
    for definition in symbol::definitions_of(snapshot, &symbol).into_iter().filter(|it| *it.path == *path) {
        let spot = Spot::at(&file.source, definition.name.start());
        for (param, name) in symbol::names_of_record(&spot, view) {
            if name.role == Role::Definition || names_administrators(param.name) {
                continue;
            }
            let range: Range = name.range.into();
            for item in items_of(snapshot, &file.source, &name) {
                match links.iter_mut().find(|it| it.item.kind == item.kind && it.item.name == item.name) {
                    Some(link) if link.ranges.contains(&range) => {}
                    Some(link) => link.ranges.push(range),
                    None => links.push(HierarchyLink { item, ranges: vec![range] }),
                }
            }
        }
    }
    links.truncate(MEMBERS);
    links
}

/// The items that a name in a record refers to: several hosts for `h[1-10]`. Undefined names, such as most users, refer
/// to the place where they are named.
fn items_of(snapshot: &Snapshot, file: &SourceFile, name: &Name<'_>) -> Vec<HierarchyItem> {
    let at = symbol::at(snapshot.view(), name.clone());
    if !is_member(at.symbol.kind) || name.item.is_some_and(|it| it.is_excluded()) {
        return Vec::new();
    }
    let definitions = symbol::definitions(snapshot, &at);
    if at.pattern.is_some() {
        let symbol = |it: &Definition| Symbol { kind: SymbolKind::Host, name: text(snapshot, it) };
        return definitions.into_iter().take(MEMBERS).map(|it| HierarchyItem::of(&symbol(&it), it)).collect();
    }
    let here = Definition { path: file.path.clone(), name: name.range, whole: name.range };
    let definition = definitions.into_iter().next().unwrap_or(here);
    vec![HierarchyItem::of(&at.symbol, definition)]
}

fn text(snapshot: &Snapshot, definition: &Definition) -> String {
    snapshot.file(&definition.path).map_or(String::new(), |it| it.source.text[definition.name].to_owned())
}

/// Whether a parameter names administrators, which are not members of a group.
fn names_administrators(param: &str) -> bool {
    param.to_ascii_uppercase().contains("ADMIN")
}

fn is_member(kind: SymbolKind) -> bool {
    use SymbolKind::*;
    matches!(
        kind,
        Queue
            | Application
            | Host
            | HostGroup
            | ComputeUnit
            | HostPartition
            | User
            | UserGroup
            | ServiceClass
            | Cluster
    )
}

/// Whether objects of a kind have containers or members.
fn has_links(kind: SymbolKind) -> bool {
    is_member(kind) || matches!(kind, SymbolKind::Limit | SymbolKind::Pool)
}

impl HierarchyItem {
    fn of(symbol: &Symbol, definition: Definition) -> HierarchyItem {
        let file = definition.path.rsplit('/').next().unwrap_or_default();
        HierarchyItem {
            kind: symbol.kind,
            name: symbol.name.clone(),
            detail: match symbol.kind {
                SymbolKind::User => symbol.kind.what().to_owned(),
                kind => format!("{} of {file}", kind.what()),
            },
            range: definition.whole.into(),
            focus: definition.name.into(),
            path: definition.path,
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::testing::Fixture;

    const CLUSTER: &str = "\
//- lsf.cluster.west
Begin Host
HOSTNAME model type server
sim1 ! ! 1
sim2 ! ! 1
big ! ! 1
End Host
//- lsb.hosts
Begin HostGroup
GROUP_NAME GROUP_MEMBER GROUP_ADMIN
sims (sim[1-2]) (chip)
all_of (sims big ~sim2) ()
End HostGroup
Begin ComputeUnit
NAME MEMBER TYPE
rack (sims) rack
End ComputeUnit
//- lsb.users
Begin UserGroup
GROUP_NAME GROUP_MEMBER
chip (anna)
all_chip (chip ben)
End UserGroup
//- lsb.queues
Begin Queue
QUEUE_NAME = night
HOSTS = sims+1 big
USERS = all_chip
FAIRSHARE = USER_SHARES[[chip@, 1] [default, 1]]
PREEMPTION = PREEMPTIVE[day]
End Queue
Begin Queue
QUEUE_NAME = day
QUEUE_GROUP = night
End Queue
//- lsb.resources
Begin Limit
NAME = few
QUEUES = night
HOSTS = sims
SLOTS = 1
End Limit
";

    #[track_caller]
    fn check(name: &str, mark: &str, expect: Expect) {
        let fixture = Fixture::new(CLUSTER);
        let snapshot = &fixture.snapshot;
        let text = &snapshot.file(name).expect("a file").source.text;
        let offset =
            text.find(&mark.replace("$0", "")).expect("the mark is there") + mark.find("$0").expect("a cursor");
        let mut shown = String::new();
        let links = |path: Option<&str>, found: Vec<HierarchyLink>| {
            let one = |it: &HierarchyLink| {
                let file = snapshot.file(path.unwrap_or(&it.item.path)).expect("a file");
                let at = it.ranges.iter().map(|it| &file.source.text[it.start as usize..it.end as usize]);
                format!("  {} ({}) by {}\n", it.item.name, it.item.detail, at.collect::<Vec<_>>().join(", "))
            };
            found.iter().map(one).collect::<String>()
        };
        for item in hierarchy_items(snapshot, name, offset as u32) {
            shown += &format!("{} ({})\n in\n", item.name, item.detail);
            shown += &links(None, containers(snapshot, item.kind, &item.name));
            shown +=
                &format!(" has\n{}", links(Some(&item.path), members(snapshot, item.kind, &item.name, &item.path)));
        }
        expect.assert_eq(&shown);
    }

    #[test]
    fn host_groups() {
        check(
            "lsb.queues",
            "si$0ms+1",
            expect![[r#"
            sims (host group of lsb.hosts)
             in
              all_of (host group of lsb.hosts) by sims
              rack (compute unit of lsb.hosts) by sims
              night (queue of lsb.queues) by sims
              few (limit of lsb.resources) by sims
             has
              sim1 (host of lsf.cluster.west) by sim[1-2]
              sim2 (host of lsf.cluster.west) by sim[1-2]
        "#]],
        );
        check(
            "lsb.hosts",
            "all$0_of",
            expect![[r#"
            all_of (host group of lsb.hosts)
             in
             has
              sims (host group of lsb.hosts) by sims
              big (host of lsf.cluster.west) by big
        "#]],
        );
    }

    #[test]
    fn hosts_and_users() {
        check(
            "lsf.cluster.west",
            "si$0m2",
            expect![[r#"
                sim2 (host of lsf.cluster.west)
                 in
                  sims (host group of lsb.hosts) by sim[1-2]
                 has
            "#]],
        );
        check(
            "lsb.hosts",
            "sim[$01-2]",
            expect![[r#"
                sim1 (host of lsf.cluster.west)
                 in
                  sims (host group of lsb.hosts) by sim[1-2]
                 has
                sim2 (host of lsf.cluster.west)
                 in
                  sims (host group of lsb.hosts) by sim[1-2]
                 has
            "#]],
        );
        check(
            "lsb.users",
            "chip b$0en",
            expect![[r#"
                ben (user)
                 in
                  all_chip (user group of lsb.users) by ben
                 has
            "#]],
        );
        check(
            "lsb.users",
            "ch$0ip (",
            expect![[r#"
                chip (user group of lsb.users)
                 in
                  all_chip (user group of lsb.users) by chip
                  night (queue of lsb.queues) by chip
                 has
                  anna (user) by anna
            "#]],
        );
    }

    #[test]
    fn queues_and_limits() {
        check(
            "lsb.queues",
            "= nig$0ht",
            expect![[r#"
            night (queue of lsb.queues)
             in
              day (queue of lsb.queues) by night
              few (limit of lsb.resources) by night
             has
              sims (host group of lsb.hosts) by sims
              big (host of lsf.cluster.west) by big
              all_chip (user group of lsb.users) by all_chip
              chip (user group of lsb.users) by chip
              day (queue of lsb.queues) by day
        "#]],
        );
        check(
            "lsb.resources",
            "= fe$0w",
            expect![[r#"
            few (limit of lsb.resources)
             in
             has
              night (queue of lsb.queues) by night
              sims (host group of lsb.hosts) by sims
        "#]],
        );
        check("lsb.queues", "PREEMP$0TION", expect![[""]]);
    }
}
