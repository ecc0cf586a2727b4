//! Parameters of other files that a fact names, such as `lsb.params:MAX_USER_PRIORITY`, and whether the cluster sets
//! them.

use lsflint_lint::suggest::near;
use lsflint_model::{FieldRef, Knowledge, Lookup, View};
use lsflint_spec::{FileKind, Grammar, Layout, ParamSpec, SectionSpec};

use crate::parameter::related;

/// A parameter of another file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Elsewhere {
    pub(crate) kind: FileKind,
    pub(crate) section: &'static SectionSpec,
    pub(crate) param: &'static ParamSpec,
    /// The value that it must have, if not every value is sufficient.
    value: Option<&'static str>,
}

/// Whether a parameter has an effect.
#[derive(Clone, Copy)]
pub(crate) enum Power<'a> {
    /// It is set, or may be set in a file that is not available.
    On,
    /// It is known to be unset, or disabled at this place.
    Off(Option<FieldRef<'a>>),
}

impl Power<'_> {
    pub(crate) fn is_off(&self) -> bool {
        matches!(self, Power::Off(_))
    }
}

impl Elsewhere {
    /// The parameter that a fact names; `None` for parameters of the same file.
    pub(crate) fn of(fact: &'static str) -> Option<Elsewhere> {
        let (file, name) = fact.split_once(':')?;
        let (name, value) = related::wanted(name);
        let kind = FileKind::ALL.into_iter().find(|it| it.name() == file)?;
        let (section, param) = kind.spec().sections.iter().find_map(|it| Some((it, it.param(name)?)))?;
        Some(Elsewhere { kind, section, param, value })
    }

    /// Whether the section applies to the whole cluster, however often it appears.
    pub(crate) fn is_single(&self) -> bool {
        is_single(self.section)
    }

    /// Whether it is set in any record of its section. Reads all of them if there can be several.
    pub(crate) fn power<'a>(&self, view: View<'a>) -> Power<'a> {
        if self.is_single() {
            return match view.setting(self.kind, self.section.name, self.param.name) {
                Lookup::Unknown => Power::On,
                Lookup::Absent if self.may_be_misspelt(view) => Power::On,
                Lookup::Absent => Power::Off(None),
                Lookup::Set(field) if self.is_no(&field) => Power::Off(Some(field)),
                Lookup::Set(_) => Power::On,
            };
        }
        let names = self.section.defines.is_some_and(|it| it.key == self.param.name);
        let set = if names {
            view.has_section(self.kind, self.section.name)
        } else {
            let on = |it: FieldRef<'_>| it.state() != lsflint_model::State::Unset && !self.is_no(&it);
            view.all(self.kind, self.section.name).any(|it| it.fields(self.param.name).into_iter().any(on))
        };
        let unseen = || view.knowledge(self.kind) != Knowledge::Complete;
        if set || unseen() || self.may_be_misspelt(view) { Power::On } else { Power::Off(None) }
    }

    /// Whether an undocumented name may be a misspelling of it, which another rule reports.
    fn may_be_misspelt(&self, view: View<'_>) -> bool {
        let records = view.all(self.kind, self.section.name);
        let unknown = |it: FieldRef<'_>| it.param().is_none() && near(self.param.name, [it.name()]).is_some();
        records.into_iter().any(|it| it.all_fields().any(unknown))
    }

    /// Where it is enabled for the whole cluster, if that is certain.
    pub(crate) fn switched_on<'a>(&self, view: View<'a>) -> Option<FieldRef<'a>> {
        if !self.is_single() {
            return None;
        }
        let field = view.setting(self.kind, self.section.name, self.param.name).field();
        field.filter(|it| it.state() == lsflint_model::State::Known && !self.is_no(it))
    }

    /// Whether a value disables it or differs from the required value.
    fn is_no(&self, field: &FieldRef<'_>) -> bool {
        if let Some(wanted) = self.value {
            return field.known().is_some_and(|it| !it.trim().eq_ignore_ascii_case(wanted));
        }
        let no = |word: &str| lsflint_spec::yes_no(word) == Some(false);
        let by_default = self.param.default.split(' ').next().is_some_and(no);
        let may = self.param.grammar == Grammar::YesNo || by_default || self.param.values.iter().any(|it| no(it));
        may && field.known().is_some_and(|it| no(it.trim_matches(['"', '\'']).trim()))
    }
}

/// Whether a section appears once: flat files, and sections that have neither a name of their own nor rows.
pub(crate) fn is_single(section: &SectionSpec) -> bool {
    let nameless = section.defines.is_none() && section.expected().next().is_none();
    section.layout == Layout::Flat || section.layout == Layout::Keyed && nameless
}

/// A fact in a message: `FAIRSHARE` in lsb.queues.
pub(crate) fn described(fact: &str) -> String {
    match fact.split_once(':') {
        Some((file, name)) => format!("`{name}` in {file}"),
        None => format!("`{fact}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fact_means_a_parameter() {
        let mut wrong: Vec<&&str> = Vec::new();
        for file in lsflint_spec::files() {
            for param in file.sections.iter().flat_map(|it| it.params) {
                let facts = param.requires.iter().chain(param.requires_any).chain(param.conflicts);
                let facts = facts.chain(param.distinct_from);
                wrong.extend(facts.filter(|it| it.contains(':') && Elsewhere::of(it).is_none()));
            }
        }
        assert!(wrong.is_empty(), "{wrong:?}");
    }

    #[test]
    fn facts_of_lists_mean_the_section_of_the_first_parameter_of_the_name() {
        use lsflint_spec::lists::{EGROUP_COLUMNS, RESERVING_LEVELS, SHARE_GIVERS};

        let section = |fact: &&'static str| Elsewhere::of(fact).expect("a parameter").section.name;
        let sections = |facts: &'static [&str]| facts.iter().map(section).collect::<Vec<_>>();
        assert_eq!(sections(SHARE_GIVERS), ["Queue", "HostPartition", "UserGroup"]);
        assert_eq!(sections(EGROUP_COLUMNS), ["UserGroup", "UserGroup", "HostGroup", "ComputeUnit"]);
        assert_eq!(sections(RESERVING_LEVELS), ["Queue", "Application"]);
    }

    #[test]
    fn only_one_section_speaks_for_the_cluster() {
        let is_single = |fact| Elsewhere::of(fact).expect("a parameter").is_single();
        assert!(is_single("lsf.conf:LSB_QUERY_PORT"));
        assert!(is_single("lsb.params:ALLOCATION_PLANNER"));
        assert!(!is_single("lsb.queues:PREEMPTION"));
        assert!(!is_single("lsb.hosts:HPART_NAME"));
    }
}
