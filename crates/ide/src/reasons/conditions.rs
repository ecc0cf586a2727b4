//! The conditions of a message in a cluster: values of the parameters that decide.

use std::collections::{BTreeMap, HashSet};

use lsflint_model::combined::default_profile;
use lsflint_model::effective::{DEFAULT_ROW, Effective, Link, LinkState};
use lsflint_model::requirement::Requirement;
use lsflint_model::requirement::merge::{Options, merge};
use lsflint_model::{AsRead, Entity, FieldRef, HostId, HostRow, HostRows, Knowledge, Membership, Place, State, View};
use lsflint_spec::{FileKind, LogMessage, ParamSpec, builtin_resource};

use super::Condition;
use super::hosts::Named;
use super::input::Job;
use super::limits;
use crate::answers::{HostGroup, Question, Times, condition, matching_hosts_of, possible_of};

/// The maximum number of sections that set a parameter, if the output does not tell which one matters.
const LISTED: usize = 5;

/// A message with everything that its conditions depend on.
pub(super) struct Scene<'s> {
    pub(super) cluster: &'s AsRead,
    pub(super) view: View<'s>,
    /// The times at which values of the cluster may differ.
    pub(super) times: &'s Times<'s>,
    pub(super) message: &'static LogMessage,
    pub(super) job: Option<&'s Job>,
    pub(super) named: &'s Named,
}

/// The conditions, each place once.
#[derive(Default)]
pub(super) struct Conditions {
    all: Vec<Condition>,
    places: HashSet<(Box<str>, u32)>,
}

impl Conditions {
    pub(super) fn add(&mut self, text: String, place: Option<Place>) {
        self.add_for(text, place, Vec::new());
    }

    fn add_for(&mut self, text: String, place: Option<Place>, hosts: Vec<String>) {
        let key = place.as_ref().map(|it| ((&*it.file).into(), u32::from(it.range.start())));
        let is_new = match key {
            Some(key) => self.places.insert(key),
            None => self.all.iter().all(|it| it.text != text),
        };
        if is_new {
            self.all.push(Condition { text, place, hosts });
        }
    }
}

impl<'s> Scene<'s> {
    pub(super) fn conditions(&self) -> Vec<Condition> {
        let mut out = Conditions::default();
        if self.message.by.iter().any(|it| it.starts_with("lsb.resources:")) {
            limits::add(self, &mut out);
        }
        for (kind, section, param) in self.message.decided_by() {
            match (kind, section.name) {
                (FileKind::LsbQueues, "Queue") => self.of_queue(param, &mut out),
                (FileKind::LsbApplications, "Application") => self.of_application(param, &mut out),
                (FileKind::LsbUsers, "User") => self.of_user(param, &mut out),
                (FileKind::LsbUsers, "UserGroup") => self.of_groups(&mut out),
                (FileKind::LsbHosts, "Host") => self.of_hosts(param, &mut out),
                (FileKind::LsbParams, "Parameters") | (FileKind::LsfConf, "") => {
                    if let Some(field) = self.view.setting(kind, section.name, param.name).field() {
                        out.add(shown(&field, kind.name()), Some(field.place()));
                    }
                }
                _ => {}
            }
        }
        if out.all.is_empty() {
            self.unset(&mut out);
        }
        if let Some(name) = &self.named.resource {
            self.of_resource(name, &mut out);
        }
        if self.message.by.iter().any(|it| it.ends_with(":RES_REQ")) {
            self.of_requirement(&mut out);
        }
        out.all
    }

    /// The name of the queue that matters.
    fn queue_name(&self) -> Option<&'s str> {
        self.named.queue.as_deref().or_else(|| self.job?.queue.as_deref())
    }

    pub(super) fn user_name(&self) -> Option<&'s str> {
        self.job?.user.as_deref()
    }

    fn of_queue(&self, param: &'static ParamSpec, out: &mut Conditions) {
        match self.queue_name() {
            Some(name) => match self.view.queue(name) {
                Some(queue) => self.of_section(&queue, "queue", param, out),
                None if self.view.knowledge(FileKind::LsbQueues) == Knowledge::Complete => {
                    out.add(format!("queue {name} is not defined in lsb.queues"), None);
                }
                None => {}
            },
            None => self.of_all(self.view.queues().collect(), "queue", param, out),
        }
    }

    fn of_application(&self, param: &'static ParamSpec, out: &mut Conditions) {
        let name = self.job.and_then(|it| it.application.as_deref());
        let word = "application profile";
        match (name, self.job) {
            (Some(name), _) => match self.view.application(name) {
                Some(profile) => self.of_section(&profile, word, param, out),
                None if self.view.knowledge(FileKind::LsbApplications) == Knowledge::Complete => {
                    out.add(format!("application profile {name} is not defined in lsb.applications"), None);
                }
                None => {}
            },
            // A complete record without an application profile: the default one applies.
            (None, Some(job)) if job.is_long => {
                if let Some(profile) = default_profile(self.view) {
                    self.of_section(&profile, word, param, out);
                }
            }
            _ => self.of_all(self.view.applications().collect(), word, param, out),
        }
    }

    /// The value that a section sets, or the cluster-wide one. What is not set is not listed.
    fn of_section(&self, section: &Entity<'s>, word: &str, param: &'static ParamSpec, out: &mut Conditions) {
        let of = format!("{word} {}", section.name());
        if param.name.starts_with('<') {
            for field in section.all_fields().filter(|it| it.param().is_some_and(|its| std::ptr::eq(its, param))) {
                out.add(shown(&field, &of), Some(field.place()));
            }
            return;
        }
        let Some(written) = self.cluster.written_of(section) else { return };
        let effective = Effective::of(self.cluster, &written, param);
        let counts = |it: &&Link| it.place.is_some() && !matches!(it.state, LinkState::Ignored { .. });
        let Some(link) = effective.chain.iter().find(counts) else { return };
        let value = link.value.as_deref().map_or(String::new(), |it| format!(" = {}", crate::words::one_line(it)));
        let unsure = if link.state == LinkState::Unknown { ", if an #if is true" } else { "" };
        let of = if link.from == section.kind().name() { of } else { link.from.clone() };
        out.add(format!("{}{value} ({of}){unsure}", param.name), link.place.clone());
    }

    /// The parameters of the queue that decide, but are not set.
    fn unset(&self, out: &mut Conditions) {
        let Some(queue) = self.queue_name().and_then(|it| self.view.queue(it)) else { return };
        let of_queue = self.message.decided_by().filter(|it| it.0 == FileKind::LsbQueues);
        let names: Vec<&str> = of_queue.map(|it| it.2.name).filter(|it| !it.starts_with('<')).collect();
        if !names.is_empty() && !queue.is_broken() {
            out.add(format!("queue {} does not set {}", queue.name(), names.join(" or ")), Some(queue.place()));
        }
    }

    /// The sections that set a parameter, if the output does not tell which one matters.
    fn of_all(&self, sections: Vec<Entity<'s>>, word: &str, param: &'static ParamSpec, out: &mut Conditions) {
        let set: Vec<_> = sections.iter().filter_map(|it| Some((it, set_field(it, param)?))).collect();
        for (section, field) in set.iter().take(LISTED) {
            out.add(shown(field, &format!("{word} {}", section.name())), Some(field.place()));
        }
        if set.len() > LISTED {
            out.add(format!("and {} more: {} sets {}", set.len() - LISTED, article(word), param.name), None);
        }
    }

    /// The rows of lsb.users that apply to the user: the own one, those of groups, or the default.
    fn of_user(&self, param: &'static ParamSpec, out: &mut Conditions) {
        let rows = self.view.all(FileKind::LsbUsers, "User").filter(|it| set_field(it, param).is_some());
        let only_groups = self.message.by.contains(&"lsb.users:GROUP_MEMBER");
        let Some(user) = self.user_name() else { return self.of_all(rows.collect(), "user", param, out) };
        let rows: Vec<Entity<'_>> = rows.collect();
        let own = rows.iter().any(|it| it.name() == user);
        for row in &rows {
            let name = row.name();
            // The limit of `group` is for its members together, that of `group@` for each of them.
            let applies = match name.strip_suffix('@') {
                Some(group) => !only_groups && self.is_member(user, group),
                None if name == user => !only_groups,
                None if name == DEFAULT_ROW => !only_groups && !own,
                None => only_groups && self.is_member(user, &name),
            };
            let word = if only_groups { "user group" } else { "user" };
            if let Some(field) = row.field(param.name).filter(|_| applies) {
                out.add(shown(&field, &format!("{word} {name}")), Some(field.place()));
            }
        }
    }

    /// The groups of the user.
    fn of_groups(&self, out: &mut Conditions) {
        let Some(user) = self.user_name() else { return };
        let groups = self.view.all(FileKind::LsbUsers, "UserGroup").filter(|it| self.is_member(user, &it.name()));
        for group in groups.take(LISTED) {
            if let Some(field) = group.field("GROUP_MEMBER") {
                out.add(format!("{user} is in user group {}", group.name()), Some(field.place()));
            }
        }
    }

    /// Whether a user is certainly in a group.
    pub(super) fn is_member(&self, user: &str, group: &str) -> bool {
        let groups = self.view.user_groups();
        groups.get(group).is_some_and(|it| groups.is_in(user, it) == Membership::Yes)
    }

    /// The rows of lsb.hosts that apply to the hosts, with the hosts of each.
    fn of_hosts(&self, param: &'static ParamSpec, out: &mut Conditions) {
        let (kind, section) = (FileKind::LsbHosts, "Host");
        if self.named.hosts.is_empty() {
            return self.of_all(self.view.all(kind, section).collect(), "host", param, out);
        }
        let mut rows: BTreeMap<u32, (Entity<'_>, Vec<String>)> = BTreeMap::new();
        let of_hosts = HostRows::of(self.view);
        for host in &self.named.hosts {
            let known = self.view.hosts().find(host).map(|it| of_hosts.get(it));
            // An `#if` may decide the row of the host; the condition says so.
            let row = self.view.find(kind, section, host).or(match known {
                Some(HostRow::Of(row)) => Some(row),
                // The host may be one that joined the cluster.
                None => self.view.find(kind, section, DEFAULT_ROW),
                _ => None,
            });
            if let Some(row) = row {
                rows.entry(row.number()).or_insert_with(|| (row, Vec::new())).1.push(host.clone());
            }
        }
        for (row, hosts) in rows.into_values() {
            if let Some(field) = set_field(&row, param) {
                out.add_for(shown(&field, &format!("host {}", row.name())), Some(field.place()), hosts);
            }
        }
    }

    /// Where a resource is defined and mapped to hosts.
    fn of_resource(&self, name: &str, out: &mut Conditions) {
        let resource = self.view.find(FileKind::LsfShared, "Resource", name);
        if let Some(row) = &resource {
            let kind = row.value("TYPE").map_or(String::new(), |it| format!(" ({it})"));
            out.add(format!("resource {name}{kind} is defined"), Some(row.place()));
        }
        let rows = self.view.all(FileKind::LsfCluster, "ResourceMap");
        for row in rows.filter(|it| it.value("RESOURCENAME").as_deref() == Some(name)) {
            if let Some(field) = row.field("LOCATION") {
                out.add(shown(&field, &format!("resource {name}")), Some(field.place()));
            }
        }
        let complete = self.view.resources().knowledge == Knowledge::Complete;
        let is_column = limits::column(name).is_some();
        if resource.is_none() && complete && !is_column && builtin_resource(name).is_none() {
            out.add(format!("resource {name} is not defined in lsf.shared"), None);
        }
    }

    /// The merged requirement, the hosts that can match it, and why those of the reason do not. A requirement with
    /// several parts has a verdict for each part.
    fn of_requirement(&self, out: &mut Conditions) {
        let Some((queue, requirement)) = self.merged() else { return };
        let text = requirement.to_string();
        let options = Options::of(self.view, Some(&queue), None);
        let question = Question {
            tasks: self.job.and_then(|it| it.tasks),
            times: Some(self.times),
            ..Question::new(Some(&queue), &requirement, options)
        };
        let Some(matching) = matching_hosts_of(self.view, question) else { return };
        out.add(format!("merged requirement {text}: {}", matching.summary()), None);
        let named: HashSet<HostId> = self.named.hosts.iter().filter_map(|it| self.view.hosts().find(it)).collect();
        let is_simple = matching.parts.len() == 1;
        for part in &matching.parts {
            let of_part = if is_simple { String::new() } else { format!("{}: ", part.name) };
            if !is_simple {
                let (possible, condition) = (possible_of(part.counts), condition(part.counts));
                let comma = if condition.is_empty() { "" } else { ", " };
                out.add(format!("{of_part}{}: {possible}{comma}{condition}", part.requirement), None);
            }
            for group in &part.groups {
                // If LSF only counts hosts, those that cannot match a part are among them.
                let all = named.is_empty() && !is_simple && !group.is_possible();
                let hosts = group.hosts.iter().filter(|it| all || named.contains(it));
                let names: Vec<String> = hosts.map(|it| self.view.hosts().get(*it).name.to_string()).collect();
                if !names.is_empty() {
                    out.add_for(format!("{of_part}{}", verdict_words(group)), None, names);
                }
            }
        }
        let judged: HashSet<HostId> =
            matching.parts.iter().flat_map(|it| &it.groups).flat_map(|it| &it.hosts).copied().collect();
        let others =
            self.named.hosts.iter().filter(|it| self.view.hosts().find(it).is_some_and(|it| !judged.contains(&it)));
        let others: Vec<String> = others.cloned().collect();
        if !others.is_empty() {
            out.add_for(format!("queue {} does not use the hosts", queue.name()), None, others);
        }
    }

    /// The queue of the job and the requirement that LSF merged for the job; `None` if a part is unknown.
    fn merged(&self) -> Option<(Entity<'s>, Requirement)> {
        let job = self.job?;
        let queue = self.view.queue(job.queue.as_deref()?)?;
        let profile = match &job.application {
            Some(name) => Some(self.view.application(name)?),
            None if job.is_long => default_profile(self.view),
            None => return None,
        };
        let level = |it: &Entity<'_>| match it.field("RES_REQ") {
            None => Some(None),
            Some(field) if field.is_conditional() => None,
            Some(field) => Some(Some(Requirement::parse(&field.known()?)?)),
        };
        let of_queue = level(&queue)?;
        let of_profile = profile.as_ref().map_or(Some(None), level)?;
        let own: Vec<Requirement> = job.requirement.iter().map(|it| Requirement::parse(it)).collect::<Option<_>>()?;
        let options = Options::of(self.view, Some(&queue), profile.as_ref());
        Some((queue, merge(of_queue.as_ref(), of_profile.as_ref(), &own, &options).result?))
    }
}

/// The field of a parameter that is set, or filled in by a template.
fn set_field<'a>(entity: &Entity<'a>, param: &ParamSpec) -> Option<FieldRef<'a>> {
    entity.field(param.name).filter(|it| it.state() != State::Unset)
}

/// A value with the section that sets it: `HJOB_LIMIT = 2 (queue night)`.
fn shown(field: &FieldRef<'_>, of: &str) -> String {
    let value = field.known().map_or(String::new(), |it| format!(" = {}", crate::words::one_line(&it)));
    let unsure = if field.is_conditional() { ", if an #if is true" } else { "" };
    format!("{}{value} ({of}){unsure}", field.name())
}

/// The verdict of hosts for a requirement as text.
fn verdict_words(group: &HostGroup) -> String {
    match (group.is_possible(), group.because.as_slice()) {
        (false, because) => format!("never matches: {}", because.join(", ")),
        (true, []) if group.verdict == "always" => "matches by the files".to_owned(),
        (true, []) => "depends on load, or on facts not in the files".to_owned(),
        (true, because) => because.join(", "),
    }
}

fn article(word: &str) -> String {
    let article = if word.starts_with('a') { "an" } else { "a" };
    format!("{article} {word}")
}
