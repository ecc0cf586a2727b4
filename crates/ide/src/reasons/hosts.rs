//! What a reason names: hosts, a resource, a limit.

use lsflint_spec::FoundMessage;

use super::input::Role;

/// The names in a line with a message.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) resource: Option<String>,
    /// The name of a Limit section.
    pub(super) limit: Option<String>,
    pub(super) queue: Option<String>,
    pub(super) hosts: Vec<String>,
    /// The number of hosts, if LSF counts them.
    pub(super) count: Option<u64>,
}

impl Named {
    pub(super) fn of(found: &FoundMessage<'_>, role: Role) -> Named {
        let detail = |key: &str| {
            let rest = &found.rest[found.rest.find(key)? + key.len()..];
            let end = rest.find([',', ';', ')']).unwrap_or(rest.len());
            Some(rest[..end].trim().to_owned()).filter(|it| !it.is_empty())
        };
        let mut named = Named {
            resource: found.name("resource").map(str::to_owned).or_else(|| detail("Resource:")),
            limit: detail("Limit Name:"),
            ..Named::default()
        };
        // Details in parentheses precede the hosts: ` (Resource: mem): 4 hosts;`.
        let rest = found.rest.trim_start();
        let rest = rest.strip_prefix('(').and_then(|it| it.split_once(')')).map_or(rest, |(_, after)| after);
        let has_details = ["Limit Name:", "Resource:"].iter().any(|it| rest.contains(it));
        let after = rest.trim_start().strip_prefix(':').filter(|_| !has_details);
        if let Some(after) = after {
            let listed = after.trim().trim_end_matches([';', '.', '>', ' ']);
            let count = listed.split_once(' ').filter(|(_, noun)| noun.starts_with("host"));
            named.count = count.and_then(|(count, _)| count.parse().ok());
            if named.count.is_none() && role == Role::Reason {
                named.hosts = hosts(listed);
            }
        }
        // `hostA, hostB: reason`.
        if role == Role::Reason && named.hosts.is_empty() {
            let before = found.before.trim_end();
            named.hosts = before.strip_suffix(':').map(hosts).unwrap_or_default();
        }
        // `night: Queue has been closed`: commands name the queue or host before the message.
        let subject = found.before.trim_end().strip_suffix(':').filter(|_| role == Role::Free);
        let is_about_queue = found.message().text.to_ascii_lowercase().contains("queue");
        named.queue = subject.filter(|it| is_about_queue && is_name(it)).map(str::to_owned);
        named
    }
}

/// The names of a list of hosts; empty if the text is something else.
fn hosts(text: &str) -> Vec<String> {
    let names: Vec<&str> = text.split([',', ' ']).filter(|it| !it.is_empty()).collect();
    match names.iter().all(|it| is_name(it)) {
        true => names.into_iter().map(str::to_owned).collect(),
        false => Vec::new(),
    }
}

fn is_name(text: &str) -> bool {
    let is_part = |it: char| it.is_ascii_alphanumeric() || matches!(it, '-' | '_' | '.' | '@');
    !text.is_empty() && text.chars().all(is_part) && !text.chars().all(|it| it.is_ascii_digit())
}
