//! Fuzzing on the stable toolchain: the coverage instrumentation is asked for with plain compiler flags, so neither a nightly compiler
//! nor cargo-fuzz is needed. Without unsafe code in our crates, the address sanitizer (which does need nightly) has little to find.

use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

/// The fuzz targets, in the order they run.
const TARGETS: [&str; 5] = ["parse", "reparse", "resreq", "check", CLUSTER];

/// The target whose inputs are all files of a cluster.
const CLUSTER: &str = "cluster";

/// Stands between the files of a cluster.
const BETWEEN: u8 = 0x1e;

/// What `cargo fuzz` would pass, minus the sanitizer.
const FLAGS: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
                     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
                     --cfg fuzzing";

/// Runs one target, or all, for `seconds` each. Seeds are the test clusters; what is found stays in the target's corpus folder.
pub(crate) fn run(root: &Path, target: Option<&str>, seconds: u64) -> Result<ExitCode> {
    let folder = root.join("crates/rules/fuzz");
    let targets: Vec<&str> = match target {
        Some(one) if TARGETS.contains(&one) => vec![one],
        Some(one) => bail!("unknown fuzz target `{one}`; expected one of {}", TARGETS.join(", ")),
        None => TARGETS.to_vec(),
    };
    // Naming the target keeps the flags away from build scripts, which have no fuzzer to link with.
    let host = host_triple()?;
    let built = Command::new("cargo")
        .args(["build", "--release", "--target-dir", "target", "--target", &host])
        .current_dir(&folder)
        .env("RUSTFLAGS", FLAGS)
        .status()
        .context("cannot start cargo")?;
    if !built.success() {
        bail!("the fuzz targets do not build");
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
            bail!("`{target}` found an input that fails; it is the crash-* file in {}", folder.display());
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The triple of this machine, as the compiler names it.
fn host_triple() -> Result<String> {
    let output = Command::new("rustc").arg("-vV").output().context("cannot start rustc")?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).context("rustc does not report its host")
}

/// Starts from whole clusters.
fn seed_clusters(root: &Path, corpus: &Path) -> Result<()> {
    for name in ["clean", "demo", "flat"] {
        let files = walkdir::WalkDir::new(root.join("testdata/clusters").join(name)).into_iter().filter_map(Result::ok);
        let mut data: Vec<u8> = Vec::new();
        for file in files.filter(|it| it.file_type().is_file()) {
            if !data.is_empty() {
                data.push(BETWEEN);
            }
            // The target knows the kind of a file by the name in the first line.
            data.extend(file.file_name().as_encoded_bytes());
            data.push(b'\n');
            data.extend(std::fs::read(file.path())?);
        }
        std::fs::write(corpus.join(format!("seed-{name}")), data)?;
    }
    Ok(())
}

/// Starts from real files, so that the fuzzer need not invent `Begin Queue`.
fn seed(root: &Path, corpus: &Path) -> Result<()> {
    let files = walkdir::WalkDir::new(root.join("testdata")).into_iter().filter_map(Result::ok);
    for (index, file) in files.filter(|it| it.file_type().is_file()).enumerate() {
        let mut data = vec![(index % 19) as u8];
        data.extend(std::fs::read(file.path())?.into_iter().take(4000));
        std::fs::write(corpus.join(format!("seed-{index}")), data)?;
    }
    Ok(())
}
