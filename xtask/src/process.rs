//! Runs programs, and measures their time and memory.

use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use wait4::Wait4;

/// Runs `cargo` in the repository; inherits standard output and error.
pub fn cargo(root: &Path, arguments: &[&str]) -> anyhow::Result<()> {
    run(Command::new(env!("CARGO")).args(arguments).current_dir(root))
}

/// Runs `cargo` in the repository and returns its output.
pub fn cargo_output(root: &Path, arguments: &[&str]) -> anyhow::Result<String> {
    let output =
        Command::new(env!("CARGO")).args(arguments).current_dir(root).output().context("cannot start cargo")?;
    if !output.status.success() {
        bail!(
            "cargo {} ended with {}: {}",
            arguments.join(" "),
            output.status,
            String::from_utf8_lossy(&output.stderr).trim()
        );
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// Runs a command. An error contains its command line.
pub fn run(command: &mut Command) -> anyhow::Result<()> {
    let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
    if !status.success() {
        bail!("{command:?} ended with {status}");
    }
    Ok(())
}

/// Whether PATH has this program.
pub fn is_installed(program: &str) -> bool {
    Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// The time and memory that a program needs.
#[derive(Debug, Clone, Copy)]
pub struct Usage {
    /// Wall-clock time: the median of all runs.
    pub seconds: f64,
    /// Largest resident size.
    pub peak_bytes: u64,
}

/// Measures a program: one run to warm up, `runs` runs for the time, one run for the memory. Exit code 1 is not a
/// failure, because linters use it for findings.
pub fn measure(arguments: &[String], folder: &Path, runs: usize) -> anyhow::Result<Usage> {
    Ok(measure_in_turns(&[arguments.to_vec()], folder, runs)?.remove(0))
}

/// Like [`measure`], for several programs to be compared. They run in turn, so that a slow phase of the machine affects
/// all of them.
pub fn measure_in_turns(programs: &[Vec<String>], folder: &Path, runs: usize) -> anyhow::Result<Vec<Usage>> {
    let mut seconds = vec![Vec::new(); programs.len()];
    for round in 0..=runs {
        for (seconds, arguments) in seconds.iter_mut().zip(programs) {
            let took = once(arguments, folder)?;
            if round > 0 {
                seconds.push(took.as_secs_f64());
            }
        }
    }
    let usage = |(arguments, mut seconds): (&Vec<String>, Vec<f64>)| {
        Ok(Usage { seconds: median(&mut seconds), peak_bytes: peak_memory(arguments, folder)? })
    };
    programs.iter().zip(seconds).map(usage).collect()
}

/// Runs a program on one thread and returns its CPU time in seconds. Exit code 1 is not a failure.
pub fn processor_seconds(arguments: &[String], folder: &Path) -> anyhow::Result<f64> {
    let mut command = quiet(arguments, folder);
    // The thread pools of programs in Rust.
    command.env("RAYON_NUM_THREADS", "1").env("TOKIO_WORKER_THREADS", "1");
    let child = command.spawn().with_context(|| format!("cannot start {}", arguments[0]))?;
    let ended = child.wait4().with_context(|| format!("cannot wait for {}", arguments[0]))?;
    accepted(ended.status, arguments)?;
    Ok((ended.rusage.utime + ended.rusage.stime).as_secs_f64())
}

/// The load average of the last minute; `None` if the system does not provide it.
pub fn load() -> Option<f64> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split_whitespace().next()?.parse().ok()
}

/// The median.
pub fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn quiet(arguments: &[String], folder: &Path) -> Command {
    let mut command = Command::new(&arguments[0]);
    command.args(&arguments[1..]).current_dir(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn once(arguments: &[String], folder: &Path) -> anyhow::Result<Duration> {
    let start = Instant::now();
    finished(&mut quiet(arguments, folder), arguments)?;
    Ok(start.elapsed())
}

fn finished(command: &mut Command, arguments: &[String]) -> anyhow::Result<()> {
    accepted(command.status().with_context(|| format!("cannot start {}", arguments[0]))?, arguments)
}

fn accepted(status: ExitStatus, arguments: &[String]) -> anyhow::Result<()> {
    match status.code() {
        Some(0 | 1) => Ok(()),
        _ => bail!("{} ended with {status}", arguments.join(" ")),
    }
}

/// The maximum resident set size of a run, from GNU time if installed. Otherwise VmHWM is polled while the program
/// runs, which is too low for runs of a few milliseconds.
pub fn peak_memory(arguments: &[String], folder: &Path) -> anyhow::Result<u64> {
    if let Some(peak) = peak_from_time(arguments, folder) {
        return Ok(peak);
    }
    let mut child = quiet(arguments, folder).spawn().with_context(|| format!("cannot start {}", arguments[0]))?;
    let status_file = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait()?.is_none() {
        if let Ok(status) = std::fs::read_to_string(&status_file) {
            peak = kilobytes_after(&status, "VmHWM:").unwrap_or(peak);
        }
        std::thread::sleep(Duration::from_micros(200));
    }
    Ok(peak)
}

fn peak_from_time(arguments: &[String], folder: &Path) -> Option<u64> {
    let mut command = Command::new("/usr/bin/time");
    command.arg("-v").args(arguments).current_dir(folder).stdin(Stdio::null()).stdout(Stdio::null());
    let output = command.output().ok()?;
    kilobytes_after(&String::from_utf8_lossy(&output.stderr), "Maximum resident set size (kbytes):")
}

fn kilobytes_after(text: &str, label: &str) -> Option<u64> {
    let (_, rest) = text.split_once(label)?;
    let number: u64 = rest.split_whitespace().next()?.parse().ok()?;
    Some(number * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kilobytes_are_read_from_both_sources() {
        let time = "\tMaximum resident set size (kbytes): 6312\n\tAverage resident set size (kbytes): 0\n";
        assert_eq!(kilobytes_after(time, "Maximum resident set size (kbytes):"), Some(6312 * 1024));
        assert_eq!(kilobytes_after("VmPeak:\t 900 kB\nVmHWM:\t     812 kB\n", "VmHWM:"), Some(812 * 1024));
        assert_eq!(kilobytes_after("nothing", "VmHWM:"), None);
    }

    #[test]
    fn the_median_is_the_middle_value() {
        assert_eq!(median(&mut [3.0, 1.0, 2.0]), 2.0);
    }
}
