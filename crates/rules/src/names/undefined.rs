//! Shared by the rules about undefined names: the undefined names of a value, and the wording.

use std::borrow::Cow;

use lsflint_lint::suggest::{Near, did_you_mean, near};
use lsflint_lint::{Applicability, Consequence, Diagnostic, Findings, Fix, Item, SettingContext, Severity};
use lsflint_model::{HostPattern, Knowledge, MissingOfRange, Reference, Referent, Resolution, may_name};
use lsflint_spec::{Confidence, FileKind, LIST_WORDS, ParamSpec};

/// Similar names are searched for this many wrong names per value.
const NEAR_NAMES: usize = 16;
/// The number of undefined names of a range that a message shows.
const SHOWN_NAMES: usize = 3;

/// A name that no loaded file defines.
pub(crate) struct Undefined<'a> {
    /// The name and the kind of thing that it refers to.
    pub(crate) reference: Reference<'a>,
    /// The name.
    pub(crate) text: Cow<'a, str>,
    /// All files that can define it are loaded.
    pub(crate) is_sure: bool,
    /// If it is a range of which only some names are undefined: those.
    pub(crate) some: Option<MissingOfRange>,
    near: Option<String>,
}

/// Whether values of a parameter may contain names of this kind. Checked once per parameter, before its place is known.
pub(crate) fn may_hold(spec: &ParamSpec, wanted: &[Referent]) -> bool {
    // The place of a host list decides only whether it may contain groups.
    spec.confidence != Confidence::Low && wanted.iter().any(|it| may_name(FileKind::LsbQueues, None, spec, *it))
}

/// The names of the given kinds in a value that are undefined, as far as that is known.
pub(crate) fn undefined<'a>(context: &SettingContext<'a>, wanted: &[Referent]) -> Vec<Undefined<'a>> {
    let view = context.file.cluster;
    let mut found: Vec<Undefined<'a>> = Vec::new();
    for &reference in context.names.iter().filter(|it| wanted.contains(&it.referent)) {
        let text = reference.text();
        let knowledge = match view.resolve(reference.referent, &text) {
            Resolution::Defined | Resolution::Missing(Knowledge::Unknown) => continue,
            Resolution::Missing(knowledge) => knowledge,
        };
        let is_sure = knowledge == Knowledge::Complete;
        if matches_hosts(context, &reference) {
            // An exclusion of hosts that do not exist does no harm.
            let item = reference.item().filter(|it| !it.is_excluded());
            let some = item.and_then(|it| view.missing_of_range(reference.referent, it));
            if some.is_some() {
                found.push(Undefined { reference, text, is_sure, some, near: None });
            }
            continue;
        }
        let near = (found.len() < NEAR_NAMES).then(|| {
            let known = view.similar_names(reference.referent, &text);
            nearest(&text, known).or_else(|| nearest(&text, words_of(context.setting.spec)))
        });
        found.push(Undefined { reference, text, is_sure, some: None, near: near.flatten() });
    }
    found
}

/// The words of LSF that a parameter takes instead of names: `others`.
fn words_of(spec: Option<&'static ParamSpec>) -> Vec<&'static str> {
    let form = spec.map_or("", |it| it.form);
    let takes = |word: &str| form.split(|it: char| !it.is_ascii_alphanumeric()).any(|it| it == word);
    LIST_WORDS.iter().map(|it| it.name).filter(|it| takes(it)).collect()
}

/// The only likely intended name. Names that differ only in their numbers are distinct: `node7` is not a typo for
/// `node1`.
pub(crate) fn nearest(name: &str, known: Vec<&str>) -> Option<String> {
    Some(nearest_of(name, known)?.name.to_owned())
}

/// As [`nearest`], with the edit distance.
pub(crate) fn nearest_of<'n>(name: &str, known: Vec<&'n str>) -> Option<Near<'n>> {
    let bare = |it: &str| it.replace(|it: char| it.is_ascii_digit(), "");
    near(name, known).filter(|it| it.unique && bare(it.name) != bare(name))
}

/// Whether a name is a pattern that a known host matches, or a pattern that cannot be evaluated.
fn matches_hosts(context: &SettingContext<'_>, reference: &Reference<'_>) -> bool {
    let Some(item) = reference.item().filter(|it| it.is_pattern()) else { return false };
    let view = context.file.cluster;
    HostPattern::of(item).is_none() || !view.host_groups().hosts_of_item(item, view.hosts()).possibly.is_empty()
}

impl Undefined<'_> {
    /// Reports the name with its consequence. An uncertain finding has the severity info.
    pub(crate) fn report<'f>(&self, consequence: Consequence, findings: &'f mut Findings) -> &'f mut Diagnostic {
        let text = &self.text;
        if let Some(some) = &self.some {
            return self.report_some(some, findings);
        }
        let pattern = self.reference.item().is_some_and(|it| it.is_pattern());
        let message = match (self.is_sure, pattern) {
            (false, _) => format!("`{text}` is not defined in the loaded files"),
            (true, true) => format!("`{text}` matches no host"),
            (true, false) => format!("unknown {} `{text}`", what(self.reference.referent)),
        };
        let found = findings.report(self.reference.range(), message);
        if self.is_sure {
            found.consequence(consequence);
        } else {
            found.severity(Severity::Info).consequence(consequence.possible());
        }
        match &self.near {
            Some(near) => {
                found.help(did_you_mean(near));
                if self.is_sure && found.rule.fix != lsflint_lint::FixSafety::None {
                    let title = format!("write `{near}`");
                    found.fix(Fix::replace(Applicability::Unsafe, title, self.reference.range(), near.as_str()));
                }
            }
            None => {
                found.help(format!("define it in {}, or correct the name", home(self.reference.referent)));
            }
        }
        found
    }
}

impl Undefined<'_> {
    /// Reports the undefined names of a range whose other names are defined.
    fn report_some<'f>(&self, some: &MissingOfRange, findings: &'f mut Findings) -> &'f mut Diagnostic {
        let (missing, of) = (some.names.len(), some.of);
        let are = if missing == 1 { "is" } else { "are" };
        let names = first_of(&some.names, SHOWN_NAMES);
        findings
            .report(
                self.reference.range(),
                format!("{missing} of {of} names of `{}` {are} unknown: {names}", self.text),
            )
            .severity(Severity::Warning)
            .consequence(Item::Value.ignored().called("the unknown names").possible())
            .help(format!("define them in {}, or shorten the range", home(self.reference.referent)))
    }
}

/// The first names of a list, and the number of the others.
pub(crate) fn first_of<S: AsRef<str>>(names: &[S], most: usize) -> String {
    let shown: Vec<&str> = names.iter().take(most).map(S::as_ref).collect();
    match names.len() - shown.len() {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// What a name refers to, in words.
pub(crate) fn what(referent: Referent) -> &'static str {
    match referent {
        Referent::Queue => "queue",
        Referent::Application => "application profile",
        Referent::Host => "host",
        Referent::HostOrGroup => "host or host group",
        Referent::HostOrModel => "host or host model",
        Referent::BatchHost => "host, host model or host type",
        Referent::User => "user or user group",
        Referent::UserGroup => "user group",
        Referent::Resource => "resource",
        Referent::HostType => "host type",
        Referent::HostModel => "host model",
        Referent::Cluster => "cluster",
        Referent::ServiceClass => "service class",
        Referent::SharePolicy => "fairshare policy",
    }
}

/// Where such a name is defined.
pub(crate) fn home(referent: Referent) -> &'static str {
    match referent {
        Referent::Queue => "lsb.queues",
        Referent::Application => "lsb.applications",
        Referent::Host => "the Host section of lsf.cluster",
        Referent::HostOrGroup => "lsf.cluster or lsb.hosts",
        Referent::HostOrModel => "lsf.cluster or the HostModel section of lsf.shared",
        Referent::BatchHost => "lsf.cluster or lsf.shared",
        Referent::User | Referent::UserGroup => "lsb.users",
        Referent::Resource => "the Resource section of lsf.shared",
        Referent::HostType => "the HostType section of lsf.shared",
        Referent::HostModel => "the HostModel section of lsf.shared",
        Referent::Cluster => "the Cluster section of lsf.shared",
        Referent::ServiceClass => "lsb.serviceclasses",
        Referent::SharePolicy => "lsb.globalpolicies",
    }
}
