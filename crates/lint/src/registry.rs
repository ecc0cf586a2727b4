//! The rules of a run, sorted by the kind of place that they check.

use std::ptr;
use std::sync::{Arc, PoisonError, RwLock};

use lsflint_model::{Reference, View, may_refer, references};
use lsflint_spec::{FileKind, ParamSpec, SectionSpec};
use lsflint_syntax::ast::Value;
use rustc_hash::FxHashMap;

use crate::check::Check;
use crate::context::{
    BlockContext, BranchContext, CommandsContext, ConnectorContext, DirectiveContext, ElimContext, ErrorContext,
    FactsContext, FileContext, FlatContext, JobContext, RequirementContext, RowContext, SectionContext,
    ServerFilesContext, SettingContext, SuppressionContext, TableContext, WindowContext,
};
use crate::diagnostic::{Diagnostic, FactFindings, Findings};
use crate::error_words::ErrorWords;
use crate::reads::Reads;
use crate::rule::{RuleMeta, Scope};
use crate::rules::Rules;
use crate::select::Part;
use crate::settings::Settings;
use crate::site::SiteCheck;

/// A check and its rule.
pub(crate) struct Bound<F> {
    rule: &'static RuleMeta,
    check: F,
}

impl<F: Copy> Clone for Bound<F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F: Copy> Copy for Bound<F> {}

macro_rules! bound {
    ($($name:ident: $context:ident,)*) => {$(
        pub(crate) type $name = Bound<fn(&$context<'_>, &mut Findings<'_>)>;

        impl $name {
            /// Runs the check and adds what it finds.
            pub(crate) fn run(self, context: &$context<'_>, found: &mut Vec<Diagnostic>) {
                (self.check)(context, &mut Findings::new(self.rule, found));
            }
        }
    )*};
}

bound! {
    FileCheck: FileContext,
    FlatCheck: FlatContext,
    ErrorCheck: ErrorContext,
    SectionCheck: SectionContext,
    SettingCheck: SettingContext,
    TableCheck: TableContext,
    RowCheck: RowContext,
    DirectiveCheck: DirectiveContext,
    BlockCheck: BlockContext,
    BranchCheck: BranchContext,
    WindowCheck: WindowContext,
    ElimCheck: ElimContext,
    ServerFilesCheck: ServerFilesContext,
    CommandsCheck: CommandsContext,
    JobCheck: JobContext,
    ConnectorCheck: ConnectorContext,
    RequirementCheck: RequirementContext,
    SuppressionCheck: SuppressionContext,
}

/// A check of facts.
pub(crate) type FactsCheck = Bound<fn(&FactsContext<'_>, &mut FactFindings<'_>)>;

impl FactsCheck {
    /// The findings in a file. The check runs for all files of the kind when the first of them asks.
    pub(crate) fn of_file(self, context: &FileContext<'_>) -> Vec<Diagnostic> {
        let kind = context.kind();
        let of_all = |cluster: View<'_>| {
            let mut found = FxHashMap::default();
            (self.check)(&FactsContext::new(cluster, kind), &mut FactFindings::new(self.rule, &mut found));
            found
        };
        in_file(context.cluster.once_with_places(self.rule.code, kind, of_all), context)
    }
}

/// The findings of a check of a site in a file. The check runs for all files when the first of them asks.
pub(crate) fn of_site(check: &dyn SiteCheck, context: &FileContext<'_>) -> Vec<Diagnostic> {
    let kinds = check.kinds();
    let Some(first) = kinds.first().filter(|_| kinds.contains(&context.kind())) else { return Vec::new() };
    let of_all = |cluster: View<'_>| {
        let mut found = FxHashMap::default();
        check.check(cluster, &mut FactFindings::new(&check.rule().meta, &mut found));
        found
    };
    in_file(context.cluster.once_with_places(check.key(), *first, of_all), context)
}

/// The findings in a file, of those by file.
fn in_file(found: Option<Arc<ByFile>>, context: &FileContext<'_>) -> Vec<Diagnostic> {
    let mut found = found.and_then(|it| it.get(&context.file.path).cloned()).unwrap_or_default();
    for related in found.iter_mut().flat_map(|it| &mut it.related) {
        related.file.take_if(|it| **it == *context.file.path);
    }
    found
}

type ByFile = FxHashMap<Arc<str>, Vec<Diagnostic>>;

/// The rules of a run, sorted by the kind of place that they check.
#[derive(Default)]
pub struct Registry {
    rules: Rules,
    pub(crate) file: Vec<(Reads, FileCheck)>,
    pub(crate) facts: Vec<FactsCheck>,
    pub(crate) site: Vec<Arc<dyn SiteCheck>>,
    pub(crate) flat: Vec<FlatCheck>,
    error: Vec<ErrorCheck>,
    error_words: Vec<(&'static RuleMeta, &'static ErrorWords)>,
    pub(crate) section: Vec<SectionCheck>,
    pub(crate) setting: Vec<SettingCheck>,
    /// Checks that select their parameters.
    filtered: Vec<(Wanted, SettingCheck)>,
    pub(crate) table: Vec<TableCheck>,
    pub(crate) row: Vec<RowCheck>,
    pub(crate) directive: Vec<DirectiveCheck>,
    pub(crate) block: Vec<BlockCheck>,
    pub(crate) branch: Vec<BranchCheck>,
    pub(crate) window: Vec<WindowCheck>,
    pub(crate) elim_line: Vec<ElimCheck>,
    pub(crate) server_files: Vec<ServerFilesCheck>,
    pub(crate) commands: Vec<CommandsCheck>,
    pub(crate) job: Vec<JobCheck>,
    pub(crate) connector: Vec<ConnectorCheck>,
    pub(crate) suppression: Vec<SuppressionCheck>,
    requirement: Vec<(Part, RequirementCheck)>,
    /// The checks of the parameters seen so far, in all files: choosing them calls the filters of all rules.
    parameters: RwLock<FxHashMap<ParameterKey, Arc<ChecksOfParameter>>>,
}

/// A parameter of a section of a kind of file. Facts about parameters live as long as the program, so their addresses
/// identify them.
type ParameterKey = (FileKind, usize, usize);

/// The parameters for which a check runs.
#[derive(Clone, Copy)]
enum Wanted {
    With(fn(&lsflint_spec::Grammar) -> bool),
    Of(fn(&ParamSpec) -> bool),
    Named(&'static [&'static str]),
}

impl Wanted {
    fn accepts(self, param: &ParamSpec) -> bool {
        match self {
            Wanted::With(accepts) => accepts(&param.grammar),
            Wanted::Of(accepts) => accepts(param),
            Wanted::Named(names) => names.iter().any(|it| it.eq_ignore_ascii_case(param.name)),
        }
    }
}

impl Registry {
    /// The registry of the rules that the settings enable.
    pub fn new(rules: Rules, settings: &Settings) -> Registry {
        Registry::of(rules, |rule| settings.enables(rule))
    }

    /// The registry of the rules that the settings enable, with the checks of those of a site.
    pub fn with_site(rules: Rules, checks: &[Arc<dyn SiteCheck>], settings: &Settings) -> Registry {
        let enabled = checks.iter().filter(|it| settings.enables(&it.rule().meta));
        Registry { site: enabled.cloned().collect(), ..Registry::new(rules, settings) }
    }

    /// The registry of the enabled rules that report names which no file defines.
    pub fn of_names(rules: Rules, settings: &Settings) -> Registry {
        Registry::of(rules, |rule| rule.scope == Scope::Names && settings.enables(rule))
    }

    fn of(rules: Rules, wanted: impl Fn(&RuleMeta) -> bool) -> Registry {
        let mut registry = Registry { rules, ..Registry::default() };
        for rule in rules.iter().filter(|it| wanted(&it.meta)) {
            rule.checks.iter().for_each(|it| registry.add(&rule.meta, *it));
        }
        registry
    }

    fn add(&mut self, rule: &'static RuleMeta, check: Check) {
        match check {
            Check::File(check) => self.file.push((Reads::EVERYTHING, Bound { rule, check })),
            Check::PartsOfFile(reads, check) => self.file.push((reads, Bound { rule, check })),
            Check::Facts(check) => self.facts.push(Bound { rule, check }),
            Check::Flat(check) => self.flat.push(Bound { rule, check }),
            Check::SyntaxError(check) => self.error.push(Bound { rule, check }),
            Check::Errors(words) => self.error_words.extend(words.iter().map(|it| (rule, it))),
            Check::Section(check) => self.section.push(Bound { rule, check }),
            Check::Setting(check) => self.setting.push(Bound { rule, check }),
            Check::SettingNamed(names, check) => self.filtered.push((Wanted::Named(names), Bound { rule, check })),
            Check::SettingOf(accepts, check) => self.filtered.push((Wanted::Of(accepts), Bound { rule, check })),
            Check::SettingWith(accepts, check) => self.filtered.push((Wanted::With(accepts), Bound { rule, check })),
            Check::Table(check) => self.table.push(Bound { rule, check }),
            Check::Row(check) => self.row.push(Bound { rule, check }),
            Check::Directive(check) => self.directive.push(Bound { rule, check }),
            Check::Block(check) => self.block.push(Bound { rule, check }),
            Check::Branch(check) => self.branch.push(Bound { rule, check }),
            Check::TimeWindow(check) => self.window.push(Bound { rule, check }),
            Check::ElimLine(check) => self.elim_line.push(Bound { rule, check }),
            Check::ServerFiles(check) => self.server_files.push(Bound { rule, check }),
            Check::Commands(check) => self.commands.push(Bound { rule, check }),
            Check::Job(check) => self.job.push(Bound { rule, check }),
            Check::Connector(check) => self.connector.push(Bound { rule, check }),
            Check::Suppression(check) => self.suppression.push(Bound { rule, check }),
            Check::Requirement(check) => self.requirement.push((Part::empty(), Bound { rule, check })),
            Check::RequirementPart(part, check) => self.requirement.push((part, Bound { rule, check })),
        }
    }

    /// The checks for the settings of a documented parameter.
    pub(crate) fn checks_of(
        &self,
        kind: FileKind,
        section: Option<&'static SectionSpec>,
        param: &'static ParamSpec,
    ) -> Arc<ChecksOfParameter> {
        let key = (kind, section.map_or(0, |it| ptr::from_ref(it).addr()), ptr::from_ref(param).addr());
        if let Some(known) = self.parameters.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return known.clone();
        }
        let checks = Arc::new(ChecksOfParameter::new(self, kind, section, param));
        self.parameters.write().unwrap_or_else(PoisonError::into_inner).entry(key).or_insert(checks).clone()
    }

    /// All rules, including those that the settings do not enable.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Runs the rules about a syntax error.
    pub(crate) fn check_error(&self, context: &ErrorContext<'_>, found: &mut Vec<Diagnostic>) {
        for check in &self.error {
            check.run(context, found);
        }
        for (rule, words) in self.error_words.iter().filter(|it| it.1.error == context.error.kind) {
            words.report(context, &mut Findings::new(rule, found));
        }
    }

    /// Runs the rules for the parts that the string has, and those for every string.
    pub(crate) fn check_requirement(&self, context: &RequirementContext<'_>, found: &mut Vec<Diagnostic>) {
        let present = context.parts.present();
        for (wanted, check) in &self.requirement {
            if wanted.is_empty() || wanted.intersects(present) {
                check.run(context, found);
            }
        }
    }
}

/// The checks for the settings of a documented parameter.
pub(crate) struct ChecksOfParameter {
    kind: FileKind,
    section: Option<&'static SectionSpec>,
    param: &'static ParamSpec,
    /// The checks that select the parameter.
    pub(crate) checks: Vec<SettingCheck>,
    may_refer: bool,
}

impl ChecksOfParameter {
    /// Calls the filters of all checks; [`Registry::checks_of`] stores what it returns.
    fn new(
        registry: &Registry,
        kind: FileKind,
        section: Option<&'static SectionSpec>,
        param: &'static ParamSpec,
    ) -> ChecksOfParameter {
        let checks = registry.filtered.iter().filter(|it| it.0.accepts(param)).map(|it| it.1).collect();
        ChecksOfParameter { kind, section, param, checks, may_refer: may_refer(kind, section, param) }
    }

    /// The names in a value that must be defined elsewhere.
    pub(crate) fn names_in<'t>(&self, value: Value<'t>) -> Vec<Reference<'t>> {
        if self.may_refer { references(self.kind, self.section, self.param, value) } else { Vec::new() }
    }
}
