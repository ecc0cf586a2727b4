//! Folders and files for tests: scratch trees that vanish, and the clusters of `testdata`.

pub mod lsp;

use std::fs;
use std::path::{Path, PathBuf};

/// A folder for one test; it goes away with the value.
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

    /// Writes a file, and the folders it needs.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        let folder = path.parent().expect("a file lies in a folder");
        fs::create_dir_all(folder).and_then(|()| fs::write(&path, text)).expect("writing into our own folder");
        path
    }

    /// The folder, without symbolic links on the way. It is always called `site`, because names of folders are shown.
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

/// A cluster of `testdata/clusters`.
pub fn cluster(name: &str) -> PathBuf {
    repository().join("testdata/clusters").join(name)
}

/// A small cluster in one folder, without a mistake: four files that know each other.
pub const MINI_CLUSTER: [(&str, &str); 4] = [
    ("lsf.conf", "LSF_LIM_PORT=7869\nLSF_MASTER_LIST=\"m1\"\nLSF_STRICT_RESREQ=Y\n"),
    (
        "lsf.shared",
        "Begin Cluster\nClusterName\nmini\nEnd Cluster\n\nBegin HostType\nTYPENAME\nX86_64\nEnd HostType\n\n\
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
