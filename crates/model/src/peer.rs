//! Clusters that exchange jobs with each other.

use std::sync::Arc;

use lsflint_spec::{FileKind, Grammar, ParamSpec, lists, section};

use crate::{Cluster, Lookup, SourceFile};

/// What other clusters need to know of a cluster that exchanges jobs with them. Plain data, so that it can be compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Peer {
    /// Its name, from the name of its lsf.cluster file.
    pub name: String,
    /// The path of its lsf.conf.
    pub conf: Arc<str>,
    /// The clusters in its lsf.shared, with itself.
    clusters: Vec<String>,
    /// The settings that must be the same in clusters that exchange jobs: parameters of lsf.conf with their values, or
    /// their defaults; `None` without both.
    settings: Vec<(&'static str, Option<String>)>,
}

impl Peer {
    /// A cluster that has at least an lsf.conf, an lsf.shared and an lsf.cluster.NAME; of the last, only the name is
    /// used.
    pub fn of(files: &[SourceFile]) -> Option<Peer> {
        let cluster = Cluster::of(files, None);
        let view = cluster.view();
        let name = view.cluster_name()?.to_owned();
        let conf = files.iter().find(|it| it.kind == FileKind::LsfConf)?.path.clone();
        let clusters = view.all(FileKind::LsfShared, "Cluster").map(|it| it.name().into_owned()).collect();
        let spec = section(FileKind::LsfConf, "")?;
        let params = lists::SAME_IN_JOINED_CLUSTERS.iter().filter_map(|it| spec.param(it));
        let setting = |param: &'static ParamSpec| match view.conf(param.name) {
            Lookup::Set(field) => Some((param.name, Some(meaning(param, &field.known()?)?))),
            Lookup::Absent => Some((param.name, meaning(param, param.default))),
            Lookup::Unknown => None,
        };
        Some(Peer { name, conf, clusters, settings: params.filter_map(setting).collect() })
    }

    /// Whether two clusters can exchange jobs: each has the other one in its lsf.shared.
    pub fn exchanges_jobs_with(&self, other: &Peer) -> bool {
        self.name != other.name && self.clusters.contains(&other.name) && other.clusters.contains(&self.name)
    }

    /// The clusters in its lsf.shared.
    pub fn clusters(&self) -> impl Iterator<Item = &str> {
        self.clusters.iter().map(String::as_str)
    }

    /// Whether a parameter of lsf.conf certainly has another value here.
    pub fn differs(&self, param: &ParamSpec, value: &str) -> bool {
        let here = self.settings.iter().find(|it| it.0 == param.name);
        here.is_some_and(|(_, here)| meaning(param, value).is_some_and(|value| here.as_ref() != Some(&value)))
    }
}

/// The value in the form in which values are compared: `KB` and `K`, `Y` and `y` are the same. `None` if it is not a
/// value of the parameter.
fn meaning(param: &ParamSpec, value: &str) -> Option<String> {
    let value = value.trim_matches(['"', '\'']);
    let known = match param.grammar {
        Grammar::YesNo => ["y", "n"].iter().any(|it| it.eq_ignore_ascii_case(value)),
        _ => param.values.iter().any(|it| it.eq_ignore_ascii_case(value)),
    };
    known.then(|| value[..1].to_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peer(name: &str, conf: &str, clusters: &str) -> Peer {
        let file = |path: String, kind, text: String| SourceFile::new(&path, kind, text);
        let shared = format!("Begin Cluster\nClusterName\n{clusters}\nEnd Cluster\n");
        let files = [
            file(format!("{name}/lsf.conf"), FileKind::LsfConf, conf.to_owned()),
            file(format!("{name}/lsf.shared"), FileKind::LsfShared, shared),
            file(format!("{name}/lsf.cluster.{name}"), FileKind::LsfCluster, String::new()),
        ];
        Peer::of(&files).expect("it has all files")
    }

    #[test]
    fn each_must_know_the_other() {
        let (east, west) = (peer("east", "", "east\nwest"), peer("west", "", "east\nwest"));
        assert!(east.exchanges_jobs_with(&west) && west.exchanges_jobs_with(&east));
        let lone = peer("west", "", "west");
        assert!(!east.exchanges_jobs_with(&lone) && !lone.exchanges_jobs_with(&east));
        assert!(!east.exchanges_jobs_with(&east));
    }

    #[test]
    fn values() {
        let spec = section(FileKind::LsfConf, "").expect("lsf.conf has facts");
        let param = |name: &str| spec.param(name).expect("it is in the facts");
        let west = peer("west", "LSF_UNIT_FOR_LIMITS=GB\n", "west");
        let differs = |name: &str, value: &str| west.differs(param(name), value);
        assert!(differs("LSF_UNIT_FOR_LIMITS", "MB"));
        assert!(!differs("LSF_UNIT_FOR_LIMITS", "g"));
        assert!(!differs("LSF_UNIT_FOR_LIMITS", "$UNIT"), "not a value");
        assert!(differs("LSF_ENABLE_TMP_UNIT", "Y"), "the default is N");
        assert!(!differs("LSF_ENABLE_TMP_UNIT", "n"));
        assert!(!differs("LSF_STRICT_RESREQ", "Y"), "it may be different");
    }
}
