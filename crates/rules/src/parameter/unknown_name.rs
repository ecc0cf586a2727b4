//! Classifies a name that its section does not have, for the rules that report the different cases.

use lsflint_lint::header::{SiteName, looks_like_threshold, site_name};
use lsflint_lint::suggest::{self, Near, near};
use lsflint_lint::{Consequence, Item, Origin, SettingContext};
use lsflint_spec::{Confidence, FileKind, Grammar, Maturity, ParamKind, ParamSpec, SectionSpec, lists};

/// A documented place of a name.
pub(crate) type Place = (FileKind, &'static SectionSpec, &'static ParamSpec);

/// What a name is.
pub(crate) enum Verdict {
    /// Documented here, declared by the user, or impossible to know.
    Taken,
    /// Documented here in another letter case, and names in the file are case-sensitive.
    Case(&'static str),
    /// A resource of the site that is not a load index, where a load index would be valid.
    NotAnIndex,
    /// Similar to a documented name.
    Near(Near<'static>),
    /// Documented elsewhere.
    Elsewhere(Vec<Place>),
    /// Not known.
    Unknown,
    /// Not known, in uppercase like the parameters: a load index only if lsf.shared, which is not loaded, defines it.
    UnlikelyIndex,
}

/// From this length on, a name is distinctive.
const LONG_NAME: usize = 8;

/// Up to this length a part of a name is an abbreviation: `LIM`, `PIM`, `PORT`.
const SHORT_PART: usize = 4;

/// What LSF does with a line whose name it does not know.
pub(crate) fn ignored(origin: Origin) -> Consequence {
    match origin {
        Origin::Flat => Item::Line.ignored().silently(),
        Origin::Keyed | Origin::Cell => Item::Line.ignored().logged(),
    }
}

/// Judges the name of a keyed line or a flat line.
pub(crate) fn verdict(context: &SettingContext<'_>) -> Verdict {
    let setting = &context.setting;
    // Nearly every name is written as documented.
    if setting.spec.is_some_and(|it| it.name == setting.name.raw() && it.maturity != Maturity::Removed) {
        return Verdict::Taken;
    }
    let file = context.file.kind().spec();
    let text = setting.name.text();
    let Some(section) = (match context.is_in_section() {
        true => context.section_spec(),
        false => file.sections.first(),
    }) else {
        return Verdict::Taken;
    };
    let is_open = section.params.is_empty() || context.file.settings.allows_parameter(&text);
    if setting.origin == Origin::Cell || is_open || lsflint_syntax::is_templated(&text) {
        return Verdict::Taken;
    }
    if let Some(spec) = setting.spec {
        if let Some(right) = right_word(spec, section) {
            return Verdict::Near(Near { name: right.name, distance: 1, unique: true });
        }
        return documented(spec, &text, file.case_sensitive_names);
    }
    if section.load_index_names {
        match site_name(context.file.cluster, &text) {
            SiteName::Index => return Verdict::Taken,
            SiteName::OtherResource => return Verdict::NotAnIndex,
            SiteName::Undefined | SiteName::Unknown => {}
        }
    }
    let near = near(&text, names(section))
        .filter(|it| file.names_complete || is_slip(&text, it.name, section))
        .or_else(|| cut_short(&text, section))
        .or_else(|| named_as_variable(&text, section));
    // The help lists the names of a section with one parameter, so other places of the name are not useful.
    let mut places = places(context.file.kind(), section, &text);
    places.truncate(if section.params.len() == 1 { 0 } else { places.len() });
    match near {
        // A long name that is documented elsewhere to the letter is not a typo; a short one may be.
        Some(near) if places.is_empty() || near.distance <= 1 && text.len() < LONG_NAME => Verdict::Near(near),
        _ if !places.is_empty() => Verdict::Elsewhere(places),
        _ if section.load_index_names && may_be_index(context) => match text.chars().any(char::is_lowercase) {
            true => Verdict::Taken,
            false => Verdict::UnlikelyIndex,
        },
        _ => Verdict::Unknown,
    }
}

/// The parameter that an environment variable of the same meaning is called after: LSF_JOB_STARTER for JOB_STARTER.
fn named_as_variable(given: &str, section: &'static SectionSpec) -> Option<Near<'static>> {
    let prefixes = lists::PREFIXES_OF_LSF_CONF.iter();
    let name = prefixes.filter_map(|it| given.strip_prefix(it)).find(|it| it.len() >= LONG_NAME)?;
    let param = section.params.iter().find(|it| it.name == name)?;
    Some(Near { name: param.name, distance: given.len() - name.len(), unique: true })
}

/// Whether a name that may be undocumented is more likely a misspelling of a known one. If only a short part differs,
/// and other names have that part, it may be a separate parameter: `LSF_DEBUG_PIM` is not a misspelling of
/// `LSF_DEBUG_LIM`.
fn is_slip(given: &str, known: &str, section: &'static SectionSpec) -> bool {
    let (given_parts, known_parts): (Vec<&str>, Vec<&str>) = (given.split('_').collect(), known.split('_').collect());
    if given_parts.len() != known_parts.len() {
        return true;
    }
    let differs = |it: &(usize, (&&str, &&str))| !it.1.0.eq_ignore_ascii_case(it.1.1);
    let mut different = given_parts.iter().zip(&known_parts).enumerate().filter(differs);
    let Some((index, (part, known))) = different.next().filter(|_| different.next().is_none()) else { return true };
    let (part, known) = (part.to_ascii_uppercase(), known.to_ascii_uppercase());
    if part.strip_suffix('S') == Some(&*known) || known.strip_suffix('S') == Some(&*part) {
        return true;
    }
    // Two letters of a short part make another word: `NTP` is not `TOP`.
    if part.len() <= SHORT_PART && suggest::distance(&part, &known) > 1 {
        return false;
    }
    let is_part = || names(section).any(|name| name.split('_').any(|it| it.eq_ignore_ascii_case(&part)));
    index == 0 || part.len() > SHORT_PART || !is_part()
}

/// The only known name whose last word begins with the last word of a name: `LSF_PROCESS_TRACK` for
/// `LSF_PROCESS_TRACKING`.
fn cut_short(given: &str, section: &'static SectionSpec) -> Option<Near<'static>> {
    let last = given.rsplit('_').next().filter(|it| it.len() > SHORT_PART && it.len() < given.len())?;
    let longer = |it: &&str| {
        it.len() > given.len()
            && it.get(..given.len()).is_some_and(|it| it.eq_ignore_ascii_case(given))
            && it.len() - given.len() < last.len()
            && !it[given.len()..].contains('_')
    };
    let mut found = names(section).filter(longer);
    let name = found.next().filter(|_| found.next().is_none())?;
    Some(Near { name, distance: name.len() - given.len(), unique: true })
}

/// The parameter that is meant by a name which LSF never had: `NAME` in a queue.
fn right_word(spec: &ParamSpec, section: &'static SectionSpec) -> Option<&'static ParamSpec> {
    let never = spec.maturity == Maturity::Removed && spec.only_in.is_empty() && spec.confidence == Confidence::High;
    section.param(spec.replaced_by).filter(|_| never && !spec.replaced_by.is_empty())
}

fn documented(spec: &'static ParamSpec, text: &str, case_sensitive: bool) -> Verdict {
    let spelled = |it: &str| it == text;
    match case_sensitive && !spelled(spec.name) && !spec.aliases.iter().any(|it| spelled(it)) {
        true => Verdict::Case(spec.name),
        false => Verdict::Taken,
    }
}

/// The names that may be misspelled. Load indices are excluded where the site can define more of them: `tmp2` is not a
/// misspelling of `tmp`.
fn names(section: &'static SectionSpec) -> impl Iterator<Item = &'static str> {
    let known = section.params.iter().filter(|it| !section.load_index_names || it.grammar != Grammar::Threshold);
    let current = known.filter(|it| it.maturity != Maturity::Removed);
    current.flat_map(|it| std::iter::once(it.name).chain(it.aliases.iter().copied()))
}

/// Whether the line may set a threshold for a load index of the site, because lsf.shared is not available.
fn may_be_index(context: &SettingContext<'_>) -> bool {
    let text = context.file.text(context.setting.value_range());
    site_name(context.file.cluster, &context.setting.name.text()) == SiteName::Unknown && looks_like_threshold(text)
}

/// The other places where a name is documented: those in the same file first, keywords before columns.
fn places(here: FileKind, section: &'static SectionSpec, name: &str) -> Vec<Place> {
    // Daemons do not read the files of the installer, and the installer reads no other file.
    let installer = here.spec().installer_only;
    let other = |it: &Place| {
        let same_reader = installer || !it.0.spec().installer_only;
        !std::ptr::eq(it.1, section) && it.2.name_verified && it.2.only_in.is_empty() && same_reader
    };
    let current = |it: &Place| it.2.maturity != Maturity::Removed && it.2.confidence != Confidence::Low;
    let mut found: Vec<Place> = lsflint_spec::params_named(name).filter(|it| other(it) && current(it)).collect();
    // Names in lsf.conf are case-sensitive: only the exact spelling is one of its names.
    found.retain(|it| !it.0.spec().case_sensitive_names || it.2.name == name);
    found.sort_by_key(|it| (it.0 != here, it.2.kind != ParamKind::Keyword));
    found
}
