//! What to run after the changes.

use std::collections::{BTreeMap, BTreeSet};

use lsflint_model::AsRead;
use lsflint_spec::{
    ABSORPTIONS, ChangeCase, ChangeRule, Confidence, FileKind, Reading, Step, after_change, after_change_in, in_order,
    step,
};

use super::{Change, Command, Plan, What};

/// The word in a command that stands for hosts.
const HOSTS: &str = "HOSTS";

/// What the steps are for.
#[derive(Default)]
struct Need {
    because: BTreeSet<String>,
    hosts: BTreeSet<String>,
    confidence: Option<Confidence>,
    notes: Vec<&'static str>,
}

/// The commands in order, without duplicates and without those that others make unnecessary.
pub(super) fn commands(plan: &Plan, old: &AsRead, new: &AsRead) -> Vec<Command> {
    let mut needs: BTreeMap<&'static str, Need> = BTreeMap::new();
    let mut add = |rule: &'static ChangeRule, because: &str, hosts: &[String]| {
        for id in rule.steps {
            let need = needs.entry(id).or_default();
            need.because.insert(because.to_owned());
            need.hosts.extend(hosts.iter().cloned());
            need.confidence = need.confidence.max(Some(rule.confidence));
            if !rule.note.is_empty() && !need.notes.contains(&rule.note) {
                need.notes.push(rule.note);
            }
        }
    };
    let candidates = candidates(new);
    for change in &plan.changes {
        let because = because(change);
        let object = &change.object;
        let parameter = match &change.what {
            What::Parameter(it) => Some(it.name.as_str()),
            _ => None,
        };
        for rule in after_change(object.file, object.section, parameter).rules {
            add(rule, &because, &[]);
        }
        let is_host = (object.file, object.section) == (FileKind::LsfCluster, "Host");
        if is_host && !matches!(change.what, What::Removed) && !candidates.contains(&object.name) {
            let hosts = [object.name.clone()];
            after_change_in(ChangeCase::HostChanged).for_each(|it| add(it, &because, &hosts));
        }
        if is_load_index(change, old, new) {
            after_change_in(ChangeCase::LoadIndex).for_each(|it| add(it, &because, &[]));
        }
    }
    for elim in &plan.elims {
        let hosts = [elim.host.clone()];
        after_change_in(ChangeCase::ElimMoved).for_each(|it| add(it, "elims", &hosts));
    }
    let steps = in_order(needs.keys().filter_map(|it| step(it)));
    // What a step makes unnecessary is done by that step.
    for absorption in ABSORPTIONS.iter().filter(|it| steps.iter().any(|step| step.id == it.by)) {
        for id in absorption.absorbs {
            let Some(absorbed) = needs.remove(id) else { continue };
            if let Some(need) = needs.get_mut(absorption.by) {
                need.because.extend(absorbed.because);
                need.notes.extend(absorbed.notes);
            }
        }
    }
    steps.into_iter().filter_map(|step| Some(command(step, needs.remove(step.id)?))).collect()
}

fn command(step: &'static Step, need: Need) -> Command {
    let hosts: Vec<String> = need.hosts.into_iter().collect();
    let has_hosts = step.command.contains(HOSTS);
    let mut notes = need.notes;
    let mut seen = BTreeSet::new();
    notes.retain(|it| seen.insert(*it));
    Command {
        step,
        command: step.command.replace(HOSTS, &hosts.join(" ")),
        hosts: if has_hosts { hosts } else { Vec::new() },
        because: need.because.into_iter().collect(),
        confidence: need.confidence.unwrap_or(Confidence::Low).min(step.confidence),
        notes,
    }
}

/// `lsf.conf LSB_SHAREDIR`, `lsb.queues normal`.
fn because(change: &Change) -> String {
    let file = change.object.file.name();
    match &change.what {
        What::Parameter(it) if change.object.name == file => format!("{file} {}", it.name),
        What::Parameter(it) => format!("{file} {} {}", change.object.name, it.name),
        _ => format!("{file} {}", change.object.name),
    }
}

/// The management host candidates.
fn candidates(cluster: &AsRead) -> BTreeSet<String> {
    let list = cluster.view().conf("LSF_MASTER_LIST").value().unwrap_or_default();
    list.split(|it: char| it.is_ascii_whitespace() || it == '"')
        .filter(|it| !it.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Whether a change adds or removes a load index: a dynamic resource of each host, not one of a list of hosts.
fn is_load_index(change: &Change, old: &AsRead, new: &AsRead) -> bool {
    if (change.object.file, change.object.section) != (FileKind::LsfShared, "Resource") {
        return false;
    }
    let is_one = |cluster: &AsRead, name: &str| {
        let resource = cluster.view().resources().get(name);
        resource.is_some_and(|it| it.reading == Some(Reading::Dynamic) && it.shared != Some(true))
    };
    let name = &change.object.name;
    match &change.what {
        What::Parameter(it) => it.name == "INTERVAL" && is_one(old, name) != is_one(new, name),
        What::Removed => is_one(old, name),
        What::Created => is_one(new, name),
        What::Renamed { old_name } => is_one(old, old_name) || is_one(new, name),
    }
}
