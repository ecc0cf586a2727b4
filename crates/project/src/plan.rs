//! What will be checked: files, the clusters they belong to, and the settings of each.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsflint_lint::{Profile, Registry, Selection, Settings};
use lsflint_spec::Target;
use rustc_hash::FxHashSet;

use crate::buffers::Buffers;
use crate::config::{Config, ConfigSource, Configs, FailOn, Grouping, join};
use crate::discover::{Discovery, Found};
use crate::error::{Ignored, IgnoredBecause, Problem};
use crate::group::{Cluster, Home, Member, Unit, group};
use crate::kind::Recognised;
use crate::paths::Paths;
use crate::read::{Decoded, decode};
use crate::scripts::{PlannedScript, scripts_of_unit, units_of_lonely_scripts};

/// Below this many bytes a plan runs on the calling thread.
const SMALL: u64 = 192 * 1024;

/// What a user asks for.
#[derive(Debug, Clone)]
pub struct Request {
    /// The current folder.
    pub paths: Paths,
    /// Files and folders.
    pub arguments: Vec<PathBuf>,
    /// A text that takes the place of a file: its name and its bytes.
    pub stdin: Option<(PathBuf, Vec<u8>)>,
    /// What is open in an editor. Such a file is reported on wherever it lies, as far as it is recognised.
    pub buffers: Buffers,
    /// `--cluster`.
    pub cluster: Option<PathBuf>,
    /// `--config`, `--no-config`.
    pub config: ConfigSource,
    /// `--target`.
    pub target: Option<Target>,
    /// `--select` and its relatives.
    pub overrides: Overrides,
    /// `--jobs`.
    pub jobs: Option<NonZeroUsize>,
    /// Whether findings are wanted with their fingerprints.
    pub fingerprints: bool,
}

impl Request {
    /// Files and folders as they are on the disk, with the nearest lsflint.toml.
    pub fn new(paths: Paths, arguments: Vec<PathBuf>) -> Request {
        Request {
            paths,
            arguments,
            stdin: None,
            buffers: Buffers::default(),
            cluster: None,
            config: ConfigSource::Nearest,
            target: None,
            overrides: Overrides::default(),
            jobs: None,
            fingerprints: false,
        }
    }
}

/// The selection of the command line.
#[derive(Debug, Clone, Default)]
pub struct Overrides {
    /// Takes the place of `profile` of lsflint.toml.
    pub profile: Option<&'static Profile>,
    /// Replaces `select`, `extend-select` and `ignore` of lsflint.toml.
    pub select: Option<Selection>,
    /// Comes to what is selected otherwise.
    pub extend_select: Selection,
    /// Comes to what is ignored otherwise.
    pub ignore: Selection,
}

/// Files and clusters, ready to be checked.
pub struct Plan {
    /// Clusters that share files, ordered by their first path.
    pub units: Vec<PlannedUnit>,
    /// What could not be done.
    pub problems: Vec<Problem>,
    /// What was left out.
    pub ignored: Vec<Ignored>,
    /// What people should know about their lsflint.toml.
    pub notes: Vec<String>,
    /// The configurations that were read, those they extend included; absolute.
    pub config_files: Vec<PathBuf>,
    pub(crate) target: Option<Target>,
    pub(crate) jobs: Option<NonZeroUsize>,
    pub(crate) fingerprints: bool,
    pub(crate) paths: Paths,
    pub(crate) buffers: Buffers,
    /// The paths of the request, absolute.
    pub(crate) below: Vec<PathBuf>,
    /// The file whose text came from stdin, absolute.
    pub(crate) stdin: Option<PathBuf>,
}

/// Clusters that share files.
pub struct PlannedUnit {
    /// All their files, ordered by path.
    pub files: Vec<PlannedFile>,
    /// The scripts that are judged in them, ordered by path.
    pub scripts: Vec<PlannedScript>,
    /// The clusters, as indices into `files`.
    pub clusters: Vec<Cluster>,
    /// What lsflint.toml says about the clusters.
    pub judge: Arc<Judge>,
    /// The folder of the first cluster.
    pub(crate) base: PathBuf,
    /// No path of the unit comes before this one.
    pub(crate) first: String,
}

/// A file of a plan.
#[derive(Debug)]
pub struct PlannedFile {
    /// Its absolute path.
    pub path: PathBuf,
    /// Its path in reports.
    pub shown: Arc<str>,
    /// What it is.
    pub recognised: Recognised,
    /// Findings in it are reported; otherwise it is only read.
    pub reported: bool,
    /// What lsflint.toml says about the file.
    pub judge: Arc<Judge>,
    pub(crate) text: Option<Decoded>,
    /// Its size.
    pub bytes: u64,
}

/// An lsflint.toml with the command line on top of it: what files are judged by.
pub struct Judge {
    /// What lsflint.toml says.
    pub config: Arc<Config>,
    /// The settings that follow.
    pub settings: Arc<Settings>,
    /// The mildest finding that makes the run fail.
    pub fail_on: FailOn,
    pub(crate) registry: Registry,
    /// The codes of the rules that run.
    pub(crate) rules: Arc<FxHashSet<&'static str>>,
}

impl Judge {
    fn new(config: &Arc<Config>, overrides: &Overrides) -> Judge {
        let settings = Arc::new(overrides.settings(config));
        let fail_on = config.fail_on.unwrap_or(FailOn::At(settings.profile.fail_on));
        let rules =
            lsflint_rules::all().iter().filter(|it| settings.enables(&it.meta)).map(|it| it.meta.code).collect();
        let registry = Registry::new(lsflint_rules::all(), &settings);
        Judge { config: config.clone(), registry, rules: Arc::new(rules), settings, fail_on }
    }

    /// What the configuration is for, as far as lsflint.toml and the profile say so.
    pub fn target(&self) -> Option<Target> {
        self.config.target.or_else(|| self.settings.profile.target?.parse().ok())
    }
}

impl std::fmt::Debug for Judge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Judge").field("config", &self.config.shown).finish_non_exhaustive()
    }
}

impl PlannedUnit {
    /// Every configuration that counts for one of the files, and for the clusters.
    pub(crate) fn judges(&self) -> Vec<&Arc<Judge>> {
        let mut found: Vec<&Arc<Judge>> = vec![&self.judge];
        for file in &self.files {
            if !found.iter().any(|it| Arc::ptr_eq(it, &file.judge)) {
                found.push(&file.judge);
            }
        }
        found
    }

    /// A number that changes with every configuration that counts here.
    pub(crate) fn config_print(&self) -> u64 {
        let prints = self.judges().into_iter().map(|it| it.config.print);
        prints.fold(0, |all, it| all.rotate_left(5).wrapping_add(it))
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.files.iter().map(|it| it.bytes).sum()
    }
}

impl Plan {
    /// Finds and groups what the request names.
    ///
    /// # Errors
    /// Only what makes the whole request meaningless: a broken lsflint.toml, a `--cluster` without configuration. What concerns one
    /// path is in [`Plan::problems`].
    pub fn new(request: Request) -> Result<Plan, Problem> {
        let Request { paths, arguments, stdin, buffers, cluster, config, target, overrides, jobs, fingerprints } =
            request;
        let mut discovery = Discovery::new(&paths);
        let from_stdin = stdin.as_ref().map(|it| paths.absolute(&it.0));
        if let Some((name, bytes)) = stdin {
            discovery.add_text(&name, decode(bytes, &name.to_string_lossy())?);
        }
        for argument in &arguments {
            discovery.add_argument(argument);
        }
        let below: Vec<PathBuf> = arguments.iter().map(|it| paths.absolute(it)).collect();
        discovery.add_stand_ins(&buffers, &below);
        discovery.add_buffers(&buffers);
        let mut configs = Configs::new(config, &paths, &buffers);
        let home = home_folder(cluster.as_deref(), &mut discovery, &paths)?;
        discovery.add_scripts(&below, &mut configs)?;
        discovery.stand_in_for_scripts(&buffers);
        load_named_clusters(&mut discovery, &mut configs)?;
        let mut scripts = discovery.take_scripts(home.as_deref());
        discovery.add_context(&below);
        let home = home.map(|folder| Home { folder, fallback: false });
        let home = home.or_else(|| {
            let here = paths.current();
            discovery.add_fallback(here).then(|| Home { folder: here.to_owned(), fallback: true })
        });
        let Discovery { mut files, problems, mut ignored, .. } = discovery.finish();
        files.sort_by(|a, b| a.path.cmp(&b.path));
        let explicit = explicit_clusters(&files, &mut configs)?;
        let members: Vec<Member<'_>> = files.iter().map(member).collect();
        let groups = group(&members, explicit, home.as_ref());
        let mut files: Vec<Option<Found>> = files.into_iter().map(Some).collect();
        let mut judges = Judges { configs, overrides, known: Vec::new() };
        let mut units = Vec::new();
        let mut notes = Vec::new();
        for mut unit in groups {
            let config = judges.configs.of(&unit.clusters[0].base)?;
            let files = take_files(&mut unit, &mut files, &mut judges, &paths, &mut ignored)?;
            let scripts = scripts_of_unit(&mut scripts, &unit.clusters, &mut judges, &paths)?;
            let reported = files.iter().filter(|it| it.reported).map(|it| &it.shown);
            let Some(first) = reported.chain(scripts.iter().map(|it| &it.shown)).min().map(|it| it.to_string()) else {
                continue;
            };
            let base = unit.clusters[0].base.clone();
            // Files that others include lie anywhere below.
            let first = first.min(format!("{}/", paths.shown(&base)));
            let judge = judges.of(&config);
            let unit = PlannedUnit { files, scripts, clusters: unit.clusters, judge, base, first };
            notes.extend(unit.judges().into_iter().filter_map(|it| without_effect(&it.config, &config)));
            units.push(unit);
        }
        units.extend(units_of_lonely_scripts(scripts, &mut judges, &paths)?);
        let config_files = judges.configs.files();
        notes.sort();
        notes.dedup();
        units.sort_by(|a, b| a.first.cmp(&b.first));
        ignored.sort();
        ignored.dedup();
        Ok(Plan {
            units,
            problems,
            ignored,
            notes,
            config_files,
            target,
            jobs,
            fingerprints,
            paths,
            buffers,
            below,
            stdin: from_stdin,
        })
    }

    /// Whether its files are worth several threads.
    pub(crate) fn is_large(&self) -> bool {
        self.units.iter().map(PlannedUnit::bytes).sum::<u64>() >= SMALL
    }

    /// How many files are reported on.
    pub fn reported(&self) -> usize {
        let files = |it: &PlannedUnit| it.files.iter().filter(|it| it.reported).count() + it.scripts.len();
        self.units.iter().map(files).sum()
    }
}

/// What lsflint.toml says for a folder.
///
/// # Errors
/// A broken lsflint.toml.
pub fn config_of(folder: &Path, source: ConfigSource, paths: &Paths) -> Result<Arc<Config>, Problem> {
    Configs::new(source, paths, &Buffers::default()).of(&paths.absolute(folder))
}

/// What lsflint.toml says for a folder, with the command line on top.
///
/// # Errors
/// A broken lsflint.toml.
pub fn judge_of(folder: &Path, source: ConfigSource, overrides: &Overrides, paths: &Paths) -> Result<Judge, Problem> {
    Ok(Judge::new(&config_of(folder, source, paths)?, overrides))
}

/// What a nested lsflint.toml says in vain.
fn without_effect(nested: &Config, of_cluster: &Config) -> Option<String> {
    let keys = nested.differs_about_clusters(of_cluster);
    if keys.is_empty() {
        return None;
    }
    let keys: Vec<String> = keys.iter().map(|it| format!("`{it}`")).collect();
    let counts = match of_cluster.shown.is_empty() {
        true => "no lsflint.toml counts for its cluster".to_owned(),
        false => format!("for its cluster {} counts", of_cluster.shown),
    };
    Some(format!("{} in {} is without effect: {counts}", keys.join(", "), nested.shown))
}

/// The folder of `--cluster`, with everything in it found.
fn home_folder(given: Option<&Path>, discovery: &mut Discovery<'_>, paths: &Paths) -> Result<Option<PathBuf>, Problem> {
    let Some(given) = given else { return Ok(None) };
    let folder = paths.absolute(given);
    let shown = given.to_string_lossy().into_owned();
    if !folder.exists() {
        return Err(Problem::Missing { path: shown });
    }
    if !discovery.add_cluster(&folder) {
        return Err(Problem::NotACluster { path: shown });
    }
    Ok(Some(folder))
}

/// Finds the files that `clusters` of lsflint.toml names for the files found so far.
fn load_named_clusters(discovery: &mut Discovery<'_>, configs: &mut Configs<'_>) -> Result<(), Problem> {
    let all = discovery.files.iter().map(|it| &it.path).chain(discovery.scripts.iter().map(|it| &it.path));
    let folders: FxHashSet<PathBuf> = all.filter_map(|it| it.parent()).map(Path::to_owned).collect();
    let mut roots = FxHashSet::default();
    for folder in folders {
        for grouping in &configs.of(&folder)?.clusters {
            if roots.insert(grouping.root.clone()) {
                discovery.add_cluster(&grouping.root);
            }
        }
    }
    Ok(())
}

/// The clusters of lsflint.toml, each with the files that its patterns name.
fn explicit_clusters(files: &[Found], configs: &mut Configs<'_>) -> Result<Vec<Cluster>, Problem> {
    let mut found: Vec<((PathBuf, usize), Cluster)> = Vec::new();
    for (index, file) in files.iter().enumerate() {
        let config = configs.of_file(&file.path)?;
        for grouping in config.groupings_of(&file.path) {
            let Grouping { root, name, .. } = &config.clusters[grouping];
            let key = (root.clone(), grouping);
            let at = found.iter().position(|it| it.0 == key).unwrap_or_else(|| {
                let (name, base) = (name.clone(), root.clone());
                let cluster = Cluster { name, base, files: Vec::new(), judged: Vec::new() };
                found.push((key, cluster));
                found.len() - 1
            });
            found[at].1.files.push(index);
            found[at].1.judged.push(index);
        }
    }
    Ok(found.into_iter().map(|it| it.1).collect())
}

fn member(file: &Found) -> Member<'_> {
    Member { path: &file.path, kind: file.recognised.kind, by_name: file.by_name, template: file.recognised.template }
}

/// Moves the files of a unit out of the list of all files, and makes its indices count in them.
fn take_files(
    unit: &mut Unit,
    all: &mut [Option<Found>],
    judges: &mut Judges<'_>,
    paths: &Paths,
    ignored: &mut Vec<Ignored>,
) -> Result<Vec<PlannedFile>, Problem> {
    let mut indices: Vec<usize> = unit.clusters.iter().flat_map(|it| it.files.iter().copied()).collect();
    indices.sort_unstable();
    indices.dedup();
    let place = |index: &usize| indices.binary_search(index).expect("every file of a cluster was collected above");
    for cluster in &mut unit.clusters {
        for files in [&mut cluster.files, &mut cluster.judged] {
            *files = files.iter().map(place).collect();
        }
    }
    let found = indices.iter().map(|it| all[*it].take().expect("a file is in one unit only"));
    let mut planned = Vec::with_capacity(indices.len());
    for file in found {
        let shown = paths.shown(&file.path);
        let config = judges.configs.of_file(&file.path)?;
        let excluded = file.reported && !file.named && judges.configs.excludes(&file.path)?;
        if excluded {
            ignored.push(Ignored { path: shown.clone(), because: IgnoredBecause::Excluded });
        }
        planned.push(PlannedFile {
            shown: shown.into(),
            recognised: file.recognised,
            reported: file.reported && !excluded,
            judge: judges.of(&config),
            text: file.text,
            bytes: file.bytes,
            path: file.path,
        });
    }
    Ok(planned)
}

/// One judge per lsflint.toml.
pub(crate) struct Judges<'b> {
    pub(crate) configs: Configs<'b>,
    overrides: Overrides,
    known: Vec<Arc<Judge>>,
}

impl Judges<'_> {
    pub(crate) fn of(&mut self, config: &Arc<Config>) -> Arc<Judge> {
        if let Some(judge) = self.known.iter().find(|it| Arc::ptr_eq(&it.config, config)) {
            return judge.clone();
        }
        let judge = Arc::new(Judge::new(config, &self.overrides));
        self.known.push(judge.clone());
        judge
    }
}

impl Overrides {
    /// The settings of lsflint.toml with those of the command line on top.
    pub fn settings(&self, config: &Config) -> Settings {
        let Overrides { profile, select, extend_select, ignore } = self;
        let replaced = select.is_some();
        let none = Selection::default();
        let file = |selection| if replaced { &none } else { selection };
        Settings {
            profile: profile.or(config.profile).unwrap_or_default(),
            select: select.as_ref().unwrap_or(&config.select).clone(),
            extend_select: join(file(&config.extend_select), extend_select),
            ignore: join(file(&config.ignore), ignore),
            severity: config.severity.clone(),
            allow_parameters: config.allow_parameters.clone(),
        }
    }
}
