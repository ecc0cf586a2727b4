//! The clusters that are asked about.

use std::collections::BTreeMap;

use lsflint_test_support::generate::{self, Counts};
use lsflint_test_support::{Scratch, cluster, files_below, repository};
use serde::Deserialize;

use super::ask;

/// One replacement in a file of the cluster `clean`.
#[derive(Deserialize)]
struct Fault {
    file: String,
    find: String,
    write: String,
}

#[derive(Deserialize)]
struct Faults {
    fault: Vec<Fault>,
}

#[test]
fn clean() {
    ask(&Scratch::copy_of(&cluster("clean")), 1).check("clean");
}

#[test]
fn demo() {
    ask(&Scratch::copy_of(&cluster("demo")), 1).check("demo");
}

#[test]
fn clean_with_damage() {
    for seed in 1..=4 {
        ask(&damaged(seed), 3).check(&format!("clean, seed {seed}"));
    }
}

/// All faults together, and each half of them.
#[test]
fn faults() {
    let text = std::fs::read_to_string(repository().join("testdata/clusters/faults.toml")).expect("the list of faults");
    let faults = toml::from_str::<Faults>(&text).expect("a list of faults").fault;
    let all: Vec<&Fault> = faults.iter().collect();
    let halves = (0..2).map(|part| faults.iter().skip(part).step_by(2).collect());
    for (number, faults) in std::iter::once(all).chain(halves).enumerate() {
        let mut files: BTreeMap<String, Vec<u8>> = files_below(&cluster("clean")).into_iter().collect();
        for fault in faults {
            let text = files.get_mut(&fault.file).expect("a file of the cluster");
            *text = String::from_utf8_lossy(text).replace(&fault.find, &fault.write).into_bytes();
        }
        let scratch = Scratch::new();
        files.iter().for_each(|(name, text)| drop(scratch.write(name, text)));
        ask(&scratch, 4).check(&format!("faults, part {number}"));
    }
}

/// A generated cluster of 400 hosts and 40 queues.
fn large(seed: u64) -> Scratch {
    let scratch = Scratch::new();
    let counts = Counts { queues: 40, applications: 60, ..Counts::for_hosts(400) };
    for file in generate::cluster(seed, "large", counts) {
        scratch.write(&file.path, file.text);
    }
    scratch
}

#[test]
fn generated() {
    ask(&large(1), 10).check("generated");
}

#[test]
fn generated_with_damage() {
    let scratch = large(2);
    let mut files =
        ["lsb.queues", "lsb.applications", "lsb.hosts"].map(|it| (in_batch_folder("large", it), 30)).to_vec();
    files.push(("conf/lsf.cluster.large".to_owned(), 30));
    damage(&scratch, 3, &files);
    ask(&scratch, 10).check("generated with damage");
}

/// The cluster `clean` with lines of lsb.queues, lsb.applications and lsb.hosts damaged at random.
pub(crate) fn damaged(seed: u64) -> Scratch {
    let files = ["lsb.queues", "lsb.applications", "lsb.hosts"].map(|it| (in_batch_folder("clean", it), 6));
    let scratch = Scratch::copy_of(&cluster("clean"));
    damage(&scratch, seed, &files);
    scratch
}

fn in_batch_folder(cluster: &str, file: &str) -> String {
    format!("conf/lsbatch/{cluster}/configdir/{file}")
}

/// Damages lines of files at random: in each file so many.
fn damage(scratch: &Scratch, seed: u64, files: &[(String, usize)]) {
    let mut random = seed;
    let mut next = |below: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % below
    };
    for (path, count) in files {
        let text = std::fs::read_to_string(scratch.path().join(path)).expect("a file of the cluster");
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for _ in 0..*count {
            let number = next(lines.len());
            let line = &mut lines[number];
            match next(4) {
                0 => line.clear(),
                1 => line.push_str(" 1x"),
                2 => *line = line.replacen('[', "", 1),
                _ => *line = line.replacen('=', "= -", 1),
            }
        }
        scratch.write(path, lines.join("\n") + "\n");
    }
}
