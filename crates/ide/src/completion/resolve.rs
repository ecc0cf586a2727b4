//! What an item is, at more length, for whoever looks at it.

use lsflint_lint::find_rule;
use lsflint_spec::{
    FileKind, Maturity, ParamSpec, aps_factor, builtin_resource, directive, find_param, requirement_section, section,
};

use crate::Snapshot;

/// The documentation of an item by its `data`, as markdown; `None` when there is none.
pub fn resolve(snapshot: &Snapshot, data: &str) -> Option<String> {
    let (kind, rest) = data.split_once('/')?;
    match kind {
        "param" => {
            let mut parts = rest.splitn(3, '/');
            let (file, section, name) = (parts.next()?, parts.next()?, parts.next()?);
            Some(parameter(find_param(kind_of(file)?, section, name)?))
        }
        "section" => {
            let (file, name) = rest.split_once('/')?;
            let spec = section(kind_of(file)?, name)?;
            let mut text = format!("**{}** in {file}\n\n{}", spec.name, spec.summary);
            if !spec.required.is_empty() {
                text.push_str(&format!("\n\nMust have: {}", code_list(spec.required)));
            }
            if !spec.obsolete.is_empty() {
                text.push_str(&format!("\n\n{}", spec.obsolete));
            }
            Some(text)
        }
        "requirement" => {
            let spec = requirement_section(rest)?;
            Some(format!("```\n{}\n```\n{}{}", spec.form, spec.summary, link(spec.source)))
        }
        "keyword" => {
            let (section, name) = rest.split_once('/')?;
            let section = requirement_section(section)?;
            let keyword = section.keywords.iter().find(|it| it.name == name)?;
            Some(format!("```\n{}\n```\n{}{}", keyword.form, keyword.summary, link(section.source)))
        }
        "aps-factor" => {
            let factor = aps_factor(rest)?;
            let mut text = format!("**{}**: {}\n\nValue: {}", factor.name, factor.summary, factor.data);
            if !factor.needs.is_empty() {
                text.push_str(&format!("\n\nThe same for every job without {}", code_list(factor.needs)));
            }
            Some(text)
        }
        "aps-part" => {
            let part = lsflint_spec::APS_PARTS.iter().find(|it| it.name == rest)?;
            Some(format!("**{}**: {}", part.name, part.summary))
        }
        "directive" => Some(parameter(directive(rest)?)),
        "rule" => {
            let rule = find_rule(rest)?;
            Some(format!("**{} {}**\n\n{}", rule.meta.code, rule.meta.name, rule.meta.summary()))
        }
        "name" => {
            let (space, name) = rest.split_once('/')?;
            named(snapshot, space, name)
        }
        _ => None,
    }
}

fn kind_of(name: &str) -> Option<FileKind> {
    FileKind::ALL.into_iter().find(|it| it.name() == name)
}

fn link(source: &str) -> String {
    if source.starts_with("https://") { format!("\n\n[Documentation]({source})") } else { String::new() }
}

fn code_list(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|it| format!("`{it}`")).collect();
    words.join(", ")
}

/// A parameter: form, meaning, conditions.
fn parameter(param: &ParamSpec) -> String {
    let mut text = String::new();
    if !param.form.is_empty() {
        let assigned =
            if param.kind == lsflint_spec::ParamKind::Keyword { format!("{} = ", param.name) } else { String::new() };
        text.push_str(&format!("```\n{assigned}{}\n```\n", param.form));
    }
    text.push_str(param.summary);
    let mut facts = Vec::new();
    if !param.unit.is_empty() {
        facts.push(format!("Unit: {}", param.unit));
    }
    if !param.default.is_empty() {
        facts.push(format!("Default: {}", param.default));
    }
    if let Some(since) = param.since {
        facts.push(format!("Since LSF {since}"));
    }
    match param.maturity {
        Maturity::Current => {}
        Maturity::Deprecated | Maturity::Obsolete if !param.replaced_by.is_empty() => {
            facts.push(format!("Use `{}` instead", param.replaced_by));
        }
        Maturity::Deprecated => facts.push("Deprecated".to_owned()),
        Maturity::Obsolete => facts.push("Out of the manual".to_owned()),
        Maturity::Removed => facts.push("Not read any more".to_owned()),
        Maturity::Undocumented => facts.push("Read, but not documented".to_owned()),
    }
    if !param.requires.is_empty() {
        facts.push(format!("Needs {}", code_list(param.requires)));
    }
    if !param.requires_any.is_empty() {
        facts.push(format!("Needs one of {}", code_list(param.requires_any)));
    }
    for fact in facts {
        text.push_str(&format!("\n\n{fact}"));
    }
    for note in param.notes {
        text.push_str(&format!("\n- {note}"));
    }
    text.push_str(&link(param.source));
    text
}

/// A name of the cluster.
fn named(snapshot: &Snapshot, space: &str, name: &str) -> Option<String> {
    let view = snapshot.view();
    let (file, section, what, facts): (FileKind, &str, &str, &[&str]) = match space {
        "queue" => {
            let facts = &["DESCRIPTION", "PRIORITY", "USERS", "HOSTS", "RUNLIMIT", "RES_REQ"];
            (FileKind::LsbQueues, "Queue", "queue", facts)
        }
        "application" => {
            let facts = &["DESCRIPTION", "RUNLIMIT", "RES_REQ"];
            (FileKind::LsbApplications, "Application", "application profile", facts)
        }
        "service-class" => {
            (FileKind::LsbServiceClasses, "ServiceClass", "service class", &["DESCRIPTION", "PRIORITY", "GOALS"])
        }
        "user-group" => (FileKind::LsbUsers, "UserGroup", "user group", &["GROUP_MEMBER", "USER_SHARES"]),
        "host-group" => {
            let sections = [("HostGroup", "GROUP_MEMBER"), ("ComputeUnit", "MEMBER"), ("HostPartition", "HOSTS")];
            let found = sections.into_iter().find_map(|it| Some((view.find(FileKind::LsbHosts, it.0, name)?, it.1)));
            let (record, column) = found?;
            let members = record.value(column).unwrap_or_default();
            return Some(format!("**{name}**\n\nMembers: `{}`", shortened(members.trim())));
        }
        "host" => {
            let facts = &["model", "type", "server", "RESOURCES"];
            (FileKind::LsfCluster, "Host", "host", facts)
        }
        "resource" => {
            if let Some(builtin) =
                builtin_resource(name).filter(|_| view.find(FileKind::LsfShared, "Resource", name).is_none())
            {
                let unit = if builtin.unit.is_empty() { String::new() } else { format!("\n\nUnit: {}", builtin.unit) };
                return Some(format!("**{}**, built in\n\n{}{unit}", builtin.name, builtin.summary));
            }
            let facts = &["DESCRIPTION", "TYPE", "INTERVAL", "INCREASING", "CONSUMABLE", "RELEASE"];
            (FileKind::LsfShared, "Resource", "resource", facts)
        }
        _ => return None,
    };
    let record = view.find(file, section, name)?;
    let mut text = format!("**{name}**, {what}");
    for fact in facts {
        let Some(value) = record.value(fact) else { continue };
        if *fact == "DESCRIPTION" {
            text.push_str(&format!("\n\n{value}"));
        } else {
            text.push_str(&format!("\n\n{fact}: `{}`", shortened(&value)));
        }
    }
    Some(text)
}

/// A value that is not longer than a glance.
fn shortened(value: &str) -> String {
    const MOST: usize = 200;
    if value.chars().count() <= MOST {
        value.to_owned()
    } else {
        format!("{} ...", value.chars().take(MOST).collect::<String>())
    }
}
