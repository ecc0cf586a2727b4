//! Settings of one file that change what another file means.

use lsflint_spec::{DEFAULT_ORDER, FileKind, Target};
use lsflint_syntax::Token;
use lsflint_syntax::ast::{self, AstNode};

use crate::SourceFile;

/// How much of a name space, or of a file, is in view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Knowledge {
    /// Not loaded: say nothing about what might be in it.
    #[default]
    Unknown,
    /// Loaded with gaps: unresolved includes, templated values.
    Partial,
    /// Loaded as a whole.
    Complete,
}

/// Which parser LSF uses for selection strings (LSF_STRICT_RESREQ), and how we know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Strictness {
    /// LSF_STRICT_RESREQ=Y, or asked for.
    Strict,
    /// LSF_STRICT_RESREQ=N, or asked for.
    Lenient,
    /// lsf.conf is complete and has no such line, which means N.
    LenientByDefault,
    /// No lsf.conf in view: judged as strict, which is what the installer writes.
    #[default]
    Unknown,
}

impl Strictness {
    /// Whether a violation of the strict rules is an error (else it is ignored today, and a warning).
    pub fn is_strict(self) -> bool {
        matches!(self, Strictness::Strict | Strictness::Unknown)
    }
}

/// The switches in view.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Switches {
    /// LSF_STRICT_RESREQ.
    pub strictness: Strictness,
    /// The versions or dialect the configuration is for.
    pub target: Target,
    /// LSF_UNIT_FOR_LIMITS, upper case (`KB`, `MB`, `GB` ...).
    pub unit_for_limits: Option<String>,
    /// LSF_ENABLE_TMP_UNIT=Y: `None` when lsf.conf is not in view.
    pub tmp_unit: Option<bool>,
    /// LSB_GPU_NEW_SYNTAX, lower case.
    pub gpu_syntax: Option<String>,
    /// How much of lsf.conf is in view.
    pub lsf_conf: Knowledge,
    /// The order of hosts where no requirement has one: DEFAULT_RESREQ_ORDER, else the built-in default. `None` when lsb.params is
    /// not in view as a whole.
    pub default_order: Option<String>,
    /// PREEMPT_JOBTYPE has BACKFILL: `None` when lsb.params is not in view as a whole.
    pub backfill_preemptable: Option<bool>,
}

impl Switches {
    /// Reads the switches from the files of a cluster. `target` is what the user asked for; without it LSF_VERSION of lsf.conf
    /// decides, then the newest version.
    pub fn of(files: &[SourceFile], target: Option<&Target>) -> Switches {
        let mut switches = Switches::default();
        if let Some(target) = target {
            switches.target = *target;
        }
        if let Some(params) = files.iter().find(|it| it.kind == FileKind::LsbParams) {
            switches.default_order =
                of_params(params, "DEFAULT_RESREQ_ORDER").map(|it| it.unwrap_or_else(|| DEFAULT_ORDER.to_owned()));
            let has_backfill = |it: String| it.split_ascii_whitespace().any(|it| it.eq_ignore_ascii_case("BACKFILL"));
            switches.backfill_preemptable = of_params(params, "PREEMPT_JOBTYPE").map(|it| it.is_some_and(has_backfill));
        }
        let Some(conf) = files.iter().find(|it| it.kind == FileKind::LsfConf) else { return switches };
        let partial = conf.template || conf.text.contains("#INCLUDE") || conf.text.contains("#include");
        switches.lsf_conf = if partial { Knowledge::Partial } else { Knowledge::Complete };
        let yes = |value: &str| value.eq_ignore_ascii_case("y") || value.eq_ignore_ascii_case("yes");
        let has_line = conf.text.contains("LSF_STRICT_RESREQ");
        switches.strictness = match conf.flat_value("LSF_STRICT_RESREQ") {
            Some(value) if yes(&value) => Strictness::Strict,
            Some(_) => Strictness::Lenient,
            // A line that is there but hidden by a template may say anything.
            None if partial || has_line && conf.parse.root().text().contains("{{") => Strictness::Unknown,
            None => Strictness::LenientByDefault,
        };
        switches.unit_for_limits = conf.flat_value("LSF_UNIT_FOR_LIMITS").map(|it| it.to_ascii_uppercase());
        switches.tmp_unit = match conf.flat_value("LSF_ENABLE_TMP_UNIT") {
            Some(value) => Some(yes(&value)),
            None if partial => None,
            None => Some(false),
        };
        switches.gpu_syntax = conf.flat_value("LSB_GPU_NEW_SYNTAX").map(|it| it.to_ascii_lowercase());
        if target.is_none()
            && let Some(version) = conf.flat_value("LSF_VERSION").and_then(|it| it.parse().ok())
        {
            switches.target = version;
        }
        switches
    }
}

/// A parameter of lsb.params, without quotes; the inner `None` when it is not set. The outer one when time or another file decides.
fn of_params(params: &SourceFile, name: &str) -> Option<Option<String>> {
    let lower = params.text.to_ascii_lowercase();
    if params.template || ["#include", "#if", "#define"].iter().any(|it| lower.contains(it)) {
        return None;
    }
    let named = |it: Option<Token<'_>>, name: &str| it.is_some_and(|it| it.text().eq_ignore_ascii_case(name));
    let sections =
        params.parse.root().children().filter_map(ast::Section::cast).filter(|it| named(it.name(), "Parameters"));
    let entries = sections.flat_map(|it| it.node().children()).filter_map(ast::Entry::cast);
    let Some(entry) = entries.filter(|it| named(it.key(), name)).last() else { return Some(None) };
    let value = entry.value().filter(|it| !it.is_templated())?;
    Some(Some(params.text[value.range()].trim_matches(['"', '\'']).to_owned()))
}
