//! Says why a host cannot match, and on what the match of a host depends.

use lsflint_spec::{Reading, ResourceType};

use super::host::HostValues;
use super::state::{HOST_TYPE, Known, Variable};
use super::{Part, Selection, asks_for_local_type, mentions, names};
use crate::View;

impl Selection<'_> {
    /// Why these conditions cannot be true on a host, as text.
    pub(super) fn reason(&self, numbers: &[usize], host: &HostValues<'_>) -> String {
        let parts: Vec<String> = numbers.iter().map(|it| format!("`{}`", self.parts[*it].written)).collect();
        let mut asked: Vec<&str> = numbers.iter().flat_map(|it| names(&self.parts[*it].normal)).collect();
        asked.sort_unstable();
        asked.dedup();
        let mut facts: Vec<String> = Vec::new();
        let mut add = |name: &str, value: String| {
            if numbers.iter().any(|it| mentions(&self.parts[*it].normal, name)) {
                facts.push(format!("`{name}` is {value}"));
            }
        };
        for (name, value) in [(HOST_TYPE, &host.facts.host_type), ("model", &host.facts.model)] {
            if let Some(value) = value {
                add(name, format!("`{value}`"));
            }
        }
        for resource in &host.facts.resources {
            let value = resource.value.as_ref().map_or("there".to_owned(), |it| format!("`{it}`"));
            add(&resource.name, value);
        }
        for name in &asked {
            if host.listed(name).is_none()
                && let Some(value) = host.instance(name).and_then(|it| it.value.as_deref())
            {
                add(name, format!("`{value}` (ResourceMap)"));
            }
        }
        if let Some(slots) = host.row.and_then(|it| it.slots)
            && asked.iter().any(|it| matches!(*it, "slots" | "maxslots"))
        {
            facts.push(format!("MXJ is {slots}"));
        }
        for name in &asked {
            let said = |most: &str| asked.contains(&most);
            if let Some(most) = host.most(name).filter(|_| !said(&format!("max{name}"))) {
                facts.push(format!("`max{name}` is `{most}`"));
            }
        }
        let absent = |name: &&&str| {
            let boolean = self.view.resources().get(name).is_some_and(|it| it.kind == Some(ResourceType::Boolean));
            boolean && ***name != *"server" && host.listed(name).is_none()
        };
        facts.extend(asked.iter().filter(absent).map(|it| format!("the host does not have the resource `{it}`")));
        let because = if facts.is_empty() { String::new() } else { format!(": {}", facts.join(", ")) };
        match parts.as_slice() {
            [one] => format!("{one} is false{because}"),
            [one, two] => format!("{one} and {two} cannot both be true{because}"),
            _ => format!("its conditions cannot all be true{because}"),
        }
    }
}

/// On what a condition depends that the files do not decide for a host, as text.
pub(super) fn undecided(view: View<'_>, part: &Part, host: &HostValues<'_>) -> String {
    let written = format!("`{}`", part.written);
    if asks_for_local_type(&part.normal) && host.local.is_none() {
        return format!("{written} depends on the type of the submission host");
    }
    let mut asked: Vec<&str> = names(&part.normal).collect();
    asked.sort_unstable();
    asked.dedup();
    let reading = |name: &str| view.resources().get(name).and_then(|it| it.reading);
    if asked.iter().any(|it| reading(it) == Some(Reading::Dynamic)) {
        return format!("{written} depends on load");
    }
    if asked.iter().any(|it| reading(it) == Some(Reading::Scheduler)) {
        return format!("{written} depends on the job slots of the host");
    }
    let is_unknown = |name: &&&str| {
        let value = Variable::Value((**name).to_owned(), None);
        view.resources().get(name).is_some() && host.domain(&value).is_none()
    };
    match asked.iter().find(is_unknown) {
        Some(&name @ (HOST_TYPE | "model")) => format!("{written} depends on the {name}, which LSF detects"),
        Some(name) => format!("{written} depends on `{name}`, which the files do not define for the host"),
        None => format!("{written} depends on facts not in the files"),
    }
}
