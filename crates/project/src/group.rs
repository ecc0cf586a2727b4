//! Groups files that LSF reads together into clusters, by the rules of [`group`].

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use lsflint_model::Peer;
use lsflint_spec::{FileKind, TEMPLATE_ENDINGS};

use crate::paths::{folder_of, name_of};

/// The maximum number of levels between `lsb.*` files and their configuration directory: `conf/lsbatch/NAME/configdir`
/// has three.
pub(crate) const LEVELS: usize = 4;

/// The directories that may be the configuration directory of the files in a directory, nearest first: the directory,
/// its parent, and further parents reached through a directory called `lsbatch...` or `ego`. An unrelated lsf.conf
/// further up is ignored.
pub(crate) fn possible_bases(folder: &Path) -> impl Iterator<Item = &Path> {
    folder
        .ancestors()
        .take(LEVELS + 1)
        .enumerate()
        .filter(|(level, base)| *level <= 1 || is_reached_below(base, folder))
        .map(|it| it.1)
}

fn is_reached_below(base: &Path, folder: &Path) -> bool {
    let first = folder.strip_prefix(base).ok().and_then(|way| way.iter().next());
    first.is_some_and(|it| it == EGO || it.to_string_lossy().starts_with("lsbatch"))
}

/// The directory in a configuration directory that has the files of EGO: `ego/NAME/kernel`.
pub(crate) const EGO: &str = "ego";

/// Whether a directory has files of EGO, which belong to the cluster that the path names.
fn is_of_ego(base: &Path, folder: &Path) -> bool {
    folder.strip_prefix(base).is_ok_and(|way| way.starts_with(EGO))
}

/// A file to group into a cluster.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Candidate<'a> {
    /// Its absolute path.
    pub path: &'a Path,
    /// The LSF file it is.
    pub kind: FileKind,
    /// Whether its kind was recognized by its name.
    pub by_name: bool,
    /// Whether it is a template.
    pub template: bool,
}

/// The directory of `--cluster`.
#[derive(Debug, Clone)]
pub(crate) struct Home {
    /// The absolute path of the directory.
    pub folder: PathBuf,
    /// Whether it was not requested: only files without a configuration directory of their own are put there.
    pub fallback: bool,
}

/// Files that LSF reads together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cluster {
    /// Its name if known, else that of the directory.
    pub name: String,
    /// The configuration directory, else the directory of the files.
    pub base: PathBuf,
    /// Its files as indices of members, ordered by path.
    pub files: Vec<usize>,
    /// The members that are checked here: some of its files (the others are only read), and scripts, which are not
    /// files of a cluster.
    pub judged: Vec<usize>,
    /// The clusters of other sets and of this one that exchange jobs with it.
    pub peers: Vec<Peer>,
}

/// Groups files into clusters, and clusters that share files into sets, each ordered by base and name. `explicit` are
/// the clusters of `lsflint.toml`.
///
/// The rules, in this order:
///
/// 1. `clusters` of `lsflint.toml` names the files of a cluster; such a file is only in the clusters that name it.
/// 2. A directory with `lsf.conf`, `lsf.shared` or an `lsf.cluster.NAME` is a *configuration directory* (LSF_ENVDIR). A
///    directory with `lsb.*` files belongs to the nearest configuration directory: itself, its parent, or one up to
///    four levels above that is reached through a directory called `lsbatch...`. That covers the installed tree
///    (`conf/lsbatch/NAME/configdir`), a flat directory, and several clusters in one repository.
/// 3. Every directory with `lsb.*` files is one cluster: those files, the files of its configuration directory, and the
///    `lsf.cluster.NAME` that belongs to it. NAME is the directory after `lsbatch`, or any directory in between that
///    has the name of a cluster; without such a directory it is the only `lsf.cluster.NAME`. If that is ambiguous
///    (several `lsf.cluster.NAME` and no name in the path), none is used: host names are then unknown instead of wrong.
///    The files in `ego/NAME/kernel` are added to the cluster NAME.
/// 4. An `lsf.cluster.NAME` without a directory of its own is a cluster with only the shared files.
/// 5. Files of a directory without a configuration directory are a cluster of their own.
/// 6. In one directory, the file with the plain name takes precedence. Templates of it (`lsb.queues.j2`) and files
///    recognized by other means (`prod.lsb.queues`) are each checked as if they replaced it.
/// 7. With `--cluster DIR`, files outside DIR are checked as if they replaced the files of the same kind in its
///    cluster.
///
/// `lsf.conf` and `lsf.shared` of several clusters are read once. A finding in such a file is reported if it applies in
/// every cluster that reads the file.
pub(crate) fn group(members: &[Candidate<'_>], explicit: Vec<Cluster>, home: Option<&Home>) -> Vec<Vec<Cluster>> {
    let taken: BTreeSet<usize> = explicit.iter().flat_map(|it| it.files.iter().copied()).collect();
    let folders = Folders::new(members, &taken);
    let mut clusters = folders.clusters(home);
    folders.add_variants(&mut clusters);
    clusters.extend(explicit);
    for cluster in &mut clusters {
        for files in [&mut cluster.files, &mut cluster.judged] {
            files.sort_by_key(|it| members[*it].path);
            files.dedup();
        }
    }
    clusters.retain(|it| !it.files.is_empty());
    clusters.sort_by(|a, b| (&a.base, &a.name, &a.files).cmp(&(&b.base, &b.name, &b.files)));
    sets(members.len(), clusters)
}

/// The files to group, by directory.
struct Folders<'a> {
    members: &'a [Candidate<'a>],
    /// The files that are used in each directory: one of each kind.
    first: BTreeMap<&'a Path, Vec<usize>>,
    /// The files that are checked in place of another one of the same kind.
    variants: Vec<usize>,
}

impl<'a> Folders<'a> {
    fn new(members: &'a [Candidate<'a>], taken: &BTreeSet<usize>) -> Folders<'a> {
        let mut all: BTreeMap<&Path, Vec<usize>> = BTreeMap::new();
        for (index, member) in members.iter().enumerate().filter(|(index, _)| !taken.contains(index)) {
            all.entry(folder_of(member.path)).or_default().push(index);
        }
        let mut folders = Folders { members, first: BTreeMap::new(), variants: Vec::new() };
        for (folder, mut files) in all {
            files.sort_by_key(|it| (!members[*it].by_name, members[*it].template, members[*it].path));
            let mut seen = BTreeSet::new();
            for index in files {
                let member = members[index];
                if member.by_name && seen.insert((member.kind, cluster_name(member))) {
                    folders.first.entry(folder).or_default().push(index);
                } else {
                    folders.variants.push(index);
                }
            }
        }
        folders
    }

    fn of_kind(&self, folder: &Path, wanted: impl Fn(FileKind) -> bool) -> Vec<usize> {
        let files = self.first.get(folder).map_or(&[][..], Vec::as_slice);
        files.iter().copied().filter(|it| wanted(self.members[*it].kind)).collect()
    }

    /// The configuration directory at or above a directory.
    fn base_of<'p>(&self, folder: &'p Path) -> Option<&'p Path> {
        possible_bases(folder).find(|it| !self.of_kind(it, marks_base).is_empty())
    }

    fn clusters(&self, home: Option<&Home>) -> Vec<Cluster> {
        let mut found = Vec::new();
        let mut outsiders = Vec::new();
        let mut bases: BTreeMap<&Path, Vec<&Path>> = BTreeMap::new();
        for folder in self.first.keys() {
            let base = self.base_of(folder);
            let goes_home = home.is_some_and(|home| {
                if home.fallback {
                    base.is_none()
                } else {
                    !folder.starts_with(&home.folder) && base.is_none_or(|it| !home.folder.starts_with(it))
                }
            });
            match base {
                _ if goes_home => outsiders.push(*folder),
                Some(base) => bases.entry(base).or_default().push(folder),
                None => found.push(self.cluster(folder, name_of(folder), &[], self.of_kind(folder, |_| true))),
            }
        }
        for (base, folders) in bases {
            self.clusters_of_base(base, &folders, &mut found);
        }
        if let Some(home) = home {
            for folder in outsiders {
                let cluster = self.guest(folder, home, &found);
                found.push(cluster);
            }
        }
        found
    }

    fn clusters_of_base(&self, base: &'a Path, folders: &[&'a Path], found: &mut Vec<Cluster>) {
        let shared = self.of_kind(base, |kind| !is_batch(kind) && !is_named(kind));
        let mut named: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for index in self.of_kind(base, is_named) {
            named.entry(cluster_name(self.members[index])).or_default().push(index);
        }
        let clusters = self.of_kind(base, |it| it == FileKind::LsfCluster);
        let clusters: Vec<String> = clusters.iter().map(|it| cluster_name(self.members[*it])).collect();
        let known: BTreeSet<&str> = clusters.iter().map(String::as_str).collect();
        let (ego, folders): (Vec<&Path>, Vec<&Path>) = folders.iter().partition(|it| is_of_ego(base, it));
        for folder in ego {
            let name = name_on_the_way(base, folder, &known).or_else(|| clusters.first().cloned());
            named.entry(name.unwrap_or_default()).or_default().extend(self.of_kind(folder, |_| true));
        }
        let mut used = BTreeSet::new();
        let before = found.len();
        for folder in folders {
            let own = self.of_kind(folder, |kind| folder != base || is_batch(kind));
            if own.is_empty() {
                continue;
            }
            let name = name_on_the_way(base, folder, &known).or_else(|| match clusters.as_slice() {
                [only] => Some(only.clone()),
                _ => None,
            });
            let of_name = name.as_ref().and_then(|it| named.get(it)).cloned().unwrap_or_default();
            used.extend(name.clone());
            let label = name.filter(|it| !it.is_empty()).unwrap_or_else(|| name_of(folder));
            found.push(self.cluster(base, label, &[&shared, &of_name], own));
        }
        for (name, files) in named.into_iter().filter(|(name, _)| !used.contains(name)) {
            let label = if name.is_empty() { name_of(base) } else { name };
            found.push(self.cluster(base, label, &[&shared], files));
        }
        if found.len() == before {
            found.push(self.cluster(base, name_of(base), &[], shared));
        }
    }

    fn cluster(&self, base: &Path, name: String, shared: &[&[usize]], own: Vec<usize>) -> Cluster {
        let files: Vec<usize> = shared.iter().flat_map(|it| it.iter().copied()).chain(own).collect();
        Cluster { name, base: base.to_owned(), judged: files.clone(), files, peers: Vec::new() }
    }

    /// A copy of the cluster `host` in which the files `guests` are checked.
    fn visit(&self, host: &Cluster, others: Vec<usize>, guests: Vec<usize>) -> Cluster {
        let files = others.into_iter().chain(guests.iter().copied()).collect();
        Cluster { name: host.name.clone(), base: host.base.clone(), files, judged: guests, peers: Vec::new() }
    }

    /// The cluster of a directory outside `--cluster DIR`: its files, and the kinds of files it lacks from that
    /// cluster.
    fn guest(&self, folder: &Path, home: &Home, found: &[Cluster]) -> Cluster {
        let own = self.of_kind(folder, |_| true);
        let hosts = || found.iter().filter(|it| it.base.starts_with(&home.folder) || home.folder.starts_with(&it.base));
        let Some(host) = hosts().next() else { return self.cluster(folder, name_of(folder), &[], own) };
        // If there are several clusters, only the files that they share.
        let shared: Vec<usize> = host
            .files
            .iter()
            .copied()
            .filter(|file| hosts().all(|it| it.files.contains(file)))
            .filter(|file| own.iter().all(|it| self.members[*it].kind != self.members[*file].kind))
            .collect();
        self.visit(host, shared, own)
    }

    /// Adds a cluster for each file that is checked in place of another one.
    fn add_variants(&self, clusters: &mut Vec<Cluster>) {
        // The first cluster that has a file, and the first that has a file of a directory.
        let mut with_file: BTreeMap<usize, usize> = BTreeMap::new();
        let mut with_folder: BTreeMap<&Path, usize> = BTreeMap::new();
        for (index, cluster) in clusters.iter().enumerate() {
            for file in &cluster.files {
                with_file.entry(*file).or_insert(index);
                with_folder.entry(folder_of(self.members[*file].path)).or_insert(index);
            }
        }
        for &variant in &self.variants {
            let member = self.members[variant];
            let folder = folder_of(member.path);
            let stands_for = self.first.get(folder).into_iter().flatten().copied().find(|it| {
                let other = self.members[*it];
                other.kind == member.kind && cluster_name(other) == cluster_name(member)
            });
            let place = stands_for.and_then(|it| with_file.get(&it)).or_else(|| with_folder.get(folder));
            let cluster = match (place, self.base_of(folder)) {
                (Some(place), _) => {
                    let place = &clusters[*place];
                    let others = place.files.iter().copied().filter(|it| Some(*it) != stands_for).collect();
                    self.visit(place, others, vec![variant])
                }
                (None, Some(base)) => {
                    let shared = self.of_kind(base, |kind| !is_batch(kind) && !is_named(kind) && kind != member.kind);
                    let host = self.cluster(base, name_of(folder), &[], Vec::new());
                    self.visit(&host, shared, vec![variant])
                }
                (None, None) => self.cluster(folder, name_of(folder), &[], vec![variant]),
            };
            clusters.push(cluster);
        }
    }
}

/// Joins clusters that share files into sets.
fn sets(files: usize, clusters: Vec<Cluster>) -> Vec<Vec<Cluster>> {
    let mut set_of: Vec<usize> = (0..files).collect();
    fn root(set_of: &mut [usize], mut file: usize) -> usize {
        while set_of[file] != file {
            set_of[file] = set_of[set_of[file]];
            file = set_of[file];
        }
        file
    }
    for cluster in &clusters {
        let first = root(&mut set_of, cluster.files[0]);
        for &file in &cluster.files[1..] {
            let other = root(&mut set_of, file);
            set_of[other] = first;
        }
    }
    let mut found: BTreeMap<usize, Vec<Cluster>> = BTreeMap::new();
    for cluster in clusters {
        let key = root(&mut set_of, cluster.files[0]);
        found.entry(key).or_default().push(cluster);
    }
    found.into_values().collect()
}

/// Whether a file of this kind makes its directory a configuration directory.
pub(crate) fn marks_base(kind: FileKind) -> bool {
    matches!(kind, FileKind::LsfConf | FileKind::LsfShared | FileKind::LsfCluster)
}

/// Whether it is a file of the batch system: `lsb.*`.
fn is_batch(kind: FileKind) -> bool {
    kind.name().starts_with("lsb.")
}

/// Whether the file name contains the name of a cluster.
fn is_named(kind: FileKind) -> bool {
    matches!(kind, FileKind::LsfCluster | FileKind::LsfDataManager)
}

/// The cluster name in a file name; empty if there is none.
fn cluster_name(member: Candidate<'_>) -> String {
    if !is_named(member.kind) {
        return String::new();
    }
    let name = name_of(member.path);
    let mut base = &*name;
    while let Some(shorter) = TEMPLATE_ENDINGS.iter().find_map(|it| base.strip_suffix(it)) {
        base = shorter;
    }
    let prefixes = member.kind.spec().recognition.prefixes;
    prefixes.iter().find_map(|it| base.strip_prefix(it)).unwrap_or_default().to_owned()
}

/// The cluster named by the directories between the configuration directory and the `lsb.*` files.
fn name_on_the_way(base: &Path, folder: &Path, clusters: &BTreeSet<&str>) -> Option<String> {
    let way: Vec<String> = folder.strip_prefix(base).ok()?.iter().map(|it| it.to_string_lossy().into_owned()).collect();
    let after_lsbatch = way.iter().position(|it| it == "lsbatch" || it == EGO).and_then(|at| way.get(at + 1));
    let known = way.iter().find(|it| clusters.contains(&***it));
    known.or(after_lsbatch.filter(|it| *it != "configdir")).cloned()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::kind;

    /// Groups files by name; `*` before a name marks one that is not recognised by its name and is lsb.queues.
    #[track_caller]
    fn check(names: &[&str], home: Option<(&str, bool)>, expect: Expect) {
        let paths: Vec<(PathBuf, bool)> = names
            .iter()
            .map(|it| match it.strip_prefix('*') {
                Some(name) => (Path::new("/r").join(name), false),
                None => (Path::new("/r").join(it), true),
            })
            .collect();
        let members: Vec<Candidate<'_>> = paths
            .iter()
            .map(|(path, by_name)| {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                let kind = kind::by_name(&name).map_or(FileKind::LsbQueues, |it| it.kind);
                Candidate { path, kind, by_name: *by_name, template: lsflint_spec::is_template(&name) }
            })
            .collect();
        let home = home.map(|(folder, fallback)| Home { folder: Path::new("/r").join(folder), fallback });
        let mut text = String::new();
        for set in group(&members, Vec::new(), home.as_ref()) {
            for cluster in &set {
                text.push_str(&format!("{} in {}:", cluster.name, cluster.base.display()));
                for file in &cluster.files {
                    let mark = if cluster.judged.contains(file) { "" } else { "~" };
                    let path = members[*file].path.strip_prefix("/r").expect("all lie there");
                    text.push_str(&format!(" {mark}{}", path.display()));
                }
                text.push('\n');
            }
            text.push_str("--\n");
        }
        expect.assert_eq(&text);
    }

    #[test]
    fn the_installed_tree() {
        check(
            &["conf/lsf.conf", "conf/lsf.shared", "conf/lsf.cluster.a", "conf/lsbatch/a/configdir/lsb.queues"],
            None,
            expect![[r#"
                a in /r/conf: conf/lsbatch/a/configdir/lsb.queues conf/lsf.cluster.a conf/lsf.conf conf/lsf.shared
                --
            "#]],
        );
    }

    #[test]
    fn several_clusters_share_their_folder() {
        check(
            &[
                "conf/lsf.conf",
                "conf/lsf.shared",
                "conf/lsf.cluster.a",
                "conf/lsf.cluster.b",
                "conf/lsf.cluster.c",
                "conf/lsbatch/a/configdir/lsb.queues",
                "conf/lsbatch/b/configdir/lsb.queues",
                "conf/lsbatch/d/configdir/lsb.queues",
            ],
            None,
            expect![[r#"
                a in /r/conf: conf/lsbatch/a/configdir/lsb.queues conf/lsf.cluster.a conf/lsf.conf conf/lsf.shared
                b in /r/conf: conf/lsbatch/b/configdir/lsb.queues conf/lsf.cluster.b conf/lsf.conf conf/lsf.shared
                c in /r/conf: conf/lsf.cluster.c conf/lsf.conf conf/lsf.shared
                d in /r/conf: conf/lsbatch/d/configdir/lsb.queues conf/lsf.conf conf/lsf.shared
                --
            "#]],
        );
    }

    #[test]
    fn files_of_ego_belong_to_the_cluster_in_their_path() {
        check(
            &[
                "conf/lsf.conf",
                "conf/lsf.cluster.a",
                "conf/lsf.cluster.b",
                "conf/lsbatch/a/configdir/lsb.queues",
                "conf/ego/a/kernel/ego.conf",
                "conf/ego/b/kernel/ego.conf",
            ],
            None,
            expect![[r#"
                a in /r/conf: conf/ego/a/kernel/ego.conf conf/lsbatch/a/configdir/lsb.queues conf/lsf.cluster.a conf/lsf.conf
                b in /r/conf: conf/ego/b/kernel/ego.conf conf/lsf.cluster.b conf/lsf.conf
                --
            "#]],
        );
        check(
            &["lsf.conf", "lsb.queues", "ego.conf", "x/ego.conf"],
            None,
            expect![[r#"
            r in /r: ego.conf lsb.queues lsf.conf
            x in /r: ego.conf lsf.conf x/ego.conf
            --
        "#]],
        );
    }

    #[test]
    fn several_clusters_in_one_repository() {
        check(
            &[
                "north/conf/lsf.conf",
                "north/conf/lsf.cluster.n",
                "north/conf/lsbatch/n/configdir/lsb.queues",
                "south/conf/lsf.conf",
                "south/conf/lsf.cluster.s",
                "south/conf/lsbatch/s/configdir/lsb.queues",
            ],
            None,
            expect![[r#"
                n in /r/north/conf: north/conf/lsbatch/n/configdir/lsb.queues north/conf/lsf.cluster.n north/conf/lsf.conf
                --
                s in /r/south/conf: south/conf/lsbatch/s/configdir/lsb.queues south/conf/lsf.cluster.s south/conf/lsf.conf
                --
            "#]],
        );
    }

    #[test]
    fn a_flat_folder() {
        check(
            &["lsf.conf", "lsf.cluster.f", "lsb.queues", "lsb.hosts", "lsf.task"],
            None,
            expect![[r#"
            f in /r: lsb.hosts lsb.queues lsf.cluster.f lsf.conf lsf.task
            --
        "#]],
        );
        check(
            &["lsb.queues", "lsb.hosts"],
            None,
            expect![[r#"
            r in /r: lsb.hosts lsb.queues
            --
        "#]],
        );
    }

    #[test]
    fn an_undecided_cluster_has_no_hosts() {
        check(
            &["lsf.shared", "lsf.cluster.a", "lsf.cluster.b", "lsb.queues"],
            None,
            expect![[r#"
            a in /r: lsf.cluster.a lsf.shared
            b in /r: lsf.cluster.b lsf.shared
            r in /r: lsb.queues lsf.shared
            --
        "#]],
        );
    }

    #[test]
    fn odd_names_of_folders() {
        check(
            &["conf/lsf.shared", "conf/lsf.cluster.LSFCluster", "conf/lsbatch_cluster_name/lsb.queues"],
            None,
            expect![[r#"
                LSFCluster in /r/conf: conf/lsbatch_cluster_name/lsb.queues conf/lsf.cluster.LSFCluster conf/lsf.shared
                --
            "#]],
        );
        check(
            &["lsf.conf", "a/lsb.queues", "a/b/lsb.queues", "lsbatch/x/y/z/lsb.queues", "lsbatch/x/y/z/z/lsb.queues"],
            None,
            expect![[r#"
                b in /r/a/b: a/b/lsb.queues
                --
                a in /r: a/lsb.queues lsf.conf
                x in /r: lsbatch/x/y/z/lsb.queues lsf.conf
                --
                z in /r/lsbatch/x/y/z/z: lsbatch/x/y/z/z/lsb.queues
                --
            "#]],
        );
    }

    #[test]
    fn templates_and_guesses_stand_in() {
        check(
            &["lsf.conf", "lsb.queues", "lsb.queues.j2", "*prod.lsb.queues", "lsb.hosts.in", "*x/a.lsb.queues"],
            None,
            expect![[r#"
                r in /r: ~lsb.hosts.in ~lsf.conf prod.lsb.queues
                r in /r: lsb.hosts.in lsb.queues lsf.conf
                r in /r: ~lsb.hosts.in lsb.queues.j2 ~lsf.conf
                x in /r: ~lsf.conf x/a.lsb.queues
                --
            "#]],
        );
        check(
            &["*a.lsb.queues", "*b.lsb.queues"],
            None,
            expect![[r#"
            r in /r: a.lsb.queues
            --
            r in /r: b.lsb.queues
            --
        "#]],
        );
    }

    #[test]
    fn guests_of_a_cluster() {
        let files = [
            "conf/lsf.conf",
            "conf/lsf.cluster.a",
            "conf/lsbatch/a/configdir/lsb.queues",
            "draft/lsb.queues",
            "draft/lsb.hosts",
        ];
        check(
            &files,
            Some(("conf", false)),
            expect![[r#"
            a in /r/conf: ~conf/lsf.cluster.a ~conf/lsf.conf draft/lsb.hosts draft/lsb.queues
            a in /r/conf: conf/lsbatch/a/configdir/lsb.queues conf/lsf.cluster.a conf/lsf.conf
            --
        "#]],
        );
        check(
            &files,
            None,
            expect![[r#"
            a in /r/conf: conf/lsbatch/a/configdir/lsb.queues conf/lsf.cluster.a conf/lsf.conf
            --
            draft in /r/draft: draft/lsb.hosts draft/lsb.queues
            --
        "#]],
        );
        check(
            &["conf/lsf.conf", "draft/lsf.conf", "draft/lsb.queues"],
            Some(("conf", true)),
            expect![[r#"
            conf in /r/conf: conf/lsf.conf
            --
            draft in /r/draft: draft/lsb.queues draft/lsf.conf
            --
        "#]],
        );
        check(
            &["conf/lsf.conf", "draft/lsf.conf", "draft/lsb.queues"],
            Some(("conf", false)),
            expect![[r#"
            conf in /r/conf: conf/lsf.conf
            --
            conf in /r/conf: draft/lsb.queues draft/lsf.conf
            --
        "#]],
        );
    }
}
