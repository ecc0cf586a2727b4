//! What must be run after a change of a file, and what the change does to jobs.

use crate::file::FileKind;
pub use crate::generated::after_change::{ABSORPTIONS, CHANGE_RULES, JOB_EFFECTS, STEPS};
use crate::param::Confidence;

/// Something that an administrator does after a change.
#[derive(Debug, PartialEq, Eq)]
pub struct Step {
    /// Its name in [`ChangeRule::steps`].
    pub id: &'static str,
    /// The order in which steps are done: lower ones first.
    pub order: u16,
    /// What it does.
    pub kind: StepKind,
    /// The command; `HOSTS` stands for the names of hosts.
    pub command: &'static str,
    /// The same command before `bctrld` existed, in 10.1 before about Fix Pack 12; empty if there is none.
    pub older: &'static str,
    /// What happens then.
    pub effect: &'static str,
    /// Who may do it.
    pub by: &'static str,
    /// How sure it is.
    pub confidence: Confidence,
    /// The pages that say so.
    pub sources: &'static [&'static str],
}

/// What a [`Step`] does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StepKind {
    /// It is a condition for the other steps.
    Wait,
    /// It checks files and changes nothing.
    Check,
    /// It stops daemons.
    Stop,
    /// A daemon reads its files again.
    Reload,
    /// A daemon restarts.
    Restart,
    /// It starts daemons.
    Start,
}

/// The steps after a change of a file, a section, or a parameter.
#[derive(Debug, PartialEq, Eq)]
pub struct ChangeRule {
    /// The file.
    pub file: FileKind,
    /// The section; `None` for the whole file.
    pub section: Option<&'static str>,
    /// The parameter; `None` for the whole section or file.
    pub param: Option<&'static str>,
    /// The changes that it is for, in addition to the other rules; `None` for all.
    pub case: Option<ChangeCase>,
    /// The steps by [`Step::id`]; empty if nothing has to be run.
    pub steps: &'static [&'static str],
    /// Whether it replaces the rule of the section or file; otherwise it adds to it.
    pub replaces: bool,
    /// Whether several daemons read the file, so that its rule is only general advice for a parameter without its own.
    pub by_parameter: bool,
    /// How sure it is.
    pub confidence: Confidence,
    /// The pages that say so.
    pub sources: &'static [&'static str],
    /// What else is important; empty if nothing.
    pub note: &'static str,
}

/// Changes with steps in addition to those of their file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChangeCase {
    /// A host of lsf.cluster that is not a management candidate is added or changed.
    HostChanged,
    /// An elim starts or stops on hosts.
    ElimMoved,
    /// A load index, which is a dynamic resource of each host, is added or removed.
    LoadIndex,
}

/// A step that makes others unnecessary.
#[derive(Debug, PartialEq, Eq)]
pub struct Absorption {
    /// The step.
    pub by: &'static str,
    /// The steps that are unnecessary with it.
    pub absorbs: &'static [&'static str],
}

/// How much a change matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Risk {
    /// Jobs and users do not notice it.
    Harmless,
    /// Jobs or users notice it: order, placement, limits that are not tighter.
    Notable,
    /// Jobs are lost, killed, refused or wait forever, or the cluster has to be empty or stopped.
    Breaking,
}

impl Risk {
    /// `harmless`, `notable`, `breaking`.
    pub fn name(self) -> &'static str {
        match self {
            Risk::Harmless => "harmless",
            Risk::Notable => "notable",
            Risk::Breaking => "breaking",
        }
    }
}

/// What happens to an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ObjectChange {
    /// It is new.
    Created,
    /// It does not exist any more.
    Removed,
    /// It has another name.
    Renamed,
}

/// What a change does to jobs.
#[derive(Debug, PartialEq)]
pub struct JobEffect {
    /// Its name.
    pub id: &'static str,
    /// The file.
    pub file: FileKind,
    /// The section.
    pub section: &'static str,
    /// The changes of objects of the section that it is about.
    pub objects: &'static [ObjectChange],
    /// The parameters whose change it is about; `*` for all of the section.
    pub params: &'static [&'static str],
    /// How much the change matters.
    pub risk: Risk,
    /// How much it matters if the number of the parameter becomes lower; `None` if that is the same.
    pub risk_lower: Option<Risk>,
    /// What happens to pending jobs; empty if nothing is known.
    pub pending: &'static str,
    /// What happens to running jobs; empty if nothing is known.
    pub running: &'static str,
    /// What happens to suspended jobs; empty if nothing is known.
    pub suspended: &'static str,
    /// What else happens; empty if nothing.
    pub note: &'static str,
    /// What to do instead; empty if nothing.
    pub advice: &'static str,
    /// How sure it is.
    pub confidence: Confidence,
    /// The pages that say so.
    pub sources: &'static [&'static str],
}

/// Where the steps after a change are known from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Basis {
    /// The rule of the parameter.
    Parameter,
    /// The rule of its section.
    Section,
    /// The rule of its file, which one daemon reads.
    File,
    /// Nothing says which daemon reads the parameter; the steps, if any, are advice for any change of the file.
    Unknown,
}

/// What must be done after a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AfterChange {
    /// The rules that apply, the most general one first.
    pub rules: Vec<&'static ChangeRule>,
    /// Where the steps are known from.
    pub basis: Basis,
}

impl AfterChange {
    /// The steps of all rules; see [`in_order`].
    pub fn steps(&self) -> Vec<&'static Step> {
        in_order(self.rules.iter().flat_map(|it| it.steps).filter_map(|it| step(it)))
    }

    /// The commands of the steps, without those that only check files.
    pub fn commands(&self) -> Vec<&'static str> {
        let steps = self.steps().into_iter();
        steps.filter(|it| !matches!(it.kind, StepKind::Check | StepKind::Wait)).map(|it| it.command).collect()
    }
}

/// The step with an id.
pub fn step(id: &str) -> Option<&'static Step> {
    STEPS.iter().find(|it| it.id == id)
}

/// What must be done after a change of a parameter, or without one, of an object of a section. `section` is empty for a
/// file without sections.
pub fn after_change(file: FileKind, section: &str, param: Option<&str>) -> AfterChange {
    let general = |it: &&ChangeRule| it.file == file && it.case.is_none();
    let of_file = CHANGE_RULES.iter().filter(general).find(|it| it.section.is_none());
    let of_section = CHANGE_RULES.iter().filter(general).find(|it| it.section == Some(section) && it.param.is_none());
    let is_it = |it: &&ChangeRule| {
        it.section == Some(section) && param.zip(it.param).is_some_and(|(param, its)| its.eq_ignore_ascii_case(param))
    };
    let own = param.and_then(|_| CHANGE_RULES.iter().filter(general).find(is_it));
    let outer = of_section.or(of_file);
    let basis = match (own, of_section, of_file) {
        (Some(_), ..) => Basis::Parameter,
        (None, Some(_), _) => Basis::Section,
        (None, None, Some(rule)) if !rule.by_parameter => Basis::File,
        (None, None, _) => Basis::Unknown,
    };
    let outer = outer.filter(|_| own.is_none_or(|it| !it.replaces));
    AfterChange { rules: outer.into_iter().chain(own).collect(), basis }
}

/// The rule for changes with steps of their own.
pub fn after_change_in(case: ChangeCase) -> impl Iterator<Item = &'static ChangeRule> {
    CHANGE_RULES.iter().filter(move |it| it.case == Some(case))
}

/// The steps in the order in which they are done, without duplicates and without those that others make unnecessary.
pub fn in_order(steps: impl IntoIterator<Item = &'static Step>) -> Vec<&'static Step> {
    let mut steps: Vec<&'static Step> = steps.into_iter().collect();
    steps.sort_by_key(|it| it.order);
    steps.dedup();
    let absorbed: Vec<&str> = ABSORPTIONS
        .iter()
        .filter(|it| steps.iter().any(|step| step.id == it.by))
        .flat_map(|it| it.absorbs.iter().copied())
        .collect();
    steps.retain(|it| !absorbed.contains(&it.id));
    steps
}

/// What a change of an object does to jobs.
pub fn effect_of_object(file: FileKind, section: &str, change: ObjectChange) -> Option<&'static JobEffect> {
    JOB_EFFECTS.iter().find(|it| it.file == file && it.section == section && it.objects.contains(&change))
}

/// What a change of a parameter does to jobs.
pub fn effect_of_param(file: FileKind, section: &str, param: &str) -> Option<&'static JobEffect> {
    let here = |it: &&JobEffect| it.file == file && it.section == section;
    let named = |it: &&JobEffect| it.params.iter().any(|it| *it == "*" || it.eq_ignore_ascii_case(param));
    JOB_EFFECTS.iter().filter(here).find(named)
}
