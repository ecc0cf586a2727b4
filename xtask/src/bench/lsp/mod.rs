//! `cargo xtask bench --lsp`: measures the language server over pipes, as an editor uses it.
//!
//! The time of an edit ends when the last byte of its findings is read. Each edit makes a mistake or reverts it, so
//! that the findings change. The table also has goals, which are not meaningful on a busy machine.

mod anywhere;
mod cluster;
mod document;
mod peers;
mod table;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use lsflint_test_support::lsp::Client;
use serde_json::{Value, json};

use super::{BenchArguments, program, target_folder};
use crate::process;
use table::Table;

/// A language server with its capabilities.
pub(super) struct Server {
    pub(super) name: &'static str,
    pub(super) program: String,
    pub(super) arguments: &'static [&'static str],
    pub(super) language: &'static str,
    /// The text that makes a mistake at the end of a line; `None` inserts a character into a key.
    pub(super) mistake: Option<&'static str>,
    /// Findings are requested (pull diagnostics).
    pub(super) pulls: bool,
}

impl Server {
    pub(super) fn start(&self, folder: &Path) -> Client {
        let mut client = Client::start(Path::new(&self.program), self.arguments, folder);
        client.patience = std::time::Duration::from_secs(30);
        client
    }
}

/// The capabilities of the client.
pub(super) fn capabilities(pulls: bool) -> Value {
    let mut capabilities = json!({
        "general": {"positionEncodings": ["utf-16"]},
        "workspace": {"workspaceFolders": true},
        "textDocument": {
            "publishDiagnostics": {"versionSupport": true, "relatedInformation": true},
            "hover": {"contentFormat": ["markdown"]},
            "completion": {"completionItem": {"snippetSupport": true, "resolveSupport": {"properties": ["documentation"]}}},
            "documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
        },
    });
    if pulls {
        capabilities["textDocument"]["diagnostic"] = json!({});
    }
    capabilities
}

/// Builds, measures and prints the results.
pub(super) fn run(root: &Path, arguments: &BenchArguments) -> anyhow::Result<ExitCode> {
    let target = target_folder(root);
    let program = match &arguments.server {
        Some(server) => std::path::absolute(server)?.display().to_string(),
        None => {
            process::cargo(root, &["build", "--quiet", "--profile", "dist", "--package", "lsflint"])?;
            program(&target, "lsflint")
        }
    };
    let folder: PathBuf = target.join("bench-lsp");
    let ours =
        |name, program| Server { name, program, arguments: &["server"], language: "lsf", mistake: None, pulls: false };
    let mut servers = vec![ours("lsflint", program)];
    if let Some(before) = &arguments.before {
        servers.push(ours("before", std::path::absolute(before)?.display().to_string()));
    }
    let server = &servers[0];
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    println!("language server on {threads} threads; times in ms, 1 MB = 10^6 bytes");
    if let Some(load) = process::load().filter(|load| *load > 0.7) {
        println!("the machine is busy (load {load:.1}): the numbers are rough");
    }
    let mut table = Table::default();
    anywhere::report(&servers, &folder, arguments.seed, &mut table)?;
    if arguments.anywhere {
        table.print();
        return Ok(ExitCode::SUCCESS);
    }
    document::report(server, &folder, arguments.seed, &mut table)?;
    cluster::report(server, &folder, arguments.seed, &mut table)?;
    table.print();
    if arguments.peers {
        peers::report(server, &folder, arguments.seed)?;
    }
    Ok(ExitCode::SUCCESS)
}
