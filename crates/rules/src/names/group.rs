//! Tables of groups: who is a member of what, and which groups contain each other.

use lsflint_lint::SectionContext;
use lsflint_spec::FileKind;
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::{HostList, List, ListItem, UserList, Value};
use rustc_hash::FxHashMap;

/// The columns of a table of groups: name and members.
pub(crate) fn columns(context: &SectionContext<'_>) -> Option<(&'static str, &'static str)> {
    match (context.file.kind(), context.spec?.name) {
        (FileKind::LsbHosts, "HostGroup") | (FileKind::LsbUsers, "UserGroup") => Some(("GROUP_NAME", "GROUP_MEMBER")),
        (FileKind::LsbHosts, "ComputeUnit") => Some(("NAME", "MEMBER")),
        _ => None,
    }
}

/// A member that is a group of the same table.
pub(crate) struct Member {
    /// Its range in the text.
    pub(crate) range: TextRange,
    /// The group that contains it.
    pub(crate) of: usize,
    /// The group that it names.
    pub(crate) group: usize,
}

/// The groups of a table and the members that are groups of the same table.
#[derive(Default)]
pub(crate) struct Groups {
    /// Names and their ranges, in order; of a duplicate name, the first.
    pub(crate) names: Vec<(String, TextRange)>,
    /// The members in order.
    pub(crate) members: Vec<Member>,
    /// LSF reads all of them together: no `#if` separates them.
    pub(crate) together: bool,
}

impl Groups {
    /// The groups of a section; empty if it is not a table of groups.
    pub(crate) fn of(context: &SectionContext<'_>) -> Groups {
        let together = context.rows.windows(2).all(|it| it[0].branch == it[1].branch);
        let mut found = Groups { together, ..Groups::default() };
        let Some((name, member)) = columns(context) else { return found };
        let Some(header) = context.section.header() else { return found };
        let column = |name: &str| header.columns().position(|it| it.text().eq_ignore_ascii_case(name));
        let (Some(name), Some(member)) = (column(name), column(member)) else { return found };
        let width = header.columns().count();
        let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
        let mut lists: Vec<(usize, Value<'_>)> = Vec::new();
        for row in context.section.rows() {
            let cells: Vec<Value<'_>> = row.cells().collect();
            let Some(token) = cells.get(name).and_then(|it| it.single_word()) else { continue };
            if cells.len() != width || cells[name].is_templated() {
                continue;
            }
            let next = found.names.len();
            let number = *numbers.entry(token.text().into_owned()).or_insert(next);
            if number == next {
                found.names.push((token.text().into_owned(), token.range()));
                lists.push((number, cells[member]));
            }
        }
        for (of, list) in lists {
            for item in members(list).filter(|it| !it.is_excluded() && it.cluster().is_none()) {
                if let Some(&group) = numbers.get(&*item.text()) {
                    found.members.push(Member { range: item.name_range(), of, group });
                }
            }
        }
        found
    }

    /// The name of a group.
    pub(crate) fn name(&self, group: usize) -> &str {
        &self.names[group].0
    }

    /// The members that close a cycle, and for each group whether it is part of a cycle.
    pub(crate) fn cycles(&self) -> (Vec<&Member>, Vec<bool>) {
        let mut by_group: Vec<Vec<&Member>> = self.names.iter().map(|_| Vec::new()).collect();
        for member in &self.members {
            by_group[member.of].push(member);
        }
        let mut search = Search {
            members: &by_group,
            place: vec![Place::New; self.names.len()],
            closing: Vec::new(),
            in_cycle: vec![false; self.names.len()],
        };
        for group in 0..self.names.len() {
            search.from(group);
        }
        search.closing.sort_by_key(|it| it.range.start());
        (search.closing, search.in_cycle)
    }
}

fn members(list: Value<'_>) -> impl Iterator<Item = ListItem<'_>> {
    let hosts = list.typed::<HostList<'_>>().into_iter().flat_map(HostList::items);
    hosts.chain(list.typed::<UserList<'_>>().into_iter().flat_map(UserList::items))
}

/// The state of a group in the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    New,
    /// On the way to the current group, at this depth.
    OnPath(usize),
    Done,
}

/// A depth-first search over the groups, without recursion: a chain of groups may be long.
struct Search<'s, 'g> {
    members: &'s [Vec<&'g Member>],
    place: Vec<Place>,
    closing: Vec<&'g Member>,
    in_cycle: Vec<bool>,
}

/// A group on the path: its next member, and the smallest depth that a cycle through it reaches.
struct Step {
    group: usize,
    next: usize,
    back: usize,
}

impl Search<'_, '_> {
    fn from(&mut self, start: usize) {
        if self.place[start] != Place::New {
            return;
        }
        self.place[start] = Place::OnPath(0);
        let mut path = vec![Step { group: start, next: 0, back: usize::MAX }];
        while let Some(step) = path.last_mut() {
            let depth = path_depth(&self.place, step.group);
            let Some(&member) = self.members[step.group].get(step.next) else {
                let (group, back) = (step.group, step.back);
                self.place[group] = Place::Done;
                self.in_cycle[group] |= back <= depth;
                path.pop();
                if let Some(parent) = path.last_mut().filter(|_| back < depth) {
                    parent.back = parent.back.min(back);
                }
                continue;
            };
            step.next += 1;
            match self.place[member.group] {
                Place::New => {
                    self.place[member.group] = Place::OnPath(depth + 1);
                    path.push(Step { group: member.group, next: 0, back: usize::MAX });
                }
                Place::OnPath(at) => {
                    step.back = step.back.min(at);
                    self.closing.push(member);
                }
                Place::Done => {}
            }
        }
    }
}

fn path_depth(place: &[Place], group: usize) -> usize {
    match place[group] {
        Place::OnPath(depth) => depth,
        Place::New | Place::Done => 0,
    }
}
