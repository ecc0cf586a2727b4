//! Computes the titles of code lenses.

use lsflint_model::combined;
use lsflint_model::requirement::merge::Options;
use lsflint_model::{HostSet, SourceFile};
use lsflint_syntax::TextSize;

use super::{LensKind, ResolvedLens};
use crate::answers::{Question, Times, matching_hosts_of};
use crate::spot::Spot;
use crate::symbol::symbol_at;
use crate::{Command, Snapshot, SymbolKind, references_of, words};

/// The title of a lens of a kind for the name at an offset. `None` if the definition no longer exists.
pub fn resolve_code_lens(snapshot: &Snapshot, path: &str, offset: u32, kind: LensKind) -> Option<ResolvedLens> {
    let file = &snapshot.file(path)?.source;
    if kind == LensKind::ElimPlan {
        return elim_plan(snapshot, file, TextSize::new(offset));
    }
    let at = symbol_at(snapshot, file, TextSize::new(offset))?;
    let name = at.symbol.name.as_str();
    let own = |wanted: SymbolKind| (at.symbol.kind == wanted).then(|| name.to_owned());
    let lens = |title: String, command: Command| ResolvedLens {
        title,
        command,
        queue: own(SymbolKind::Queue),
        application: own(SymbolKind::Application),
    };
    Some(match kind {
        LensKind::References => {
            let count = references_of(snapshot, at.symbol.kind, name).len();
            lens(words::counted(count, "reference"), Command::References)
        }
        LensKind::MergedRequirement => lens("merged requirement".to_owned(), Command::MergedRequirement),
        LensKind::MatchingHosts => lens(matching(snapshot, at.symbol.kind, name), Command::MatchingHosts),
        LensKind::GroupSize => lens(size(snapshot, at.symbol.kind, name), Command::References),
        LensKind::ElimPlan => return None,
    })
}

/// The lens of a table of hosts, or of resources on hosts. `None` if there is no section with such a name any more.
fn elim_plan(snapshot: &Snapshot, file: &SourceFile, offset: TextSize) -> Option<ResolvedLens> {
    let spec = Spot::at(file, offset).section_spec()?;
    let title = match spec.name {
        "Host" => format!("elim plan of {}", words::counted(snapshot.as_read().view().hosts().len(), "host")),
        _ => "elim plan".to_owned(),
    };
    Some(ResolvedLens { title, command: Command::ElimPlan, queue: None, application: None })
}

/// The number of hosts that can run jobs of a queue or application profile, as text.
fn matching(snapshot: &Snapshot, kind: SymbolKind, name: &str) -> String {
    let view = snapshot.as_read().view();
    let entity = if kind == SymbolKind::Queue { view.queue(name) } else { view.application(name) };
    let found = entity.and_then(|entity| {
        let merged = combined::of_entity(view, &entity)?;
        if merged.reason.is_some() {
            return Some("LSF rejects its jobs".to_owned());
        }
        let requirement = merged.result.unwrap_or_else(combined::nothing);
        let queue = (kind == SymbolKind::Queue).then_some(&entity);
        let profile = combined::profile_of(view, &entity);
        let options = Options::of(view, queue, profile.as_ref());
        let times = Times::new(snapshot.as_read().read());
        let question = Question { times: Some(&times), ..Question::new(queue, &requirement, options) };
        let answer = matching_hosts_of(view, question)?;
        (!answer.hosts_unknown).then(|| answer.words())
    });
    found.unwrap_or_else(|| "matching hosts: unknown".to_owned())
}

/// The number of members of a group, including those of its subgroups, as text.
fn size(snapshot: &Snapshot, kind: SymbolKind, name: &str) -> String {
    let view = snapshot.as_read().view();
    let unknown = || "members: unknown".to_owned();
    if kind == SymbolKind::UserGroup {
        return match view.user_groups().get(name) {
            Some(set) if set.is_all() => "all users".to_owned(),
            Some(set) if set.open && set.surely().is_empty() => unknown(),
            Some(set) if set.open => format!("at least {}", words::counted(set.surely().len(), "user")),
            Some(set) => words::counted(set.surely().len(), "user"),
            None => unknown(),
        };
    }
    match view.host_groups().get(name).filter(|_| !view.hosts().is_empty()) {
        Some(set @ HostSet { surely, possibly, beyond }) => match (set.is_exact(), beyond) {
            (true, _) => words::counted(surely.len(), "host"),
            (false, true) if surely.is_empty() => unknown(),
            (false, true) => format!("at least {}", words::counted(surely.len(), "host")),
            (false, false) => format!("{} to {}", surely.len(), words::counted(possibly.len(), "host")),
        },
        None => unknown(),
    }
}
