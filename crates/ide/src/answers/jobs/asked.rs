//! The hosts that a job asks for with `-m`.

use lsflint_model::job::{HostWord, Job};
use lsflint_model::{Place, View};
use lsflint_spec::FileKind;

/// A word of `-m`: a host, a group or a compute unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedHosts {
    /// Its name; `others` is every host that `-m` does not name.
    pub name: String,
    /// The preference, if `+` gives one: of several hosts, LSF takes the one with the highest number.
    pub preference: Option<String>,
    /// Whether `!` marks it as a first execution host.
    pub is_first: bool,
    /// The number of hosts of a group or compute unit, if known.
    pub hosts: Option<usize>,
    /// Where it is defined; `None` if it is not, or is a keyword.
    pub place: Option<Place>,
}

impl AskedHosts {
    /// The words of `-m` of a job, in order.
    pub(super) fn of(job: &Job<'_>) -> Vec<AskedHosts> {
        job.host_words().into_iter().map(|it| AskedHosts::word(job.view, it)).collect()
    }

    fn word(view: View<'_>, word: HostWord<'_>) -> AskedHosts {
        let name = word.named.name;
        let group = view.host_groups().get(&name).filter(|it| it.is_exact());
        AskedHosts {
            hosts: group.map(|it| it.possibly.len()),
            place: place(view, &name),
            preference: word.preference.filter(|it| !it.is_empty()),
            is_first: word.is_first,
            name,
        }
    }
}

/// Where a host group, a compute unit or a host is defined.
fn place(view: View<'_>, name: &str) -> Option<Place> {
    let group = ["HostGroup", "ComputeUnit"].into_iter().flat_map(|it| view.named(FileKind::LsbHosts, it, name)).next();
    let host = || view.record(FileKind::LsfCluster, "Host", view.hosts().get(view.hosts().find(name)?).row);
    group.or_else(host).map(|it| it.place())
}
