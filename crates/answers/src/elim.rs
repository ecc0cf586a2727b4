//! Which hosts start elims for which resources, now and after failures.

use std::sync::Arc;

use lsflint_lint::{Registry, Settings, check_server_files, server_files_text};
use lsflint_model::Cluster;
use lsflint_model::elim::{ElimFile, FileName, HostPlan, HostState, Instance, Plan, PlanInput, Reason, file_name};
use lsflint_project::Request;
use lsflint_report::{FileFindings, JsonDiagnostic, Source, json_diagnostics};
use serde::{Deserialize, Serialize, Serializer};

use crate::refused::Refused;
use crate::surroundings::surroundings;

/// The hosts that are down.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct ElimQuestion {
    /// The names of the hosts that are down; a short name will do.
    pub down: Vec<String>,
}

/// The input of a plan, with and without the hosts that are down.
pub struct ElimAnswer {
    all_up: PlanInput,
    with_down: Option<PlanInput>,
    /// The cluster as LSF reads it.
    pub cluster: Cluster,
    /// The settings of its lsflint.toml.
    pub settings: Settings,
}

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    /// The management host candidates that are up; the first one is the management host.
    management_hosts: &'a [&'a str],
    hosts: Vec<JsonHost<'a>>,
    instances: Vec<JsonInstance<'a>>,
    /// Dynamic resources without an entry in ResourceMap.
    unmapped: &'a [&'a str],
    /// The changes caused by the hosts of `--down`.
    #[serde(skip_serializing_if = "Option::is_none")]
    changes: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<Vec<JsonFile<'a>>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    diagnostics: Vec<JsonDiagnostic>,
}

#[derive(Serialize)]
struct JsonHost<'a> {
    host: &'a str,
    starts_elims: bool,
    /// The value of LSF_RESOURCES.
    resources: &'a [&'a str],
    because: Because<'a>,
    state: &'static str,
    /// Whether it is the management host: its elims have LSF_MASTER=Y.
    management_host: bool,
}

/// The reasons for every server that is up, written once, and those for a host.
struct Because<'a> {
    everywhere: &'a [String],
    here: &'a [Reason<'a>],
}

impl Serialize for Because<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let here: Vec<String> = self.here.iter().map(ToString::to_string).collect();
        serializer.collect_seq(self.everywhere.iter().chain(&here))
    }
}

#[derive(Serialize)]
struct JsonInstance<'a> {
    resource: &'a str,
    #[serde(serialize_with = "names")]
    hosts: Arc<[&'a str]>,
    reported_by: Option<&'a str>,
    #[serde(serialize_with = "names")]
    successors: Arc<[&'a str]>,
}

fn names<S: Serializer>(names: &[&str], serializer: S) -> Result<S::Ok, S::Error> {
    names.serialize(serializer)
}

#[derive(Serialize)]
struct JsonFile<'a> {
    name: &'a str,
    started: bool,
    because: &'static str,
}

/// The files in LSF_SERVERDIR and how LSF handles them.
pub struct ElimFiles {
    /// The files, ordered by name.
    pub files: Vec<ElimFile>,
    /// Their findings.
    pub found: FileFindings,
}

impl ElimFiles {
    /// Checks files. `shown` is the path of their directory in findings.
    pub fn new(files: Vec<ElimFile>, shown: &str, cluster: &Cluster, settings: &Settings) -> ElimFiles {
        let registry = Registry::new(lsflint_rules::all(), settings);
        let diagnostics = check_server_files(&files, cluster, settings, &registry);
        let source = Source { path: shown.into(), text: server_files_text(&files).into(), latin1: false };
        ElimFiles { files, found: FileFindings::new(source, diagnostics) }
    }
}

impl ElimQuestion {
    /// Reads the cluster.
    ///
    /// # Errors
    /// The cluster cannot be read or has no hosts, or a name is not that of a host.
    pub fn answer(self, request: Request) -> Result<ElimAnswer, Refused> {
        let (cluster, settings) = surroundings(request)?;
        let all_up = plan_input(&cluster)?;
        let with_down = match self.down.as_slice() {
            [] => None,
            given => {
                let down = given.iter().map(|it| host_named(&all_up, it)).collect::<Result<_, _>>()?;
                Some(PlanInput { down, ..all_up.clone() })
            }
        };
        Ok(ElimAnswer { all_up, with_down, cluster, settings })
    }
}

impl ElimAnswer {
    /// The plan, with the hosts that are down.
    pub fn plan(&self) -> Plan<'_> {
        Plan::of(self.with_down.as_ref().unwrap_or(&self.all_up))
    }

    /// What is different because of the hosts that are down, one change a line; `None` if all are up.
    pub fn changes(&self, plan: &Plan<'_>) -> Option<Vec<String>> {
        self.with_down.as_ref()?;
        Some(plan.changes_since(&Plan::of(&self.all_up)).iter().map(ToString::to_string).collect())
    }
}

/// The document of `elim plan`. `everywhere`: the reasons of every server that is up; see
/// [`Plan::because_everywhere`].
pub fn elim_document<'p>(
    plan: &'p Plan<'_>,
    everywhere: &'p [String],
    changes: Option<&'p [String]>,
    files: Option<&'p ElimFiles>,
) -> impl Serialize + 'p {
    Document {
        version: 1,
        management_hosts: &plan.management_hosts,
        hosts: plan.hosts.iter().map(|it| json_host(it, everywhere)).collect(),
        instances: plan.instances().map(|it| json_instance(it.into_owned())).collect(),
        unmapped: &plan.unmapped,
        changes,
        files: files.map(|it| it.files.iter().map(json_file).collect()),
        diagnostics: files.into_iter().flat_map(|it| json_diagnostics(&it.found)).collect(),
    }
}

fn json_host<'p>(it: &'p HostPlan<'_>, everywhere: &'p [String]) -> JsonHost<'p> {
    let everywhere = if it.state == HostState::Up { everywhere } else { &[] };
    JsonHost {
        host: it.host,
        starts_elims: it.starts_elims(),
        resources: &it.resources,
        because: Because { everywhere, here: it.because_here() },
        state: state(it.state),
        management_host: it.management_host,
    }
}

fn json_instance(it: Instance<'_>) -> JsonInstance<'_> {
    let Instance { resource, hosts, reported_by, successors } = it;
    JsonInstance { resource, hosts, reported_by, successors }
}

fn json_file(it: &ElimFile) -> JsonFile<'_> {
    JsonFile { name: &it.name, started: file_name(&it.name).is_started(), because: file_in_words(it) }
}

fn state(state: HostState) -> &'static str {
    match state {
        HostState::Up => "up",
        HostState::Down => "down",
        HostState::Client => "client",
    }
}

/// Describes whether and why LSF starts a file.
pub fn file_in_words(file: &ElimFile) -> &'static str {
    match file_name(&file.name) {
        FileName::Elim if file.executable == Some(false) => "named like an elim, but not executable",
        FileName::Elim => "named like an elim",
        FileName::Copy => "named like an elim, but looks like a copy",
        FileName::NoProgram => "named like an elim, but does not look like a program",
        FileName::Reserved => "named like an elim, but the name is reserved",
        FileName::Old => "the name of the single elim of LSF 4",
        FileName::NotStarted | FileName::Other => "name does not start with `elim.`",
    }
}

/// The input of the elim plan.
///
/// # Errors
/// No hosts are known.
pub fn plan_input(cluster: &Cluster) -> Result<PlanInput, Refused> {
    let input = PlanInput::of(cluster.view());
    if input.hosts.is_empty() {
        return Err(Refused::new("no hosts are known: no lsf.cluster file with a `Host` section is loaded"));
    }
    Ok(input)
}

/// The name of a host as written in the cluster.
///
/// # Errors
/// There is no such host.
pub fn host_named(input: &PlanInput, given: &str) -> Result<String, Refused> {
    let same = |name: &&String| name.as_str() == given || name.eq_ignore_ascii_case(given);
    let short = |name: &str| name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let names = || input.hosts.iter().map(|it| &it.name);
    names()
        .find(same)
        .or_else(|| names().find(|it| short(it) == short(given)))
        .cloned()
        .ok_or_else(|| Refused::new(format!("unknown host `{given}`")))
}
