use std::cmp::Ordering;

use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_model::FieldRef;
use lsflint_model::requirement::{Requirement, RequirementGroup, Reservation, Simple};
use lsflint_spec::{FileKind, builtin_resource};
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::{ResReq, RusageSection, UsageItem, UsageKind};

use crate::merge::defaults::{Defaults, fields, queue};
use crate::requirement::content::canonical;

rule! {
    /// Finds keys that an application profile and a queue both set and that LSF does not add up: the amount of a
    /// resource, `order`, `span`, `cu`, `affinity`.
    ///
    /// # Effect
    /// The application profile overrides the queue, and the job overrides both. The amount of the queue is neither
    /// added nor used as a minimum, and a section replaces the other one as a whole, with all its items. Only `select`
    /// and the names of `same` are combined.
    ///
    /// # Example
    /// ```lsb.applications
    /// Begin Application
    /// NAME    = solver
    /// RES_REQ = rusage[mem=500] cu[type=rack]
    /// End Application
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = rusage[mem=4000] cu[maxcus=2]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.applications
    /// Begin Application
    /// NAME    = solver
    /// RES_REQ = rusage[lic=1] cu[type=rack:maxcus=2]
    /// End Application
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = rusage[mem=4000]
    /// End Queue
    /// ```
    ///
    /// Ignore this finding if the queue has the default and the application profile is meant to override it. It is
    /// reported only where jobs certainly use both: in the queues of DEFAULT_QUEUE, with the application profile of
    /// DEFAULT_APPLICATION, or when every queue has the key.
    ///
    /// # Notes
    /// Administrators have reported that they expected the sum of the amounts.
    pub M001 "same-key-at-two-levels" {
        family: Merge, scope: Cluster, severity: Info,
        sources: [ibm("lsf_admin/usage_string", "requirements of several levels")],
        checks: [Facts(check)],
    }
}

/// The number of pairs of an application profile and a queue that are compared.
const PAIRS: usize = 4096;

/// What both levels set.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Key {
    /// The amount of a resource.
    Resource(String),
    /// A section.
    Section(&'static str),
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    if context.kind() != FileKind::LsbApplications {
        return;
    }
    let view = context.cluster;
    let groups = view.requirements();
    let (profiles, queues) = (simple(&groups.profiles), simple(&groups.queues));
    let defaults = Defaults::of(view);
    let count: usize = groups.queues.iter().map(|it| it.members.len()).sum();
    let mut left = PAIRS;
    for (profile, upper) in &profiles {
        let mut found: Vec<Both> = Vec::new();
        for (number, (queue, below)) in queues.iter().enumerate() {
            left = left.saturating_sub(1);
            if left == 0 {
                return;
            }
            let by_default = defaults.has_queue_of(queue);
            for key in common(upper, below) {
                match found.iter_mut().find(|it| it.key == key) {
                    Some(it) => it.add(number, queue.members.len(), by_default),
                    None => found.push(Both { key, queue: number, count: queue.members.len(), by_default }),
                }
            }
        }
        // Which application profile is used where is only known for the defaults.
        let certain = defaults.has_profile_of(profile);
        for both in found.iter().filter(|it| certain || it.by_default || it.count == count) {
            report(context, profile, &both.key, (queues[both.queue].0, both.count), findings);
        }
    }
}

/// A key that an application profile has in common with queues.
struct Both {
    key: Key,
    /// One of the queues, a default queue if there is one.
    queue: usize,
    /// The number of queues.
    count: usize,
    /// Whether one of them is a default queue.
    by_default: bool,
}

impl Both {
    /// Adds queues that have the key.
    fn add(&mut self, queue: usize, count: usize, by_default: bool) {
        self.count += count;
        if by_default && !self.by_default {
            (self.by_default, self.queue) = (true, queue);
        }
    }
}

/// The groups with a known simple requirement, which LSF merges section by section, and its normal form.
fn simple(groups: &[RequirementGroup]) -> Vec<(&RequirementGroup, &Simple)> {
    groups
        .iter()
        .filter_map(|it| match it.normal.known()? {
            Requirement::Simple(simple) => Some((it, &**simple)),
            Requirement::Compound(_) | Requirement::Alternative(_) => None,
        })
        .collect()
}

/// The reservations of a requirement.
fn reservations(simple: &Simple) -> impl Iterator<Item = &Reservation> {
    simple.rusage.iter().flat_map(|it| &it.alternatives).flat_map(|it| &it.reservations)
}

/// The keys that both set, to different values.
fn common(upper: &Simple, below: &Simple) -> Vec<Key> {
    let mut keys = Vec::new();
    for it in reservations(upper) {
        let wins = |other: &Reservation| it.resource() == other.resource() && it != other && !exceeds(it, other);
        if reservations(below).any(wins) {
            let key = Key::Resource(it.resource().to_owned());
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
    }
    let differ = [
        ("order", upper.order.is_some() && below.order.is_some() && upper.order != below.order),
        ("span", !upper.span.is_empty() && !below.span.is_empty() && upper.span != below.span),
        ("cu", upper.cu.is_some() && below.cu.is_some() && upper.cu != below.cu),
        ("affinity", upper.affinity.is_some() && below.affinity.is_some() && upper.affinity != below.affinity),
    ];
    keys.extend(differ.into_iter().filter(|it| it.1).map(|it| Key::Section(it.0)));
    keys
}

/// Whether LSF rejects the amount, which another rule reports: more of a built-in resource than the queue reserves.
fn exceeds(upper: &Reservation, below: &Reservation) -> bool {
    let order = upper.first_amount().zip(below.first_amount()).and_then(|(a, b)| a.compare(b, None));
    builtin_resource(upper.resource()).is_some() && order.is_none_or(Ordering::is_gt)
}

/// Reports one key of an application profile, with the first queue that also sets it and the number of all.
fn report(
    context: &FactsContext<'_>,
    profile: &RequirementGroup,
    key: &Key,
    (below, count): (&RequirementGroup, usize),
    findings: &mut FactFindings,
) {
    let view = context.cluster;
    let Some(queue) = queue(view, below.members[0]) else { return };
    let name = queue.name();
    let more = match count {
        1 => String::new(),
        2 => " and 1 other".to_owned(),
        _ => format!(" and {} others", count - 1),
    };
    let (message, consequence) = match key {
        Key::Resource(resource) => (
            format!("`{resource}` is also reserved in queue `{name}`{more}"),
            Item::String
                .no_effect()
                .called("the amount of the queue")
                .because("that of the application profile or job overrides it")
                .possible(),
        ),
        Key::Section(section) => (
            format!("`{section}` is also set in queue `{name}`{more}"),
            Item::String
                .no_effect()
                .called("the section of the queue")
                .because("that of the application profile replaces it as a whole")
                .possible(),
        ),
    };
    let help = "remove it from the application profile to use that of the queue";
    for field in fields(view, FileKind::LsbApplications, profile) {
        let Some(place) = range_in(&field, key).map(|it| field.place_of(it)) else { continue };
        let found = findings.report(place, message.clone()).consequence(consequence.clone()).help(help);
        if let Some(place) = queue.field("RES_REQ").map(|it| it.place()) {
            found.related_at(place, format!("queue `{name}`"));
        }
    }
}

/// The range of a key in a requirement.
fn range_in(field: &FieldRef<'_>, key: &Key) -> Option<TextRange> {
    let parse = field.parse()?;
    let tree = parse.typed::<ResReq<'_>>()?;
    let mut sections = tree.simples().flat_map(|it| it.sections());
    match key {
        Key::Section(name) => {
            sections.find(|it| it.keyword().is_some_and(|it| it.is(name))).map(|it| it.node().trimmed_range())
        }
        Key::Resource(name) => {
            let named = |it: &UsageItem<'_>| {
                it.kind() == Some(UsageKind::Resource) && it.name().is_some_and(|it| canonical(&it.text()) == name)
            };
            let mut items = sections.filter_map(|it| RusageSection::cast(it.node())).flat_map(RusageSection::items);
            items.find(named).map(|it| it.node().trimmed_range())
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Queue q: RES_REQ = order[mem]
        //- Queue r

        //# amounts and sections at both levels
        //- without lsb.queues
        //- Queue q0: RES_REQ = rusage[mem=500]
        //- Queue q1: RES_REQ = rusage[mem=600]
        //- Queue q2: RES_REQ = rusage[mem=500]
        //- each Application
        RES_REQ = rusage[mem=400:lic=1]
                         ^^^^^^^ M001 info `mem` is also reserved in queue `q0` and 2 others
        //#
        //- without lsb.queues
        //- Queue q0: RES_REQ = span[hosts=1] cu[maxcus=2]
        //- each Application
        RES_REQ = cu[type=rack] span[ptile=2]
                  ^^^^^^^^^^^^^ M001 info `cu` is also set in queue `q0`
                                ^^^^^^^^^^^^^ M001 info `span` is also set in queue `q0`

        //# pairs that need not meet
        //- without lsb.queues
        //- Queue q0: RES_REQ = order[mem]
        //- Queue q1: RES_REQ = select[swp>5]
        //- each Application: RES_REQ = select[mem>5] order[ut]
        //#
        //- Parameters: DEFAULT_QUEUE = r
        //- each Application: RES_REQ = order[ut]
        //#
        //- Parameters: DEFAULT_QUEUE = r q
        //- each Application
        RES_REQ = order[ut]
                  ^^^^^^^^^ M001 info `order` is also set in queue `q`
        //#
        //- Parameters: DEFAULT_APPLICATION = p
        //- each Application
        RES_REQ = order[ut]
                  ^^^^^^^^^ M001 info `order` is also set in queue `q`

        //# what adds up or is the same
        //- without lsb.queues
        //- Queue q0: RES_REQ = select[swp>5] same[model]
        //- each Application: RES_REQ = select[mem>5] same[type]
        //#
        //- without lsb.queues
        //- Queue q0: RES_REQ = rusage[mem=400]
        //- each Application
        RES_REQ = rusage[mem=400]
        RES_REQ = rusage[lic=400]
        //#
        //- without lsb.queues
        //- Queue q0: RES_REQ = rusage[mem=500]
        //- each Application
        RES_REQ = 1*{rusage[mem=4]} + 2*{linux}
        RES_REQ = rusage[mem=900]
    "#]];
}
