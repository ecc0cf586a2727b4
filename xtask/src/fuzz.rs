//! Fuzzing on the stable toolchain. Compiler flags enable the coverage instrumentation, so that neither a nightly
//! compiler nor cargo-fuzz is required. The address sanitizer, which requires nightly, is not used: the crates have no
//! unsafe code.

use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

/// The fuzz targets, in the order of execution.
const TARGETS: [&str; 5] = ["parse", "reparse", "resreq", "check", CLUSTER];

/// The target with clusters of several files as input.
const CLUSTER: &str = "cluster";

/// The separator of the files of a cluster.
const BETWEEN: u8 = 0x1e;

/// The flags of `cargo fuzz`, without the sanitizer.
const FLAGS: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
                     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
                     --cfg fuzzing";

/// Runs one or all targets for `seconds` each. Seeds are the test clusters. New inputs are stored in the corpus folder
/// of the target.
pub(crate) fn run(root: &Path, target: Option<&str>, seconds: u64) -> Result<ExitCode> {
    let folder = root.join("crates/rules/fuzz");
    let targets: Vec<&str> = match target {
        Some(one) if TARGETS.contains(&one) => vec![one],
        Some(one) => bail!("unknown fuzz target `{one}`; the targets are {}", TARGETS.join(", ")),
        None => TARGETS.to_vec(),
    };
    // With `--target`, the flags do not apply to build scripts, which cannot link with the fuzzer.
    let host = host_triple()?;
    let built = Command::new("cargo")
        .args(["build", "--release", "--target-dir", "target", "--target", &host])
        .current_dir(&folder)
        .env("RUSTFLAGS", FLAGS)
        .status()
        .context("cannot start cargo")?;
    if !built.success() {
        bail!("cannot build the fuzz targets");
    }
    for target in targets {
        let corpus = folder.join("corpus").join(target);
        std::fs::create_dir_all(&corpus)?;
        if target == CLUSTER { seed_clusters(root, &corpus) } else { seed(root, &corpus) }?;
        eprintln!("fuzzing `{target}` for {seconds} s");
        let status = Command::new(folder.join("target").join(&host).join("release").join(target))
            .arg(&corpus)
            .args([
                &format!("-max_total_time={seconds}"),
                "-print_final_stats=1",
                "-verbosity=0",
                "-timeout=20",
                &format!("-max_len={}", if target == CLUSTER { 32_768 } else { 4096 }),
            ])
            .current_dir(&folder)
            .status()?;
        if !status.success() {
            bail!("`{target}` failed: see the crash-* file in {}", folder.display());
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The target triple of this machine.
fn host_triple() -> Result<String> {
    let output = Command::new("rustc").arg("-vV").output().context("cannot start rustc")?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).context("missing host in the output of `rustc -vV`")
}

/// Writes clusters as seeds.
fn seed_clusters(root: &Path, corpus: &Path) -> Result<()> {
    for name in ["clean", "demo", "flat"] {
        let files = walkdir::WalkDir::new(root.join("testdata/clusters").join(name)).into_iter().filter_map(Result::ok);
        let mut data: Vec<u8> = Vec::new();
        for file in files.filter(|it| it.file_type().is_file()) {
            if !data.is_empty() {
                data.push(BETWEEN);
            }
            // The first line of a file is its name, from which the target derives its kind.
            data.extend(file.file_name().as_encoded_bytes());
            data.push(b'\n');
            data.extend(std::fs::read(file.path())?);
        }
        std::fs::write(corpus.join(format!("seed-{name}")), data)?;
    }
    Ok(())
}

/// Writes files of test clusters as seeds, so that the fuzzer starts with valid sections.
fn seed(root: &Path, corpus: &Path) -> Result<()> {
    let files = walkdir::WalkDir::new(root.join("testdata")).into_iter().filter_map(Result::ok);
    for (index, file) in files.filter(|it| it.file_type().is_file()).enumerate() {
        let mut data = vec![(index % 19) as u8];
        data.extend(std::fs::read(file.path())?.into_iter().take(4000));
        std::fs::write(corpus.join(format!("seed-{index}")), data)?;
    }
    Ok(())
}
