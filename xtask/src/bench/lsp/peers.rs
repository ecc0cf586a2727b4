//! Other language servers for comparison, each with a document of its language.

use std::path::Path;

use super::Server;
use super::document::Open;
use crate::process;
use lsflint_test_support::generate;

/// A server, the extension of its files, and their generator.
type Peer = (Server, &'static str, fn(u64, usize) -> String);

/// The sizes of documents. Some servers take seconds for an edit of a larger document.
const SIZES: [(&str, usize, usize); 2] = [("10 KB", 10_000, 100), ("1 MB", 1_000_000, 30)];

fn peers() -> [Peer; 3] {
    let server = |name, arguments, language, pulls| Server {
        name,
        program: name.to_owned(),
        arguments,
        language,
        mistake: Some(" ="),
        pulls,
    };
    [
        (server("ruff", &["server"], "python", true), "py", generate::python_file),
        (server("tombi", &["lsp", "--offline"], "toml", false), "toml", generate::toml_file),
        (server("taplo", &["lsp", "stdio"], "toml", false), "toml", generate::toml_file),
    ]
}

/// Prints one line per server and size.
pub(super) fn report(ours: &Server, folder: &Path, seed: u64) -> anyhow::Result<()> {
    println!(
        "\n{:<12} {:>7} {:>34} {:>12} {:>14} {:>12}",
        "server", "size", "an edit, p50 / p95 / p99", "burst of 50", "cpu of an edit", "memory"
    );
    for (name, bytes, edits) in SIZES {
        line(ours, name, edits, &folder.join("ours"), "lsb.queues", &generate::queues_file(seed, bytes))?;
        for (server, ending, text) in peers() {
            if !process::is_installed(server.name) {
                println!("{:<12} {name:>7} {:>34}", server.name, "not installed");
                continue;
            }
            let file = format!("input.{ending}");
            let (folder, text) = (folder.join(server.name), text(seed, bytes));
            // If a server does not respond, only its line is incomplete.
            let measure = || line(&server, name, edits, &folder, &file, &text);
            match std::panic::catch_unwind(std::panic::AssertUnwindSafe(measure)) {
                Ok(done) => done?,
                Err(_) => println!("{:<12} {name:>7} {:>34}", server.name, "no answer"),
            }
        }
    }
    Ok(())
}

fn line(server: &Server, size: &str, edits: usize, folder: &Path, file: &str, text: &str) -> anyhow::Result<()> {
    let (mut open, _) = Open::new(server, &folder.join(size.replace(' ', "-")), file, text)?;
    open.edits(5);
    let before = open.costs()?;
    let times = open.edits(edits);
    let after = open.costs()?;
    let (burst, _) = open.burst();
    let processor = (after.seconds - before.seconds) * 1000.0 / edits as f64;
    println!(
        "{:<12} {size:>7} {:>34} {burst:>9.1} ms {processor:>11.2} ms {:>9.1} MB",
        server.name,
        times.shown(),
        after.bytes / 1e6
    );
    Ok(())
}
