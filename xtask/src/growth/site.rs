//! The files of a growing cluster.

use std::fmt::Display;

/// The files of a cluster. Files that a kind of growth does not write have a small text.
pub(super) struct Site {
    files: Vec<(String, String)>,
}

const CONF: &str = "conf/";
const BATCH: &str = "conf/lsbatch/c/configdir/";

impl Site {
    /// A small cluster of two hosts, one queue and two users.
    pub(super) fn new() -> Site {
        let mut site = Site { files: Vec::new() };
        site.put("lsf.conf", "LSF_CONFDIR=/opt/lsf/conf\nLSB_CONFDIR=/opt/lsf/conf/lsbatch\nLSF_LIM_PORT=7869\n");
        site.put("lsf.shared", &format!("{CLUSTERS}{TYPES}"));
        site.put("lsf.cluster.c", &hosts(2));
        site.put("lsb.params", "Begin Parameters\nDEFAULT_QUEUE = q0\nEnd Parameters\n");
        site.put("lsb.queues", &queue(0, ""));
        site.put("lsb.hosts", HOSTS);
        site.put("lsb.users", "Begin UserGroup\nGROUP_NAME GROUP_MEMBER\ng (ua ub)\nEnd UserGroup\n");
        site
    }

    /// Without any file.
    pub(super) fn empty() -> Site {
        Site { files: Vec::new() }
    }

    /// Writes a file of the cluster, or any file by its path.
    pub(super) fn with(mut self, name: &str, text: impl AsRef<str>) -> Site {
        self.put(name, text.as_ref());
        self
    }

    fn put(&mut self, name: &str, text: &str) {
        let path = match name {
            _ if name.contains('/') => name.to_owned(),
            _ if name.starts_with("lsb.") => format!("{BATCH}{name}"),
            _ => format!("{CONF}{name}"),
        };
        if !name.contains('/') {
            // Only few files have no path, and they may replace those of the small cluster.
            self.files.retain(|it| it.0 != path);
        }
        self.files.push((path, text.to_owned()));
    }

    /// Paths and texts.
    pub(super) fn files(&self) -> &[(String, String)] {
        &self.files
    }
}

const CLUSTERS: &str = "Begin Cluster\nClusterName\nc\nEnd Cluster\n";
const TYPES: &str = "Begin HostType\nTYPENAME\nX86_64\nEnd HostType\n\
    Begin HostModel\nMODELNAME CPUFACTOR ARCHITECTURE\nM1 10 ()\nEnd HostModel\n";
/// lsb.hosts without groups.
pub(super) const HOSTS: &str = "Begin Host\nHOST_NAME MXJ\ndefault !\nEnd Host\n";

/// lsf.shared with more sections.
pub(super) fn shared(more: &str) -> String {
    format!("{CLUSTERS}{TYPES}{more}")
}

/// The parts for 0, 1, ... `n - 1`, one after another.
pub(super) fn each<T: Display>(n: usize, part: impl Fn(usize) -> T) -> String {
    (0..n).map(|it| part(it).to_string()).collect()
}

/// The parts with a separator.
pub(super) fn joined<T: Display>(n: usize, separator: &str, part: impl Fn(usize) -> T) -> String {
    (0..n).map(|it| part(it).to_string()).collect::<Vec<_>>().join(separator)
}

/// lsf.cluster with `n` hosts `h0`, `h1`, ...
pub(super) fn hosts(n: usize) -> String {
    hosts_with(n, "", "")
}

/// lsf.cluster with `n` hosts that have these resources, and more sections.
pub(super) fn hosts_with(n: usize, resources: &str, more: &str) -> String {
    let rows = each(n, |it| format!("h{it} M1 X86_64 1 ({resources})\n"));
    format!("Begin Host\nHOSTNAME model type server RESOURCES\n{rows}End Host\n{more}")
}

/// A queue `q<number>` with more lines.
pub(super) fn queue(number: usize, more: &str) -> String {
    format!("Begin Queue\nQUEUE_NAME = q{number}\nPRIORITY = 30\n{more}End Queue\n")
}

/// An application profile `a<number>` with more lines.
pub(super) fn profile(number: usize, more: &str) -> String {
    format!("Begin Application\nNAME = a{number}\n{more}End Application\n")
}

/// A section with a table.
pub(super) fn table(section: &str, columns: &str, rows: &str) -> String {
    format!("Begin {section}\n{columns}\n{rows}End {section}\n")
}

/// lsb.queues with one queue that has this line.
pub(super) fn line_of_queue(line: &str) -> String {
    queue(0, &format!("{line}\n"))
}
