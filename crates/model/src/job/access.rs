//! The hosts that a job asks for, and whether its user may use a queue.

use lsflint_spec::FileKind;
use lsflint_syntax::ast::UserList;

use super::Job;
use crate::users::Membership;
use crate::{Entity, HostSet, State, View};

impl Job<'_> {
    /// The hosts of `-m`, if all of them are known, or `None`: it is not given, names hosts of other clusters, or
    /// `others`.
    pub fn asked_hosts(&self) -> Option<HostSet> {
        let words = self.host_words().len();
        let named = self.named_hosts();
        if named.is_empty() || named.len() != words {
            return None;
        }
        let mut set = HostSet::default();
        for named in named {
            match (self.view.host_groups().get(&named.name), self.view.hosts().find(&named.name)) {
                (Some(group), _) if !group.is_exact() => return None,
                (Some(group), _) => set.possibly.union_with(&group.possibly),
                (None, Some(host)) => drop(set.possibly.insert(host.0 as usize)),
                (None, None) => return None,
            }
        }
        set.surely = set.possibly.clone();
        // "If the host group contains the keyword all, LSF dispatches the job to any available host."
        (set.possibly != self.view.hosts().all()).then_some(set)
    }
}

/// Whether a user may submit jobs to a queue, according to USERS and the administrators.
pub fn may_use(view: View<'_>, queue: &Entity<'_>, user: &str) -> Membership {
    if is_administrator(view, queue, user) {
        return Membership::Yes;
    }
    is_listed(view, queue, "USERS", user).unwrap_or(Membership::Yes)
}

/// Whether a user is in the list of users of a parameter; `None` if it is not set.
fn is_listed(view: View<'_>, queue: &Entity<'_>, parameter: &str, user: &str) -> Option<Membership> {
    let fields = queue.fields(parameter);
    if fields.iter().any(|it| it.is_conditional() || it.state() == State::Templated) {
        return Some(Membership::Unknown);
    }
    let field = fields.last().filter(|it| it.state() == State::Known)?;
    let parse = field.parse();
    let list = parse.as_ref().and_then(|it| it.typed::<UserList<'_>>());
    Some(list.map_or(Membership::Unknown, |it| view.user_groups().is_in(user, &view.user_groups().users_of(it))))
}

/// Whether a user is, or may be, an administrator of the cluster or of a queue.
fn is_administrator(view: View<'_>, queue: &Entity<'_>, user: &str) -> bool {
    if is_listed(view, queue, "ADMINISTRATORS", user).is_some_and(|it| it != Membership::No) {
        return true;
    }
    let Some(section) = view.all(FileKind::LsfCluster, "ClusterAdmins").next() else {
        // Without the file, it may be anyone.
        return !view.has_file(FileKind::LsfCluster);
    };
    let names = |it: &str| section.value(it).is_some_and(|list| list.split_whitespace().any(|it| it == user));
    names("ADMINISTRATORS") || names("ADMINISTRATOR")
}

/// Whether a user is a member of a user group of lsb.users.
pub fn is_in_group(view: View<'_>, user: &str, group: &str) -> Membership {
    match view.user_groups().get(group) {
        Some(set) => view.user_groups().is_in(user, set),
        None => Membership::Unknown,
    }
}
