//! Folders and files for tests: temporary folders, the clusters of `testdata`, generated clusters,
//! examples of the manuals.

pub mod generate;
pub mod lsp;
pub mod manual;
mod schema;

use std::fs;
use std::path::{Path, PathBuf};

pub use schema::Schema;

/// A temporary folder, deleted when the value is dropped.
#[derive(Debug)]
pub struct Scratch {
    folder: tempfile::TempDir,
}

impl Scratch {
    /// An empty folder.
    pub fn new() -> Scratch {
        Scratch { folder: tempfile::tempdir().expect("a folder for temporary files") }
    }

    /// A folder with files: `[("conf/lsf.conf", "LSF_LIM_PORT=7869\n")]`.
    pub fn with(files: &[(&str, &str)]) -> Scratch {
        let scratch = Scratch::new();
        for (name, text) in files {
            scratch.write(name, text);
        }
        scratch
    }

    /// A folder with a copy of everything below another one.
    pub fn copy_of(folder: &Path) -> Scratch {
        let scratch = Scratch::new();
        scratch.copy(folder);
        scratch
    }

    /// Copies everything below a folder here.
    pub fn copy(&self, folder: &Path) {
        for (name, bytes) in files_below(folder) {
            self.write(&name, bytes);
        }
    }

    /// Writes a file and creates its parent folders.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        let folder = path.parent().expect("a file lies in a folder");
        fs::create_dir_all(folder).and_then(|()| fs::write(&path, text)).expect("writing into our own folder");
        path
    }

    /// The canonical path of the folder. Its name is always `site`, because output contains names of folders.
    pub fn path(&self) -> PathBuf {
        let folder = self.folder.path().canonicalize().expect("our own folder is there").join("site");
        fs::create_dir_all(&folder).expect("a folder in our own");
        folder
    }
}

impl Default for Scratch {
    fn default() -> Scratch {
        Scratch::new()
    }
}

/// The root of the repository.
pub fn repository() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).expect("the crate is two folders below the root").to_owned()
}

/// Configuration of other sites: `corpus` in `$LSFLINT_SHARED`, or in the folder `shared` next to the repository.
/// Prints a note if it does not exist.
pub fn corpus() -> Option<PathBuf> {
    let shared = std::env::var_os("LSFLINT_SHARED").map_or_else(|| repository().join("../shared"), PathBuf::from);
    let folder = shared.join("corpus");
    if !folder.is_dir() {
        eprintln!("skipped: there is no {}", folder.display());
        return None;
    }
    Some(folder)
}

/// The files below a folder, sorted by relative path; empty if the folder does not exist.
pub fn files_below(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut pending = vec![folder.to_owned()];
    while let Some(next) = pending.pop() {
        for entry in fs::read_dir(next).into_iter().flatten() {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                pending.push(path);
            } else if path.is_file() {
                let name = path.strip_prefix(folder).expect("below the folder").to_string_lossy().replace('\\', "/");
                found.push((name, fs::read(&path).expect("a readable file")));
            }
        }
    }
    found.sort();
    found
}

/// A cluster of `testdata/clusters`.
pub fn cluster(name: &str) -> PathBuf {
    repository().join("testdata/clusters").join(name)
}

/// A small valid cluster in one folder: four files that refer to each other.
pub const MINI_CLUSTER: [(&str, &str); 4] = [
    ("lsf.conf", "LSF_LIM_PORT=7869\nLSF_MASTER_LIST=\"m1\"\nLSF_STRICT_RESREQ=Y\n"),
    (
        "lsf.shared",
        "Begin Cluster\nClusterName\nmini\nEnd Cluster\n\nBegin HostType\nTYPENAME\nX86_64\nARM\nEnd HostType\n\n\
         Begin HostModel\nMODELNAME CPUFACTOR ARCHITECTURE\nEPYC 60 ()\nEnd HostModel\n\n\
         Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\nlic Numeric () N (tokens)\nEnd Resource\n",
    ),
    (
        "lsf.cluster.mini",
        "Begin ClusterAdmins\nAdministrators = lsfadmin\nEnd ClusterAdmins\n\n\
         Begin Host\nHOSTNAME model type server RESOURCES\nm1 EPYC X86_64 1 ()\nh1 EPYC X86_64 1 ()\nEnd Host\n\n\
         Begin ResourceMap\nRESOURCENAME LOCATION\nlic 5@[all]\nEnd ResourceMap\n",
    ),
    ("lsb.queues", "Begin Queue\nQUEUE_NAME = normal\nPRIORITY = 30\nDESCRIPTION = everything\nEnd Queue\n"),
];
