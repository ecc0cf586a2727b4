//! Other linters for comparison, on generated input of the same size in their languages: as one file and as files of
//! about 10 KB.

use std::path::Path;

use super::{Bench, Input, Inputs};
use crate::process;
use lsflint_test_support::generate::{python_file, toml_file};

/// Generates a text of about this many bytes.
type Generator = fn(u64, usize) -> String;

/// A tool: its command line without the path, the extension of its files, and their generator.
struct Peer {
    command: &'static [&'static str],
    ending: &'static str,
    generate: Generator,
}

const PEERS: [Peer; 3] = [
    Peer { command: &["taplo", "lint"], ending: "toml", generate: toml_file },
    Peer { command: &["tombi", "lint", "--offline"], ending: "toml", generate: toml_file },
    Peer { command: &["ruff", "check", "--isolated", "--no-cache", "--quiet"], ending: "py", generate: python_file },
];

/// The maximum size of one file. Some tools have quadratic run time and would take minutes for more.
const ONE_FILE: usize = 1_000_000;

/// Prints one line per tool; a ratio above 1 means that lsflint is faster.
pub(super) fn report(bench: &Bench, inputs: &Inputs, seed: u64) -> anyhow::Result<()> {
    let ours_one = bench.check(&inputs.one_large, &[])?;
    let ours_many = bench.check(&inputs.many_large, &[])?;
    let speed_one = inputs.one_large.megabytes() / ours_one.seconds;
    let speed_many = inputs.many_large.megabytes() / ours_many.seconds;
    println!(
        "\n{:<24} {:>14} {:>9} {:>14} {:>9}",
        "peers, all threads", "one file MB/s", "ours is", "many files", "ours is"
    );
    println!("  {:<22} {speed_one:>14.1} {:>9} {speed_many:>14.1}", "lsflint check", "");
    for peer in &PEERS {
        let name = peer.command[..2].join(" ");
        if !process::is_installed(peer.command[0]) {
            println!("  {name:<22} {:>14}", "not installed");
            continue;
        }
        let one_bytes = ONE_FILE.min(inputs.one_large.bytes as usize);
        let folder = inputs.folder.join(peer.command[0]);
        let one =
            Input::write(folder.join("one").join(format!("input.{}", peer.ending)), &(peer.generate)(seed, one_bytes))?;
        let mut many_bytes = 0;
        for number in 0..inputs.many_large.bytes / 10_000 {
            let path = folder.join("many").join(format!("input{number}.{}", peer.ending));
            many_bytes += Input::write(path, &(peer.generate)(seed + number, 10_000))?.bytes;
        }
        let theirs_one = one.megabytes() / time(bench, peer, &folder.join("one"))?;
        let theirs_many = many_bytes as f64 / 1e6 / time(bench, peer, &folder.join("many"))?;
        let ratio = |ours: f64, theirs: f64| format!("x {:.1}", ours / theirs);
        println!(
            "  {name:<22} {theirs_one:>14.1} {:>9} {theirs_many:>14.1} {:>9}",
            ratio(speed_one, theirs_one),
            ratio(speed_many, theirs_many)
        );
    }
    Ok(())
}

fn time(bench: &Bench, peer: &Peer, folder: &Path) -> anyhow::Result<f64> {
    let mut arguments: Vec<String> = peer.command.iter().map(ToString::to_string).collect();
    arguments.push(if peer.command[0] == "taplo" { format!("**/*.{}", peer.ending) } else { ".".to_owned() });
    Ok(process::measure(&arguments, folder, bench.runs)?.seconds)
}
