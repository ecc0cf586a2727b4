//! What enforces a limit of jobs in a cluster.

use lsflint_spec::{Enforcement, enforcements_of};

use crate::{Entity, Lookup, View};

/// What enforces a limit of the jobs of a queue or application profile, as lsf.conf and the section set it; `None` if
/// no fact is documented, or a setting is unknown.
pub fn enforcement(view: View<'_>, entity: Option<&Entity<'_>>, limit: &str) -> Option<&'static Enforcement> {
    for row in enforcements_of(limit) {
        if applies(view, entity, row)? {
            return Some(row);
        }
    }
    None
}

/// Whether a setting has the value; `None` if that is unknown.
fn applies(view: View<'_>, entity: Option<&Entity<'_>>, row: &Enforcement) -> Option<bool> {
    if row.setting.is_empty() {
        return Some(true);
    }
    let value = match row.setting.split_once(':') {
        Some((_, name)) => match view.conf(name) {
            Lookup::Unknown => return None,
            Lookup::Absent => return Some(false),
            Lookup::Set(field) => field.known()?,
        },
        None => match entity.filter(|it| it.has(row.setting)) {
            None => return Some(false),
            Some(entity) => entity.value(row.setting)?,
        },
    };
    let mut words = value.split(|it: char| it.is_ascii_whitespace() || it == '"').filter(|it| !it.is_empty());
    Some(match row.value {
        "" => words.next().is_some(),
        wanted => words.any(|it| it.eq_ignore_ascii_case(wanted)),
    })
}
