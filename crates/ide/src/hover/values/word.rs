//! A single word or number of a value that is no name: words of a list, special words, `-`.

use lsflint_spec::{Grammar, ParamSpec};
use lsflint_syntax::ast::{ExitValues, Fairshare, ListItem, SharePair, UserShares};
use lsflint_syntax::{Element, SyntaxKind, Token};

use super::limits::is_number;
use super::{head, said};
use crate::hover::{Page, Scene};
use crate::spot::SettingAt;
use crate::words;

/// The word under the cursor, in the value it stands in.
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
        for line in said(scene, setting, param, &text) {
            page.fact(line);
        }
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

/// `-` and `()`.
fn unset(scene: &Scene<'_>, setting: &SettingAt<'_>, param: &'static ParamSpec, token: Token<'_>) -> Page {
    let mut page = Page::new(&token.text(), &format!("`{}` is left open", setting.name.text()));
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
                page.text("As if nothing were written; there is no value then.");
            } else {
                page.text(format!("As if nothing were written: {value} counts."));
            }
        }
        None => {
            page.text("As if nothing were written.");
        }
    }
    page
}

/// A documented default as part of a sentence; empty when it is that there is none.
fn default_text(value: &str) -> String {
    let inner = value.strip_prefix("undefined").map(|it| it.trim().trim_start_matches('(').trim_end_matches(')'));
    words::sentence(inner.unwrap_or(value).trim_matches(['(', ')']))
}

/// Notes about one word: those that begin with it.
fn about<'n>(param: &'n ParamSpec, word: &'n str) -> impl Iterator<Item = &'n str> {
    param.notes.iter().copied().filter(move |note| {
        let head = note.get(..word.len()).is_some_and(|it| it.eq_ignore_ascii_case(word));
        head && !note[word.len()..].starts_with(|it: char| it.is_alphanumeric() || it == '_')
    })
}

/// Words that LSF reads itself, in lists of names.
fn special(setting: &SettingAt<'_>, token: Token<'_>) -> Option<(&'static str, String)> {
    let grammar = setting.spec?.grammar;
    let text = token.text().to_ascii_lowercase();
    let hosts = matches!(grammar, Grammar::HostList | Grammar::Location);
    let users = matches!(grammar, Grammar::UserList | Grammar::Fairshare | Grammar::UserShares);
    let is_list =
        hosts || users || matches!(grammar, Grammar::QueueList | Grammar::Names(_) | Grammar::ApplicationList);
    let meaning = match (&*text, grammar) {
        ("all", Grammar::Location) => "Every server host of the cluster, and all of them share one value.",
        ("default", Grammar::Location) => "Every server host has a value of its own.",
        ("others", Grammar::Location) => "The server hosts that this row does not name share one value.",
        ("all", Grammar::HostList) => "Every host of the cluster.",
        ("others", Grammar::HostList) => "Every host that the list does not name.",
        ("none", Grammar::HostList) => "No host of this cluster.",
        ("allremote", _) if hosts => "Hosts that other clusters lend.",
        ("default", Grammar::HostList) => "Every host that has no row of its own.",
        ("all", _) if users => "Everybody.",
        ("others", _) if users => "Everybody else: all of them together.",
        ("default", _) if users => "Each user that the list does not name.",
        ("all", _) if is_list => "All there are.",
        ("none", _) if is_list => "None of them.",
        _ => match token.kind() {
            SyntaxKind::TILDE if is_list => "The name behind it is left out.",
            SyntaxKind::BANG if hosts => {
                "With a name: the job starts on this host first. Alone: a program or LSF fills it in."
            }
            SyntaxKind::PLUS if is_list => {
                "The number behind it is a preference: larger is tried first, without one it is 0."
            }
            SyntaxKind::AT if grammar == Grammar::Location => {
                "The hosts in the brackets behind it share the amount before it."
            }
            SyntaxKind::AT if users => "Each member of the group on its own, not the group as one.",
            SyntaxKind::AT if is_list => "The name of another cluster follows.",
            _ => return None,
        },
    };
    Some(("word", meaning.to_owned()))
}

/// The number behind `+`.
fn preference(scene: &Scene<'_>, token: Token<'_>) -> Option<(&'static str, String)> {
    let item = scene.spot.path.iter().rev().find_map(|it| ListItem::cast(Element::Node(*it)))?;
    item.preference().filter(|it| it.range() == token.range())?;
    let name = words::code(&item.text());
    Some(("preference", format!("{name} is tried before names with a smaller number; a name without one has 0.")))
}

/// A number of shares.
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
    let who = if name == "default" { "each user that is not named".to_owned() } else { words::code(&name) };
    let open = |it: &SharePair<'_>| it.at().is_some() || it.name().is_some_and(|it| it.is("default"));
    let of = if pairs.iter().any(open) { String::new() } else { format!(" of {total}") };
    Some(("shares", format!("{mine}{of} for {who}: who has more shares gets more slots while others wait too.")))
}

/// What happens after an exit code.
fn exit_code(scene: &Scene<'_>, param: &ParamSpec, token: Token<'_>) -> Option<(&'static str, String)> {
    let values = scene.spot.node::<ExitValues<'_>>()?;
    let code = values.codes().find(|it| it.token().range() == token.range())?;
    let what = match (param.name, code.in_exclude(), code.tilde().is_some()) {
        ("REQUEUE_EXIT_VALUES", true, _) => {
            "The job is put back into its queue and not started on the same host again."
        }
        ("REQUEUE_EXIT_VALUES", false, false) => "A job that ends with this code is put back into its queue.",
        ("SUCCESS_EXIT_VALUES", _, false) => "A job that ends with this code counts as done, not as failed.",
        (_, _, true) => "This code is left out.",
        _ => return None,
    };
    let number = code.number().unwrap_or_default();
    let signal = match number {
        129..=192 => format!(" {number} is what shells report for signal {}.", number - 128),
        _ => String::new(),
    };
    Some(("exit code", format!("{what}{signal}")))
}
