//! Turns a request into a plan, in steps that each consume the previous one:
//!
//! 1. [`Request`]: the paths and options of a user;
//! 2. [`Discovered`]: the files and scripts at its paths;
//! 3. [`Configured`]: also the files that lsflint.toml adds, and the rest of every cluster;
//! 4. [`Grouped`]: the clusters of files that LSF reads together;
//! 5. [`Plan`]: the settings and rules that each of them is checked with.

use std::path::{Path, PathBuf};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::config::{Config, Grouping};
use crate::discover::{Discovery, Found};
use crate::error::{Cause, Ignored, Problem};
use crate::group::{Candidate, Cluster, Home, group};
use crate::judges::Judges;
use crate::kind::{self, MemberKind, Recognised};
use crate::paths::{folder_of, name_of};
use crate::peers::note_peers;
use crate::plan::{ClusterSet, Member, Plan};
use crate::read::{Decoded, decode};
use crate::request::Request;

impl Plan {
    /// Finds and groups the files that the request names.
    ///
    /// # Errors
    /// Errors that affect the whole request: a broken lsflint.toml, or a `--cluster` without configuration. Problems
    /// with one path are in [`Plan::problems`].
    pub fn new(mut request: Request) -> Result<Plan, Problem> {
        let text = request.stdin.as_mut().map(|(name, bytes)| decode(std::mem::take(bytes), &name.to_string_lossy()));
        Discovered::of(&request, text.transpose()?)?.configure()?.group()?.plan()
    }
}

/// The files and scripts at the paths of a request.
struct Discovered<'r> {
    discovery: Discovery<'r>,
    /// The directory of `--cluster`.
    home: Option<PathBuf>,
}

/// All files, including those that lsflint.toml adds and the rest of every cluster.
struct Configured<'r> {
    discovery: Discovery<'r>,
    judges: Judges<'r>,
    home: Option<Home>,
    /// The configuration directories of scripts and files of the resource connector, by their paths.
    bases: FxHashMap<PathBuf, PathBuf>,
}

/// All files, grouped into sets of clusters. Indices refer to the list of all files.
struct Grouped<'r> {
    sets: Vec<Vec<Cluster>>,
    configured: Configured<'r>,
}

impl<'r> Discovered<'r> {
    /// Finds the files at the paths of a request. `text` is that of stdin.
    fn of(request: &'r Request, text: Option<Decoded>) -> Result<Discovered<'r>, Problem> {
        let mut discovery = Discovery::new(request);
        if let (Some((name, _)), Some(text)) = (&request.stdin, text) {
            discovery.named_file(&request.paths.absolute(name), Some(text));
        }
        for argument in &request.arguments {
            discovery.add_argument(argument);
        }
        discovery.add_stand_ins();
        discovery.add_buffers();
        let home = request.cluster.as_deref().map(|it| request.paths.absolute(it));
        if let (Some(folder), Some(given)) = (&home, &request.cluster) {
            let path = given.to_string_lossy().into_owned();
            if !request.buffers.disk().exists(folder) {
                return Err(Problem::at(path, Cause::Missing));
            }
            if !discovery.add_cluster(folder) {
                return Err(Problem::at(path, Cause::NotACluster));
            }
        }
        Ok(Discovered { discovery, home })
    }

    /// Adds the scripts and clusters that lsflint.toml names, and the other files of all clusters.
    fn configure(self) -> Result<Configured<'r>, Problem> {
        let Discovered { mut discovery, home } = self;
        let request = discovery.request;
        let mut judges = Judges::new(request);
        discovery.add_scripts(&mut judges)?;
        discovery.add_connector();
        load_named_clusters(&mut discovery, &mut judges)?;
        let scripts = discovery.found.iter().filter(|it| it.kind.file().is_none());
        let mut scripts: Vec<PathBuf> = scripts.map(|it| it.path.clone()).collect();
        scripts.sort();
        let mut bases = FxHashMap::default();
        for script in scripts {
            let base = home.clone().or_else(|| discovery.add_cluster_of_script(&script));
            bases.extend(base.map(|it| (script, it)));
        }
        discovery.add_context();
        discovery.remove_included_guesses();
        let home = home.map(|folder| Home { folder, fallback: false });
        let home = home.or_else(|| {
            let here = request.paths.current();
            discovery.add_fallback(here).then(|| Home { folder: here.to_owned(), fallback: true })
        });
        Ok(Configured { discovery: discovery.finish(), judges, home, bases })
    }
}

/// How job scripts in directories are checked that `job-scripts` does not match.
const UNCHECKED: &str = "; add to `job-scripts` or `exclude` in lsflint.toml";

impl<'r> Configured<'r> {
    /// Groups the files, and adds each script to the clusters it is checked in.
    fn group(mut self) -> Result<Grouped<'r>, Problem> {
        // Clusters consist of files only; the scripts follow them.
        let found = &self.discovery.found;
        let files = found.partition_point(|it| it.kind.file().is_some());
        let explicit = explicit_clusters(&found[..files], &mut self.judges)?;
        let candidates: Vec<Candidate<'_>> = found.iter().filter_map(candidate).collect();
        let mut sets = group(&candidates, explicit, self.home.as_ref());
        let grouped = sets.len();
        let mut without_cluster: FxHashMap<&Path, usize> = FxHashMap::default();
        for (number, script) in found.iter().enumerate().skip(files) {
            let base = self.bases.get(&script.path);
            let is_around =
                |it: &Cluster| base.is_some_and(|base| it.base.starts_with(base) || base.starts_with(&it.base));
            if let Some(set) = sets[..grouped].iter_mut().find(|it| it.iter().any(is_around)) {
                set.iter_mut().filter(|it| is_around(it)).for_each(|it| it.judged.push(number));
                continue;
            }
            let folder = folder_of(&script.path);
            let set = *without_cluster.entry(folder).or_insert_with(|| {
                sets.push(vec![Cluster { name: name_of(folder), base: folder.to_owned(), ..Cluster::default() }]);
                sets.len() - 1
            });
            sets[set][0].judged.push(number);
        }
        Ok(Grouped { sets, configured: self })
    }
}

impl Grouped<'_> {
    /// Determines the judge of each member, and drops the sets without reported files.
    fn plan(self) -> Result<Plan, Problem> {
        let Grouped { sets: groups, configured } = self;
        let Configured { discovery, mut judges, .. } = configured;
        let mut notes = Vec::new();
        match discovery.unchecked_scripts {
            0 => {}
            1 => notes.push(format!("1 job script with `#BSUB` lines was not checked{UNCHECKED}")),
            count => notes.push(format!("{count} job scripts with `#BSUB` lines were not checked{UNCHECKED}")),
        }
        let Discovery { request, below, found, problems, mut ignored, .. } = discovery;
        let paths = &request.paths;
        let mut found: Vec<Option<Found>> = found.into_iter().map(Some).collect();
        let mut sets = Vec::new();
        for mut clusters in groups {
            let base = clusters[0].base.clone();
            let judge = judges.of(&base)?;
            let mut members = Vec::new();
            for found in take_members(&mut clusters, &mut found) {
                let shown = paths.shown(&found.path);
                let excluded = found.reported && !found.named && judges.excludes(&found.path)?;
                if excluded {
                    ignored.push(Ignored { path: shown.clone(), because: Ignored::EXCLUDED });
                }
                members.push(Member {
                    shown: shown.into(),
                    kind: found.kind,
                    reported: found.reported && !excluded,
                    judge: judges.of_file(&found.path)?,
                    text: found.text,
                    bytes: found.bytes,
                    path: found.path,
                });
            }
            let reported = members.iter().filter(|it| it.reported).map(|it| &it.shown);
            let Some(first) = reported.min().map(|it| it.to_string()) else { continue };
            // Included files may be anywhere below the base.
            let first = first.min(format!("{}/", paths.shown(&base)));
            let set = ClusterSet { members, clusters, judge, base, first };
            notes.extend(set.judges().into_iter().filter_map(|it| without_effect(&it.config, &set.judge.config)));
            sets.push(set);
        }
        judges.unknown_code()?;
        notes.sort();
        notes.dedup();
        sets.sort_by(|a, b| a.first.cmp(&b.first));
        let compares_clusters = note_peers(&mut sets, request);
        ignored.sort();
        ignored.dedup();
        let (config_files, takes_scripts) = (judges.files(), judges.take_scripts());
        let request = request.clone();
        Ok(Plan { sets, problems, ignored, notes, config_files, takes_scripts, compares_clusters, request, below })
    }
}

/// A note about the cluster-wide keys in a nested lsflint.toml that have no effect.
fn without_effect(nested: &Config, of_cluster: &Config) -> Option<String> {
    let keys = nested.differs_about_clusters(of_cluster);
    if keys.is_empty() {
        return None;
    }
    let keys: Vec<String> = keys.iter().map(|it| format!("`{it}`")).collect();
    let applies = match of_cluster.shown.is_empty() {
        true => "no lsflint.toml applies to its cluster".to_owned(),
        false => format!("{} applies to its cluster", of_cluster.shown),
    };
    Some(format!("{} in {} has no effect: {applies}", keys.join(", "), nested.shown))
}

/// Adds the files that `clusters` of lsflint.toml names in the configurations found so far.
fn load_named_clusters(discovery: &mut Discovery<'_>, judges: &mut Judges<'_>) -> Result<(), Problem> {
    let folders = discovery.found.iter().filter_map(|it| it.path.parent()).map(Path::to_owned);
    let folders: FxHashSet<PathBuf> = folders.collect();
    let mut roots = FxHashSet::default();
    for folder in folders {
        for grouping in &judges.of(&folder)?.config.clusters {
            if roots.insert(grouping.root.clone()) {
                discovery.add_cluster(&grouping.root);
            }
        }
    }
    Ok(())
}

/// The clusters of lsflint.toml, each with the files that its patterns match.
fn explicit_clusters(files: &[Found], judges: &mut Judges<'_>) -> Result<Vec<Cluster>, Problem> {
    let mut found: Vec<((PathBuf, usize), Cluster)> = Vec::new();
    for (index, file) in files.iter().enumerate() {
        let config = judges.of_file(&file.path)?.config.clone();
        for grouping in config.groupings_of(&file.path) {
            let Grouping { root, name, .. } = &config.clusters[grouping];
            let key = (root.clone(), grouping);
            let at = found.iter().position(|it| it.0 == key).unwrap_or_else(|| {
                let (name, base) = (name.clone(), root.clone());
                found.push((key, Cluster { name, base, ..Cluster::default() }));
                found.len() - 1
            });
            found[at].1.files.push(index);
            found[at].1.judged.push(index);
        }
    }
    Ok(found.into_iter().map(|it| it.1).collect())
}

/// A file as input for grouping; `None` for a script.
fn candidate(found: &Found) -> Option<Candidate<'_>> {
    let MemberKind::File(Recognised { kind, template, .. }) = found.kind else { return None };
    let by_name = kind::by_name(&name_of(&found.path)).is_some();
    Some(Candidate { path: &found.path, kind, by_name, template })
}

/// Moves the members of some clusters out of the list of all files, and changes the indices of the clusters to refer to
/// them.
fn take_members(clusters: &mut [Cluster], all: &mut [Option<Found>]) -> Vec<Found> {
    let mut numbers: Vec<usize> = clusters.iter().flat_map(|it| it.files.iter().chain(&it.judged).copied()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let place = |number: &usize| numbers.binary_search(number).expect("every member of a cluster was collected above");
    for cluster in clusters {
        for members in [&mut cluster.files, &mut cluster.judged] {
            *members = members.iter().map(place).collect();
        }
    }
    numbers.iter().map(|it| all[*it].take().expect("a member is in one set only")).collect()
}
