//! Hovers for users and user groups.

use lsflint_model::{Entity, Membership};
use lsflint_spec::{FileKind, Grammar};
use lsflint_syntax::ast::{List, UserList};

use super::record;
use crate::hover::values::policy;
use crate::hover::{Page, Scene};
use crate::words;

/// The maximum number of members or groups.
const NAMED: usize = 10;

/// The hover for a group of lsb.users.
pub(super) fn group(scene: &Scene<'_>, name: &str) -> Option<Page> {
    let record = scene.view.find(FileKind::LsbUsers, "UserGroup", name)?;
    let mut page = Page::new(name, "user group of lsb.users");
    members(scene, &record, name, &mut page);
    if let Some(shares) = record.value("USER_SHARES") {
        page.labelled("shares", words::code(&shares));
        policy::shares(&shares, Grammar::UserShares).into_iter().for_each(|it| {
            page.fact(it);
        });
    }
    record::settings(scene, &record, &["GROUP_MEMBER", "USER_SHARES"], 4, &mut page);
    limits(scene, name, &mut page);
    record::conditional(scene, &record, &mut page);
    Some(page)
}

fn members(scene: &Scene<'_>, record: &Entity<'_>, name: &str, page: &mut Page) {
    let groups = scene.view.user_groups();
    let parse = record.parse("GROUP_MEMBER");
    let list = parse.as_ref().and_then(|it| it.typed::<UserList<'_>>());
    if groups.is_circular(name) {
        page.fact("it contains itself, so its members are unknown");
    }
    if list.is_some_and(|it| it.is_external()) {
        page.fact("its members come from an external program (egroup)");
    }
    let written =
        list.map(|it| it.items().map(|it| it.text().into_owned()).collect::<Vec<String>>()).unwrap_or_default();
    page.labelled("members", words::names(&written, NAMED));
    if let Some(set) = groups.get(name) {
        let subgroups = written.iter().any(|it| groups.contains(it));
        let open = if set.open { ", possibly more" } else { "" };
        if set.is_all() {
            page.fact("all users");
        } else if subgroups || set.open {
            page.fact(format!("including subgroups: {}{open}", words::counted(set.surely().len(), "user")));
        } else {
            page.fact(words::counted(set.surely().len(), "user"));
        }
    }
}

/// The hover for a user name.
pub(super) fn user(scene: &Scene<'_>, name: &str) -> Option<Page> {
    let mut page = Page::new(name, "user or operating system group");
    let groups = scene.view.user_groups();
    let mut inside: Vec<&str> = groups
        .names()
        .filter(|group| {
            groups.get(group).is_some_and(|set| !set.is_all() && groups.is_in(name, set) == Membership::Yes)
        })
        .collect();
    inside.sort_unstable();
    page.labelled("in the groups", words::names(&inside, NAMED));
    limits(scene, name, &mut page);
    page.note("lsflint does not check whether this user exists in the operating system");
    Some(page)
}

/// Adds the limits in the row of the User section.
fn limits(scene: &Scene<'_>, name: &str, page: &mut Page) {
    let row = scene.view.find(FileKind::LsbUsers, "User", name);
    let each = || scene.view.find(FileKind::LsbUsers, "User", &format!("{name}@"));
    if let Some(row) = row {
        record::settings(scene, &row, &[], 5, page);
    } else if let Some(row) = each() {
        page.labelled("each member", record::setting_words(scene, &row, &[]).join(", "));
    }
}
