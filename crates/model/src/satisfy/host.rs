//! The known values of a host, from the configuration files.

use lsflint_spec::{FileKind, Reading, ResourceType};

use super::domain::{Domain, Interval, Texts};
use super::state::{Known, Variable};
use crate::requirement::Decimal;
use crate::{Host, HostFacts, Knowledge, Lookup, View};

/// A host, or all hosts with equal rows if host names do not matter.
pub(super) struct HostValues<'a> {
    pub(super) view: View<'a>,
    pub(super) facts: &'a HostFacts,
    /// The host, if its name matters.
    pub(super) host: Option<&'a Host>,
    /// Whether a resource that the row does not list is certainly not defined.
    pub(super) closed: bool,
}

/// Whether the rows of lsf.cluster list all resources: hosts may define more in their own lsf.conf.
pub(super) fn rows_are_complete(view: View<'_>) -> bool {
    matches!(view.conf("LSF_LOCAL_RESOURCES"), Lookup::Absent) && view.resources().knowledge == Knowledge::Complete
}

impl HostValues<'_> {
    /// Whether the row determines a resource: it is static, and assigned to individual hosts.
    fn is_decided(&self, name: &str) -> bool {
        let Some(resource) = self.view.resources().get(name) else { return false };
        self.closed
            && self.facts.complete
            && !resource.builtin
            && resource.reading == Some(Reading::Static)
            && self.view.named_in_map(name).is_none()
    }

    fn listed(&self, name: &str) -> Option<&crate::HostResource> {
        self.facts.resources.iter().find(|it| *it.name == *name)
    }

    fn value(&self, name: &str) -> Option<Domain> {
        let one = |text: &Option<Box<str>>| text.as_ref().map(|it| Domain::Text(Texts::One(it.to_string())));
        match name {
            "type" => return one(&self.facts.host_type),
            "model" => return one(&self.facts.model),
            "server" => return self.facts.server.map(|it| Domain::Flag(Some(it))),
            "hname" => return self.host.map(|it| Domain::Text(Texts::One(it.name.to_string()))),
            _ => {}
        }
        let kind = self.view.resources().get(name)?.kind?;
        match (kind, self.listed(name)) {
            (ResourceType::Boolean, Some(_)) => Some(Domain::Flag(Some(true))),
            (ResourceType::Boolean, None) => self.is_decided(name).then_some(Domain::Flag(Some(false))),
            (ResourceType::Numeric, Some(it)) => {
                Some(Domain::Number(Interval::only(Decimal::parse(it.value.as_deref()?)?)))
            }
            (ResourceType::String, Some(it)) => Some(Domain::Text(Texts::One(it.value.as_deref()?.to_owned()))),
            (_, None) => None,
        }
    }
}

impl Known for HostValues<'_> {
    fn domain(&self, variable: &Variable) -> Option<Domain> {
        match variable {
            Variable::Value(name, _) => self.value(name),
            Variable::Defined(name) if self.listed(name).is_some() => Some(Domain::Flag(Some(true))),
            Variable::Defined(name) => self.is_decided(name).then_some(Domain::Flag(Some(false))),
        }
    }

    fn text(&self, name: &str, text: &str) -> Option<String> {
        if name != "hname" {
            return Some(text.to_owned());
        }
        let hosts = self.view.hosts();
        match hosts.find(text) {
            Some(id) => Some(hosts.get(id).name.to_string()),
            None => (hosts.knowledge == Knowledge::Complete && !hosts.is_known(text)).then(|| text.to_owned()),
        }
    }
}

impl<'a> View<'a> {
    /// Whether ResourceMap maps a resource.
    pub(super) fn named_in_map(&self, name: &str) -> Option<()> {
        // The mapping was read when the resources were collected.
        self.resources().get(name)?.shared.map(|_| ())?;
        Some(())
    }

    /// Whether lsf.cluster, which defines the hosts, is loaded.
    pub(super) fn sees_hosts(&self) -> bool {
        self.knowledge(FileKind::LsfCluster) != Knowledge::Unknown
    }
}
