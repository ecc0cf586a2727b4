//! `cargo xtask tree-sitter`: compares the tree-sitter grammars in `editors/tree-sitter-lsf` with the parser.
//!
//! Where the parser finds no error in a file, the tree of the grammar must have no `ERROR` node, and the same sections,
//! lines, cells, requirements and comments on the same lines. Where it finds no error in a requirement, the tree must
//! have no `ERROR` node. The inputs are the files of testdata, generated clusters, random edits of them, and the
//! configuration of other sites if it is there.

#[cfg(any(test, feature = "measure"))]
#[cfg_attr(not(feature = "measure"), allow(dead_code, reason = "without the feature, only the tests run it"))]
mod compare;
#[cfg(any(test, feature = "measure"))]
#[cfg_attr(not(feature = "measure"), allow(dead_code, reason = "without the feature, only the tests run it"))]
mod inputs;

use std::path::Path;
use std::process::ExitCode;

/// Arguments of `cargo xtask tree-sitter`.
#[derive(clap::Args)]
#[cfg_attr(not(feature = "measure"), allow(dead_code, reason = "the process with the feature reads them"))]
pub struct TreeSitterArguments {
    /// The command line of tree-sitter.
    #[arg(long, value_name = "FILE", default_value = "tree-sitter")]
    program: std::path::PathBuf,
    /// The random seed of the edits.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of edited files.
    #[arg(long, default_value_t = 2000)]
    edits: usize,
    /// The maximum number of differences to print for each kind of input.
    #[arg(long, default_value_t = 5)]
    list: usize,
}

#[cfg(feature = "measure")]
pub fn run(root: &Path, arguments: &TreeSitterArguments) -> anyhow::Result<ExitCode> {
    compare::run(root, arguments)
}

/// Starts the process that has the parser.
#[cfg(not(feature = "measure"))]
pub fn run(root: &Path, _: &TreeSitterArguments) -> anyhow::Result<ExitCode> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let mut arguments = vec!["run", "--quiet", "--package", "xtask", "--features", "measure", "--"];
    arguments.extend(given.iter().map(String::as_str));
    let status = std::process::Command::new(env!("CARGO")).args(arguments).current_dir(root).status()?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
