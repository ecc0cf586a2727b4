//! Fuzzing on the stable toolchain. Compiler flags enable the coverage instrumentation, so that neither a nightly
//! compiler nor cargo-fuzz is required. The address sanitizer, which requires nightly, is not used: the crates have no
//! unsafe code.

mod seeds;

use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

use seeds::Seeds;

/// A fuzz target: a binary of `crates/server/fuzz`, whose documentation says what it reads.
struct Target {
    name: &'static str,
    /// What it starts with.
    seeds: Seeds,
    /// The maximum length of an input, in bytes.
    length: usize,
}

/// The fuzz targets, in the order of execution.
const TARGETS: [Target; 14] = [
    Target { name: "parse", seeds: Seeds::Files { before: 0 }, length: 4096 },
    Target { name: "reparse", seeds: Seeds::Files { before: 3 }, length: 4096 },
    Target { name: "resreq", seeds: Seeds::Requirements, length: 512 },
    Target { name: "check", seeds: Seeds::Files { before: 0 }, length: 4096 },
    Target { name: "cluster", seeds: Seeds::Clusters, length: 32_768 },
    Target { name: "editor", seeds: Seeds::Files { before: 1 }, length: 2048 },
    Target { name: "script", seeds: Seeds::Scripts, length: 2048 },
    Target { name: "connector", seeds: Seeds::Connector, length: 2048 },
    Target { name: "config", seeds: Seeds::Config, length: 2048 },
    Target { name: "condition", seeds: Seeds::Conditions, length: 2100 },
    Target { name: "baseline", seeds: Seeds::Baseline, length: 1024 },
    Target { name: "message", seeds: Seeds::Messages, length: 1024 },
    Target { name: "output", seeds: Seeds::Output, length: 4096 },
    Target { name: "compare", seeds: Seeds::Output, length: 4096 },
];

/// The folder of the targets, a workspace of its own.
const FOLDER: &str = "crates/server/fuzz";

/// The flags of `cargo fuzz`, without the sanitizer.
const FLAGS: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
                     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
                     --cfg fuzzing";

/// Runs some or all targets (`names` is empty) for `seconds` each. New inputs are stored in the corpus folder of the
/// target. Prints the number of executions of each target.
pub(crate) fn run(root: &Path, names: &[String], seconds: u64) -> Result<ExitCode> {
    let folder = root.join(FOLDER);
    let targets: Vec<&Target> = match names {
        [] => TARGETS.iter().collect(),
        names => names.iter().map(|it| target(it)).collect::<Result<_>>()?,
    };
    // With `--target`, the flags do not apply to build scripts, which cannot link with the fuzzer.
    let host = host_triple()?;
    let built = Command::new("cargo")
        .args(["build", "--locked", "--release", "--target-dir", "target", "--target", &host])
        .current_dir(&folder)
        .env("RUSTFLAGS", FLAGS)
        .status()
        .context("cannot start cargo")?;
    if !built.success() {
        bail!("cannot build the fuzz targets");
    }
    for target in targets {
        let corpus = folder.join("corpus").join(target.name);
        let seeds = target.seeds.texts(root)?;
        seeds::write(&corpus, &seeds)?;
        let words = folder.join("corpus").join(format!("{}.words", target.name));
        std::fs::write(&words, seeds::dictionary(&seeds))?;
        eprintln!("fuzzing `{}` for {seconds} s", target.name);
        let status = Command::new(folder.join("target").join(&host).join("release").join(target.name))
            .arg(&corpus)
            .args([
                &format!("-max_total_time={seconds}"),
                &format!("-max_len={}", target.length),
                &format!("-dict={}", words.display()),
                "-print_final_stats=1",
                "-verbosity=0",
                "-timeout=20",
            ])
            .current_dir(&folder)
            .status()?;
        if !status.success() {
            bail!("`{}` failed: see the crash-* file in {}", target.name, folder.display());
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Checks that the targets compile. Needs no C++ compiler, unlike running them.
pub(crate) fn check(root: &Path) -> Result<()> {
    let mut command = Command::new("cargo");
    command.args(["check", "--quiet", "--locked", "--no-default-features", "--target-dir", "target"]);
    crate::process::run(command.current_dir(root.join(FOLDER)).env("RUSTFLAGS", "--cfg fuzzing"))
}

fn target(name: &str) -> Result<&'static Target> {
    let names = || TARGETS.map(|it| it.name).join(", ");
    let found = TARGETS.iter().find(|it| it.name == name);
    found.with_context(|| format!("unknown fuzz target `{name}`; the targets are {}", names()))
}

/// The target triple of this machine.
fn host_triple() -> Result<String> {
    let output = Command::new("rustc").arg("-vV").output().context("cannot start rustc")?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).context("missing host in the output of `rustc -vV`")
}
