//! All rules, and the tables that say which rule is asked at which place.

use std::fmt;
use std::sync::LazyLock;

use lsflint_spec::ParamSpec;

use crate::context::{
    BranchContext, DirectiveContext, ErrorContext, FileContext, FlatContext, RequirementContext, RowContext,
    SectionContext, SettingContext, TableContext, WindowContext,
};
use crate::diagnostic::Findings;
use crate::elim::{ElimContext, ServerFilesContext};
use crate::reads::Reads;
use crate::rule::{Check, Rule};
use crate::script::JobContext;
use crate::settings::Settings;

/// Every rule, ordered by code.
pub fn all_rules() -> impl Iterator<Item = &'static Rule> {
    static SORTED: LazyLock<Vec<&'static Rule>> = LazyLock::new(|| {
        let mut rules: Vec<_> = crate::rules::FAMILIES.iter().flat_map(|family| family.iter().copied()).collect();
        rules.sort_by_key(|it| it.meta.code);
        rules
    });
    SORTED.iter().copied()
}

/// The rule of a code or name, ignoring case.
pub fn find_rule(code_or_name: &str) -> Option<&'static Rule> {
    all_rules().find(|rule| {
        rule.meta.code.eq_ignore_ascii_case(code_or_name) || rule.meta.name.eq_ignore_ascii_case(code_or_name)
    })
}

/// A code, prefix or name that no rule has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownCode {
    /// The text as given.
    pub given: String,
    /// The nearest code or name.
    pub nearest: Option<&'static str>,
}

impl UnknownCode {
    pub(crate) fn new(given: &str) -> UnknownCode {
        let lower = given.to_ascii_lowercase();
        let names = all_rules().flat_map(|rule| [rule.meta.code, rule.meta.name]);
        let nearest = names
            .map(|name| (strsim::damerau_levenshtein(&lower, &name.to_ascii_lowercase()), name))
            .filter(|(distance, _)| *distance <= 1 + given.len() / 4)
            .min()
            .map(|(_, name)| name);
        UnknownCode { given: given.to_owned(), nearest }
    }
}

impl fmt::Display for UnknownCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no rule has the code or name `{}`", self.given)?;
        match self.nearest {
            Some(nearest) => write!(f, "; did you mean `{nearest}`?"),
            None => write!(f, "; `lsflint rules` lists them all"),
        }
    }
}

impl std::error::Error for UnknownCode {}

pub(crate) type SettingCheck = fn(&SettingContext<'_>, &mut Findings);
pub(crate) type FileCheck = fn(&FileContext<'_>, &mut Findings);
type RequirementCheck = fn(&RequirementContext<'_>, &mut Findings);

/// The rules of a run, sorted by the place they want to see.
#[derive(Default)]
pub struct Registry {
    pub(crate) file: Vec<(Reads, FileCheck)>,
    pub(crate) flat: Vec<fn(&FlatContext<'_>, &mut Findings)>,
    pub(crate) error: Vec<fn(&ErrorContext<'_>, &mut Findings)>,
    pub(crate) section: Vec<fn(&SectionContext<'_>, &mut Findings)>,
    pub(crate) setting: Vec<SettingCheck>,
    /// Those that choose their parameters.
    filtered: Vec<Check>,
    pub(crate) table: Vec<fn(&TableContext<'_>, &mut Findings)>,
    pub(crate) row: Vec<fn(&RowContext<'_>, &mut Findings)>,
    pub(crate) directive: Vec<fn(&DirectiveContext<'_>, &mut Findings)>,
    pub(crate) branch: Vec<fn(&BranchContext<'_>, &mut Findings)>,
    pub(crate) window: Vec<fn(&WindowContext<'_>, &mut Findings)>,
    pub(crate) elim_line: Vec<fn(&ElimContext<'_>, &mut Findings)>,
    pub(crate) server_files: Vec<fn(&ServerFilesContext<'_>, &mut Findings)>,
    pub(crate) job: Vec<fn(&JobContext<'_>, &mut Findings)>,
    requirement: Vec<(u16, RequirementCheck)>,
}

impl Registry {
    /// The rules that the settings enable.
    pub fn new(settings: &Settings) -> Registry {
        let mut registry = Registry::default();
        for rule in all_rules().filter(|rule| settings.enables(rule)) {
            for check in rule.checks {
                match *check {
                    Check::File(check) => registry.file.push((Reads::EVERYTHING, check)),
                    Check::PartsOfFile(reads, check) => registry.file.push((reads, check)),
                    Check::Facts(check) => registry.file.push((Reads::NOTHING, check)),
                    Check::Flat(check) => registry.flat.push(check),
                    Check::SyntaxError(check) => registry.error.push(check),
                    Check::Section(check) => registry.section.push(check),
                    Check::Setting(check) => registry.setting.push(check),
                    Check::SettingNamed(..) | Check::SettingOf(..) | Check::SettingWith(..) => {
                        registry.filtered.push(*check);
                    }
                    Check::Table(check) => registry.table.push(check),
                    Check::Row(check) => registry.row.push(check),
                    Check::Directive(check) => registry.directive.push(check),
                    Check::Branch(check) => registry.branch.push(check),
                    Check::TimeWindow(check) => registry.window.push(check),
                    Check::ElimLine(check) => registry.elim_line.push(check),
                    Check::ServerFiles(check) => registry.server_files.push(check),
                    Check::Job(check) => registry.job.push(check),
                    Check::Requirement(check) => registry.requirement.push((u16::MAX, check)),
                    Check::RequirementPart(part, check) => registry.requirement.push((part as u16, check)),
                }
            }
        }
        registry
    }

    /// Runs the rules that ask for a part the string has, and those that ask for every string.
    pub(crate) fn check_requirement(&self, context: &RequirementContext<'_>, findings: &mut Findings) {
        let present = context.parts.present();
        for (wanted, check) in &self.requirement {
            if *wanted == u16::MAX || wanted & present != 0 {
                check(context, findings);
            }
        }
    }

    /// The filtered checks for a documented parameter. They are asked, so a walk should ask once per parameter.
    pub(crate) fn checks_of(&self, param: &ParamSpec) -> Vec<SettingCheck> {
        let named = |names: &[&str]| names.iter().any(|it| it.eq_ignore_ascii_case(param.name));
        let wanted = |check: &Check| match *check {
            Check::SettingWith(accepts, check) => accepts(&param.grammar).then_some(check),
            Check::SettingOf(accepts, check) => accepts(param).then_some(check),
            Check::SettingNamed(names, check) => named(names).then_some(check),
            _ => None,
        };
        self.filtered.iter().filter_map(wanted).collect()
    }
}
