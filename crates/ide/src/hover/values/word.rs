//! Hovers for words and numbers in a value that are not names: enumeration values, keywords, `-`.

use lsflint_spec::{Grammar, ParamSpec};
use lsflint_syntax::ast::{ExitValues, Fairshare, ListItem, SharePair, UserShares};
use lsflint_syntax::{Element, SyntaxKind, Token};

use super::limits::is_number;
use super::{described, head};
use crate::hover::{Page, Scene, parameter};
use crate::spot::SettingAt;
use crate::words;

/// The hover for the word at the cursor and its value.
pub(super) fn page(scene: &Scene<'_>, setting: &SettingAt<'_>, param: &'static ParamSpec, token: Token<'_>) -> Page {
    let text = scene.text(setting).unwrap_or_default();
    let raw = token.raw();
    let mut page = match token.kind() {
        SyntaxKind::UNSET => unset(scene, setting, param, token),
        kind => {
            let part = preference(scene, token).or_else(|| special(setting, token));
            let part = part.or_else(|| share(scene, token)).or_else(|| exit_code(scene, param, token));
            match part {
                Some((what, meaning)) => {
                    let mut page = Page::new(&token.text(), &format!("{what} of `{}`", setting.name.text()));
                    page.text(meaning);
                    page
                }
                None => {
                    let whole = is_number(kind) || param.values.is_empty();
                    let mut page = head(setting, if whole { &text } else { raw });
                    page.text(words::full_sentence(param.summary));
                    page
                }
            }
        }
    };
    if token.kind() != SyntaxKind::UNSET {
        for line in described(scene, setting, param, &text) {
            page.fact(line);
        }
        page.fact(parameter::enforced(scene, param).unwrap_or_default());
        for note in about(param, raw) {
            page.fact(words::sentence(note));
        }
        if !param.values.is_empty() && !matches!(param.grammar, Grammar::HostList | Grammar::UserList) {
            page.labelled("allowed", words::names(param.values, 12));
        }
    }
    page.link(param.source);
    page
}

/// The hover for `-` and `()`.
fn unset(scene: &Scene<'_>, setting: &SettingAt<'_>, param: &'static ParamSpec, token: Token<'_>) -> Page {
    let mut page = Page::new(&token.text(), &format!("`{}` uses the default", setting.name.text()));
    let effective = scene.effective(param);
    let deciding = effective.as_ref().and_then(|it| it.deciding());
    match deciding {
        Some(link) => {
            let value = link.value.as_deref().unwrap_or_default();
            let from = link.place.as_ref().and_then(|it| scene.place(it)).unwrap_or_else(|| link.from.clone());
            let value = match link.place {
                Some(_) => format!("{} of {from}", words::code(value)),
                None => format!("the default {}", default_text(value)),
            };
            if value == "the default " {
                page.text("Same as leaving it out: no value is set.");
            } else {
                page.text(format!("Same as leaving it out: {value} applies."));
            }
        }
        None => {
            page.text("Same as leaving it out.");
        }
    }
    page
}

/// A documented default as part of a sentence; empty if there is none.
fn default_text(value: &str) -> String {
    let inner = value.strip_prefix("undefined").map(|it| it.trim().trim_start_matches('(').trim_end_matches(')'));
    words::sentence(inner.unwrap_or(value).trim_matches(['(', ')']))
}

/// The notes about a word: those that start with it.
fn about<'n>(param: &'n ParamSpec, word: &'n str) -> impl Iterator<Item = &'n str> {
    param.notes.iter().copied().filter(move |note| {
        let head = note.get(..word.len()).is_some_and(|it| it.eq_ignore_ascii_case(word));
        head && !note[word.len()..].starts_with(|it: char| it.is_alphanumeric() || it == '_')
    })
}

/// The meaning of keywords in lists of names.
fn special(setting: &SettingAt<'_>, token: Token<'_>) -> Option<(&'static str, String)> {
    let grammar = setting.spec?.grammar;
    let text = token.text().to_ascii_lowercase();
    let hosts = matches!(grammar, Grammar::HostList | Grammar::Location);
    let users = matches!(grammar, Grammar::UserList | Grammar::Fairshare | Grammar::UserShares);
    let is_list =
        hosts || users || matches!(grammar, Grammar::QueueList | Grammar::Names(_) | Grammar::ApplicationList);
    let meaning = match (&*text, grammar) {
        ("all", Grammar::Location) => "All server hosts of the cluster share one value.",
        ("default", Grammar::Location) => "Each server host has its own value.",
        ("others", Grammar::Location) => "The server hosts not named in this row share one value.",
        ("all", Grammar::HostList) => "All hosts of the cluster.",
        ("others", Grammar::HostList) => "All hosts not in the list.",
        ("none", Grammar::HostList) => "No host of this cluster.",
        ("allremote", _) if hosts => "Hosts borrowed from other clusters.",
        ("default", Grammar::HostList) => "All hosts without their own row.",
        ("all", _) if users => "All users.",
        ("others", _) if users => "All other users, as one group.",
        ("default", _) if users => "Each user not in the list.",
        ("all", _) if is_list => "All of them.",
        ("none", _) if is_list => "None of them.",
        _ => match token.kind() {
            SyntaxKind::TILDE if is_list => "Excludes the name after it.",
            SyntaxKind::BANG if hosts => {
                "After a name: the first execution host of the job. Alone: filled in by a program or LSF."
            }
            SyntaxKind::PLUS if is_list => {
                "The number after it is a preference: higher numbers are tried first. The default is 0."
            }
            SyntaxKind::AT if grammar == Grammar::Location => {
                "The hosts in the following brackets share the amount before it."
            }
            SyntaxKind::AT if users => "Each member of the group separately, not the group as a whole.",
            SyntaxKind::AT if is_list => "Followed by the name of another cluster.",
            _ => return None,
        },
    };
    Some(("word", meaning.to_owned()))
}

/// The meaning of the number after `+`.
fn preference(scene: &Scene<'_>, token: Token<'_>) -> Option<(&'static str, String)> {
    let item = scene.spot.path.iter().rev().find_map(|it| ListItem::cast(Element::Node(*it)))?;
    item.preference().filter(|it| it.range() == token.range())?;
    let name = words::code(&item.text());
    Some(("preference", format!("{name} is tried before names with a lower number. The default is 0.")))
}

/// The meaning of a number of shares.
fn share(scene: &Scene<'_>, token: Token<'_>) -> Option<(&'static str, String)> {
    let pair = scene.spot.node::<SharePair<'_>>()?;
    pair.shares().filter(|it| it.range() == token.range())?;
    let pairs: Vec<SharePair<'_>> = match (scene.spot.node::<Fairshare<'_>>(), scene.spot.node::<UserShares<'_>>()) {
        (Some(it), _) => it.pairs().collect(),
        (None, Some(it)) => it.pairs().collect(),
        (None, None) => return None,
    };
    let total = pairs.iter().try_fold(0_i64, |sum, it| sum.checked_add(it.number()?))?;
    let mine = pair.number()?;
    let name = pair.name()?.text().into_owned();
    let who = if name == "default" { "each user not in the list".to_owned() } else { words::code(&name) };
    let open = |it: &SharePair<'_>| it.at().is_some() || it.name().is_some_and(|it| it.is("default"));
    let of = if pairs.iter().any(open) { String::new() } else { format!(" of {total}") };
    Some(("shares", format!("{mine}{of} for {who}: with competing jobs, more shares mean more slots.")))
}

/// The meaning of an exit code.
fn exit_code(scene: &Scene<'_>, param: &ParamSpec, token: Token<'_>) -> Option<(&'static str, String)> {
    let values = scene.spot.node::<ExitValues<'_>>()?;
    let code = values.codes().find(|it| it.token().range() == token.range())?;
    let what = match (param.name, code.in_exclude(), code.tilde().is_some()) {
        ("REQUEUE_EXIT_VALUES", true, _) => "LSF requeues the job and does not run it on the same host again.",
        ("REQUEUE_EXIT_VALUES", false, false) => "LSF requeues a job that exits with this code.",
        ("SUCCESS_EXIT_VALUES", _, false) => "A job that exits with this code is done, not failed.",
        (_, _, true) => "This code is excluded.",
        _ => return None,
    };
    let number = code.number().unwrap_or_default();
    let signal = match number {
        129..=192 => format!(" Shells report {number} for signal {}.", number - 128),
        _ => String::new(),
    };
    Some(("exit code", format!("{what}{signal}")))
}
