//! Other linters for comparison, on generated input of the same size in their languages: one file, and files of about
//! 10 KB.
//!
//! CPU time of the whole process on one thread is compared: programs on the same machine change the time of a run much
//! more. All programs run in turn, so that a slow phase affects each of them.

use std::path::{Path, PathBuf};

use super::{Bench, Input, Inputs};
use crate::process;
use lsflint_test_support::generate::{python_file, queues_file, toml_file};

/// Generates a text of about this many bytes.
type Generator = fn(u64, usize) -> String;

/// A tool: its command line without the path, the extension of its files, and their generator.
struct Peer {
    command: &'static [&'static str],
    ending: &'static str,
    generate: Generator,
    /// The maximum size of one file in bytes. Some tools have quadratic run time and would take minutes for more.
    most: usize,
}

const PEERS: [Peer; 3] = [
    Peer {
        command: &["ruff", "check", "--isolated", "--no-cache", "--quiet"],
        ending: "py",
        generate: python_file,
        most: 100_000_000,
    },
    Peer { command: &["tombi", "lint", "--offline"], ending: "toml", generate: toml_file, most: 1_000_000 },
    Peer { command: &["taplo", "lint"], ending: "toml", generate: toml_file, most: 1_000_000 },
];

/// The size of one of many files, in bytes.
const FILE: usize = 10_000;

/// A program with its input.
struct Program {
    name: String,
    command: Vec<String>,
    folder: PathBuf,
    megabytes: f64,
}

/// Prints a Markdown table for each input: CPU time per MB, and the ratio of ours to that of each peer. A ratio below 1
/// means that lsflint needs less.
///
/// # Errors
/// A program cannot be started or fails, or the system does not report the CPU time of ended processes.
pub(super) fn report(bench: &Bench, inputs: &Inputs, seed: u64) -> anyhow::Result<()> {
    let large = inputs.one_large.bytes as usize;
    let ours = |path: &Path, megabytes: f64| Program {
        name: "lsflint check".to_owned(),
        command: [&*bench.lsflint, "check", "--no-config", "--quiet", "--jobs", "1", "."].map(str::to_owned).to_vec(),
        folder: path.to_owned(),
        megabytes,
    };
    let mut one = vec![ours(&inputs.one_large.folder(), inputs.one_large.megabytes())];
    let queues = inputs.folder.join("files");
    let mut bytes = 0;
    for number in 0..large / FILE {
        let path = queues.join(format!("site{number}")).join("lsb.queues");
        bytes += Input::write(path, &queues_file(seed + number as u64, FILE))?.bytes;
    }
    let mut many = vec![ours(&queues, bytes as f64 / 1e6)];
    for peer in PEERS.iter().filter(|it| process::is_installed(it.command[0])) {
        let folder = inputs.folder.join(peer.command[0]);
        let program = |folder: PathBuf, bytes: u64| Program {
            name: peer.command[..2].join(" "),
            command: peer.command(),
            folder,
            megabytes: bytes as f64 / 1e6,
        };
        let text = (peer.generate)(seed, large.min(peer.most));
        let file = Input::write(folder.join("one").join(format!("input.{}", peer.ending)), &text)?;
        one.push(program(folder.join("one"), file.bytes));
        let mut bytes = 0;
        for number in 0..large / FILE {
            let path = folder.join("many").join(format!("input{number}.{}", peer.ending));
            bytes += Input::write(path, &(peer.generate)(seed + number as u64, FILE))?.bytes;
        }
        many.push(program(folder.join("many"), bytes));
    }
    let cluster = ours(&inputs.cluster_large.folder(), inputs.cluster_large.megabytes());
    println!("\npeers: CPU time of the whole process on one thread, {} runs in turn", bench.runs);
    let file = bench.compare("one file", &one)?;
    bench.compare("files of 10 KB", &many)?;
    let cluster = bench.compare("one cluster", &[cluster])?;
    println!("\na byte of a cluster takes {:.2} times the CPU time of a byte of a file", cluster / file);
    Ok(())
}

impl Peer {
    fn command(&self) -> Vec<String> {
        // taplo does not read folders.
        let input = if self.command[0] == "taplo" { format!("**/*.{}", self.ending) } else { ".".to_owned() };
        self.command.iter().map(ToString::to_string).chain([input]).collect()
    }
}

impl Bench {
    /// Prints the table of an input; returns the median of the first program, in seconds per MB.
    fn compare(&self, input: &str, programs: &[Program]) -> anyhow::Result<f64> {
        let mut seconds = vec![Vec::new(); programs.len()];
        for round in 0..=self.runs {
            for (seconds, program) in seconds.iter_mut().zip(programs) {
                let took = process::processor_seconds(&program.command, &program.folder)?;
                // The first run fills the caches of the system.
                if round > 0 {
                    seconds.push(took / program.megabytes);
                }
            }
        }
        println!("\n| {input} | MB | ms per MB, median (least to most) | lsflint needs |\n|---|--:|--:|--:|");
        let medians: Vec<f64> = seconds.iter_mut().map(|it| process::median(it)).collect();
        for ((program, all), median) in programs.iter().zip(&seconds).zip(&medians) {
            // The median has sorted them.
            let (least, most) = (all[0] * 1e3, all[all.len() - 1] * 1e3);
            let spread = format!("{:.1} ({least:.1} to {most:.1})", median * 1e3);
            println!("| {} | {:.1} | {spread} | x {:.2} |", program.name, program.megabytes, medians[0] / median);
        }
        Ok(medians[0])
    }
}
