//! Generates realistic LSF configuration of any size, for benchmarks and tests.
//!
//! The text is similar to a large chip design site: tables with aligned columns, queues with ten to twenty parameters,
//! requirement strings (most of them with one or two sections, a few compound or alternative), comments, continuation
//! lines, time branches. It is *valid*, so that the time for findings does not affect the results. The same seed and
//! size give the same bytes on every machine.

mod batch;
mod cluster;
mod peers;

use std::fmt::Write;

pub use peers::{python_file, toml_file};

/// The sizes of a generated cluster.
#[derive(Debug, Clone, Copy)]
pub struct Counts {
    /// Hosts in lsf.cluster.
    pub hosts: usize,
    /// Site resources in lsf.shared.
    pub resources: usize,
    /// Queues in lsb.queues.
    pub queues: usize,
    /// Application profiles in lsb.applications.
    pub applications: usize,
    /// User groups in lsb.users.
    pub groups: usize,
    /// The maximum number of users of a group.
    pub members: usize,
}

impl Counts {
    /// The proportions of a site with this many hosts: a large cluster of 9,000 hosts has about 250 queues and 700
    /// application profiles.
    pub fn for_hosts(hosts: usize) -> Counts {
        Counts {
            // With fewer hosts, some requirements would match no host.
            hosts: hosts.max(24),
            resources: (hosts / 60).clamp(12, 400),
            queues: (hosts / 36).clamp(6, 400),
            applications: (hosts / 13).clamp(6, 900),
            groups: (hosts / 10).clamp(6, 900),
            members: 18,
        }
    }

    /// A cluster proportional to the hosts: for 10,000 hosts 2,000 queues, 5,000 application profiles, 20,000 users and
    /// user groups.
    pub fn whole_cluster(hosts: usize) -> Counts {
        Counts {
            hosts,
            // One of each kind.
            resources: (hosts / 25).max(4),
            queues: hosts / 5,
            applications: hosts / 2,
            // The maximum number of user groups in LSF is 1024.
            groups: hosts / 10,
            members: 38,
        }
    }
}

/// A generated file.
pub struct GeneratedFile {
    /// The path relative to the folder of the cluster, with `/`.
    pub path: String,
    /// The whole text.
    pub text: String,
}

/// The nine files of a cluster, in the layout of LSF_ENVDIR.
pub fn cluster(seed: u64, name: &str, counts: Counts) -> Vec<GeneratedFile> {
    let mut random = Random::new(seed);
    let batch_folder = format!("conf/lsbatch/{name}/configdir");
    let mut files = Vec::new();
    let mut add = |path: String, text: String| files.push(GeneratedFile { path, text });
    add("conf/lsf.conf".into(), cluster::lsf_conf(name));
    add("conf/lsf.shared".into(), cluster::lsf_shared(&mut random, name, counts));
    add(format!("conf/lsf.cluster.{name}"), cluster::lsf_cluster(&mut random, counts, Limit::Count(counts.hosts)));
    add(format!("{batch_folder}/lsb.params"), batch::params());
    add(format!("{batch_folder}/lsb.hosts"), batch::hosts(&mut random, counts));
    add(format!("{batch_folder}/lsb.users"), batch::users(&mut random, counts));
    add(format!("{batch_folder}/lsb.queues"), batch::queues(&mut random, counts, Limit::Count(counts.queues)));
    add(format!("{batch_folder}/lsb.applications"), batch::applications(&mut random, counts));
    add(format!("{batch_folder}/lsb.resources"), batch::resources(&mut random, counts));
    files
}

/// Clusters of nine files, `bytes` in total. Each cluster has its own folder and size.
pub fn many_files(seed: u64, bytes: usize) -> Vec<GeneratedFile> {
    let mut random = Random::new(seed);
    let mut files = Vec::new();
    let mut total = 0;
    while total < bytes {
        let left = bytes - total;
        // About 480 bytes of configuration per host; the last cluster has the remaining size.
        let hosts = random.between(300, 2400).min(left / 480).max(4);
        let name = format!("site{}", files.len() / 9);
        for mut file in cluster(random.next_number(), &name, Counts::for_hosts(hosts)) {
            total += file.text.len();
            file.path = format!("{name}/{}", file.path);
            files.push(file);
        }
    }
    files
}

/// One lsb.queues of at least `bytes`.
pub fn queues_file(seed: u64, bytes: usize) -> String {
    batch::queues(&mut Random::new(seed), Counts::for_hosts(9000), Limit::Bytes(bytes))
}

/// One lsf.cluster of at least `bytes`.
pub fn cluster_file(seed: u64, bytes: usize) -> String {
    cluster::lsf_cluster(&mut Random::new(seed), Counts::for_hosts(9000), Limit::Bytes(bytes))
}

/// A file of twelve lines, for start-up time.
pub fn tiny_file() -> &'static str {
    "# The smallest useful lsb.queues\n\nBegin Queue\nQUEUE_NAME  = normal\nPRIORITY    = 30\nNICE        = 20\n\
     RUNLIMIT    = 8:00 24:00\nRES_REQ     = select[type==any] rusage[mem=500]\nHOSTS       = all\nUSERS       = all\n\
     DESCRIPTION = Default queue\nEnd Queue\n"
}

/// The end of a generated table or list of sections.
#[derive(Debug, Clone, Copy)]
enum Limit {
    Count(usize),
    Bytes(usize),
}

impl Limit {
    fn reached(self, count: usize, text: &str) -> bool {
        match self {
            Limit::Count(wanted) => count >= wanted,
            Limit::Bytes(wanted) => text.len() >= wanted,
        }
    }
}

/// A random number generator (splitmix64) with the same results on all machines.
pub struct Random(u64);

impl Random {
    /// Starts a sequence.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next number.
    pub fn next_number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number in `low..high`.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + (self.next_number() as usize) % (high - low)
    }

    /// True with this probability in percent.
    pub fn percent(&mut self, chance: usize) -> bool {
        self.between(0, 100) < chance
    }

    /// One of the choices.
    pub fn pick<'a, T: ?Sized>(&mut self, choices: &[&'a T]) -> &'a T {
        choices[self.between(0, choices.len())]
    }
}

const WORDS: [&str; 16] = [
    "regression",
    "synthesis",
    "timing",
    "layout",
    "power",
    "emulation",
    "coverage",
    "signoff",
    "library",
    "firmware",
    "formal",
    "analog",
    "nightly",
    "tapeout",
    "floorplan",
    "extraction",
];

/// Words that look like a comment of an administrator.
fn remark(random: &mut Random, words: usize) -> String {
    let mut text = String::new();
    for index in 0..words {
        if index > 0 {
            text.push(' ');
        }
        text.push_str(random.pick(&WORDS));
    }
    text
}

fn comment(random: &mut Random, text: &mut String) {
    let words = random.between(3, 9);
    writeln!(text, "# {}", remark(random, words)).expect("writing to a string cannot fail");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_bytes() {
        let text = |seed| many_files(seed, 60_000).into_iter().map(|file| file.text).collect::<String>();
        assert_eq!(text(7), text(7));
        assert_ne!(text(7), text(8));
    }

    #[test]
    fn sizes_are_met_closely() {
        for bytes in [50_000, 400_000, 2_000_000] {
            for size in [queues_file(1, bytes).len(), cluster_file(1, bytes).len()] {
                assert!(size >= bytes && size < bytes + bytes / 10 + 4_000, "{size} for {bytes}");
            }
            let many: usize = many_files(1, bytes).iter().map(|file| file.text.len()).sum();
            assert!(many >= bytes && many < bytes + bytes / 4 + 20_000, "{many} for {bytes}");
        }
    }

    #[test]
    fn a_cluster_is_nine_files_with_balanced_sections() {
        let files = cluster(3, "north", Counts::for_hosts(120));
        assert_eq!(files.len(), 9);
        for file in files {
            let count = |word: &str| file.text.lines().filter(|line| line.starts_with(word)).count();
            assert_eq!(count("Begin "), count("End "), "{}", file.path);
            assert_eq!(count("#if "), count("#endif"), "{}", file.path);
        }
    }

    #[test]
    fn a_cluster_may_have_few_hosts() {
        assert_eq!(cluster(1, "small", Counts::whole_cluster(10)).len(), 9);
    }

    #[test]
    fn the_tiny_file_has_twelve_lines() {
        assert_eq!(tiny_file().lines().count(), 12);
    }
}
