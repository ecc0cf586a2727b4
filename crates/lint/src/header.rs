//! Names that may be a load index: columns of tables and keys of queues.
//!
//! LSF ignores a whole table if it does not know one of its columns. Therefore, the header is checked only once, here:
//! the rules about headers report the verdict, and the walk skips the rows of a broken table.

use lsflint_model::{Knowledge, View};
use lsflint_spec::{FileKind, Grammar, Reading, ResourceType, SectionSpec};
use lsflint_syntax::ast::Value;
use rustc_hash::FxHashSet;

use crate::context::TableContext;

/// The meaning of a name that is not documented for its section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SiteName {
    /// A load index that the site defines.
    Index,
    /// A resource that is not a load index.
    OtherResource,
    /// Not defined by the site.
    Undefined,
    /// The definitions are not available.
    Unknown,
}

/// Looks up a name among the available resources. LSF compares columns and keys without letter case.
pub fn site_name(cluster: View<'_>, name: &str) -> SiteName {
    let resources = cluster.resources();
    match resources.get_ignoring_case(name) {
        Some(it) => match (it.kind, it.reading) {
            (Some(ResourceType::Numeric), Some(Reading::Dynamic)) => SiteName::Index,
            (None, _) | (_, None) => SiteName::Unknown,
            _ => SiteName::OtherResource,
        },
        None if resources.knowledge == Knowledge::Complete || !may_name_resource(name) => SiteName::Undefined,
        None => SiteName::Unknown,
    }
}

/// Whether the name is valid for a resource: a name with a stray bracket or quote is a typo, whatever the site defines.
fn may_name_resource(name: &str) -> bool {
    let Some(spec) = lsflint_spec::column(FileKind::LsfShared, "Resource", "RESOURCENAME") else { return true };
    let forbidden = |it: char| spec.forbidden_characters.contains(it) || matches!(it, '"' | '\'' | ']' | '{' | '}');
    let starts_with_digit = name.starts_with(|it: char| it.is_ascii_digit());
    !(name.contains(forbidden) || spec.no_leading_digit && starts_with_digit)
}

/// Whether a text has the form of a threshold: `1.5`, `1.5/3.5`, `/3.5`, `-`, `()`.
pub fn looks_like_threshold(text: &str) -> bool {
    let text = text.trim();
    let number = |it: &str| it.is_empty() || it.parse::<f64>().is_ok();
    matches!(text, "-" | "()") || text.split('/').count() <= 2 && text.split('/').all(number) && !text.is_empty()
}

/// The verdict on an undocumented column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Column {
    /// LSF accepts it, or it is unknown whether LSF does.
    Taken,
    /// LSF does not know it and ignores the table.
    Unknown,
    /// It names a resource that is not a load index.
    NotAnIndex,
}

/// Checks one column of a header.
pub fn column(context: &TableContext<'_>, index: usize) -> Column {
    let Some(spec) = context.section.spec.filter(|it| !it.params.is_empty()) else { return Column::Taken };
    let (name, param) = context.columns[index];
    let text = name.text();
    let file = context.section.file;
    if param.is_some() || file.settings.allows_parameter(&text) || lsflint_syntax::is_templated(&text) {
        return Column::Taken;
    }
    if !spec.load_index_names {
        return Column::Unknown;
    }
    match site_name(file.cluster, &text) {
        SiteName::Index => Column::Taken,
        SiteName::OtherResource => Column::NotAnIndex,
        SiteName::Undefined => Column::Unknown,
        // Without lsf.shared, a column of thresholds may be an index of the site, unless it is a misspelled documented
        // name.
        SiteName::Unknown if near_column(spec, &text).is_none() && holds_thresholds(context, index) => Column::Taken,
        SiteName::Unknown => Column::Unknown,
    }
}

/// The documented column that is similar to a name. Names of load indices are excluded: `tmp2` is not a misspelling of
/// `tmp`.
pub fn near_column(spec: &'static SectionSpec, name: &str) -> Option<crate::suggest::Near<'static>> {
    let known = spec.params.iter().filter(|it| !spec.load_index_names || it.grammar != Grammar::Threshold);
    crate::suggest::near(name, known.map(|it| it.name))
}

/// The required columns of the section that are missing in the header.
pub fn missing_columns(context: &TableContext<'_>) -> Vec<&'static str> {
    let Some(spec) = context.section.spec else { return Vec::new() };
    let has = |name: &str| context.columns.iter().any(|it| it.1.is_some_and(|it| it.name.eq_ignore_ascii_case(name)));
    let templated = context.columns.iter().any(|it| lsflint_syntax::is_templated(it.0.raw()));
    spec.required.iter().copied().filter(|it| !templated && !has(it)).collect()
}

/// Whether two columns of the header have the same name.
pub fn repeats_a_column(context: &TableContext<'_>) -> bool {
    let mut names = FxHashSet::default();
    !context.columns.iter().all(|it| names.insert(it.0.text().to_ascii_lowercase()))
}

/// Whether LSF ignores the table because of its header.
pub fn is_broken(context: &TableContext<'_>) -> bool {
    let unknown = |index: usize| column(context, index) != Column::Taken;
    repeats_a_column(context) || (0..context.columns.len()).any(unknown) || !missing_columns(context).is_empty()
}

/// Whether every value of a column has the form of a threshold.
fn holds_thresholds(context: &TableContext<'_>, index: usize) -> bool {
    context.section.section.rows().all(|row| {
        let cell = row.cells().nth(index);
        cell.is_none_or(|it: Value<'_>| it.is_unset() || it.is_templated() || looks_like_threshold(&it.node().text()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds() {
        for text in ["1.5", "1.5/3.5", "/3.5", "5/", "-", "()", "80"] {
            assert!(looks_like_threshold(text), "{text}");
        }
        for text in ["", "a", "1/2/3", "5 / 6 7", "y"] {
            assert!(!looks_like_threshold(text), "{text}");
        }
    }
}
