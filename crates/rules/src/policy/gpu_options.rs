//! Help for mistakes in a GPU requirement: `bsub -gpu`, GPU_REQ, LSB_GPU_REQ.

use lsflint_lint::suggest::{did_you_mean, near};
use lsflint_spec::{FileKind, GPU_OPTIONS, Grammar};
use lsflint_syntax::ErrorKind;

use crate::policy::gpu_requirement::PARAMETER;
use crate::requirement::content::choice;

/// What to write instead of the option of a GPU requirement that contains an offset.
pub(crate) fn help(text: &str, offset: usize) -> String {
    let separates = |it: char| it == ':' || it == '"';
    let start = text[..offset].rfind(separates).map_or(0, |it| it + 1);
    let end = text[offset..].find(separates).map_or(text.len(), |it| offset + it);
    let name = text[start..end.max(start)].split('=').next().unwrap_or_default().trim();
    match GPU_OPTIONS.iter().find(|it| it.name == name) {
        Some(option) => format!("write `{}`", option.form),
        None => match near(name, GPU_OPTIONS.iter().map(|it| it.name)) {
            Some(right) => did_you_mean(right.name),
            None => format!("use {}, separated by `:`", choice(GPU_OPTIONS.iter().map(|it| it.name))),
        },
    }
}

/// The offset of the first mistake in a GPU requirement.
pub(crate) fn mistake(text: &str) -> Option<usize> {
    let spec = FileKind::LsbQueues.spec().sections.iter().find_map(|it| it.param(PARAMETER))?;
    let Grammar::Shape(_) = spec.grammar else { return None };
    let parse = lsflint_syntax::parse_value(text, spec.grammar);
    let error = parse.errors().iter().find(|it| matches!(it.kind, ErrorKind::Value(_)))?;
    Some(usize::from(error.range.start()))
}
