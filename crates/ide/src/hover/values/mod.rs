//! Hovers for values: the meaning of the whole value, and of single words and numbers in it.

mod aps;
mod limits;
pub(super) mod lists;
pub(super) mod policy;
pub(super) mod time;
mod word;

use lsflint_model::SourceFile;
use lsflint_spec::{Grammar, ParamSpec};
use lsflint_syntax::{SyntaxKind, TextRange, Token};

use super::{Page, Scene, names, requirement};
use crate::spot::SettingAt;
use crate::words;

/// The meaning of a parameter value, as a few lines of Markdown; empty if the value explains itself.
pub(super) fn described(
    scene: &Scene<'_>,
    setting: &SettingAt<'_>,
    param: &'static ParamSpec,
    text: &str,
) -> Vec<String> {
    match param.grammar {
        Grammar::ApsPriority => aps::described(text),
        Grammar::TimeWindows => time::described(scene, text),
        Grammar::ResReq => requirement::described(scene, text),
        Grammar::HostList => lists::hosts(scene, text),
        Grammar::UserList => lists::users(scene, text),
        Grammar::Fairshare | Grammar::UserShares => policy::shares(text, param.grammar),
        Grammar::Preemption => policy::preemption(text),
        Grammar::Exclusive => policy::exclusive(text),
        Grammar::JobControls => policy::job_controls(text),
        Grammar::ExitValues => policy::exit_values(text),
        grammar => limits::described(scene, setting, param, &lsflint_syntax::parse_value(text, grammar)),
    }
}

/// The hover for the word or number at the cursor.
pub(super) fn at(scene: &Scene<'_>, token: Token<'_>) -> Option<(TextRange, Page)> {
    if scene.spot.node_of(SyntaxKind::TIME_WINDOW).is_some() {
        return time::at(scene);
    }
    let in_requirement =
        [SyntaxKind::RES_REQ, SyntaxKind::CONDITION].iter().any(|it| scene.spot.node_of(*it).is_some());
    if in_requirement && requirement::wants(scene, token) {
        return requirement::at(scene, token);
    }
    if scene.spot.node_of(SyntaxKind::APS_PRIORITY).is_some() {
        return aps::at(scene, token);
    }
    if let Some(found) = names::at(scene) {
        return Some(found);
    }
    if in_requirement {
        return requirement::at(scene, token);
    }
    let setting = scene.spot.setting()?;
    let param = setting.spec?;
    let value = setting.value?;
    let range = if is_single(scene.file, value.range(), token) { value.range() } else { token.range() };
    let range = if range.is_empty() { token.range() } else { range };
    Some((range, word::page(scene, &setting, param, token)))
}

/// Whether the value consists only of the token.
fn is_single(file: &SourceFile, value: TextRange, token: Token<'_>) -> bool {
    file.text[value].trim() == token.raw().trim()
}

/// A page whose heading is a parameter and its value.
fn head(setting: &SettingAt<'_>, text: &str) -> Page {
    Page::new(&words::one_line(text), &format!("value of `{}`", setting.name.text()))
}
