//! Prints what fixing and formatting make of folders: `cargo run --example converge -- FOLDER...`. Nothing is written.
#![allow(clippy::print_stdout, reason = "the table is the product")]

#[path = "../tests/converge/counts.rs"]
mod counts;

use std::path::{Path, PathBuf};

use counts::Counts;

fn main() {
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/clusters/demo");
    let mut folders: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if folders.is_empty() {
        folders.push(testdata);
    }
    let config = std::env::temp_dir().join(format!("lsflint-converge-{}.toml", std::process::id()));
    if let Err(error) = std::fs::write(&config, "select = [\"ALL\"]\n") {
        println!("cannot write {}: {error}", config.display());
        return;
    }
    for folder in folders {
        match folder.canonicalize() {
            Ok(folder) => {
                println!("{}", folder.display());
                for (name, count, _) in Counts::of(&folder, &config).rows() {
                    println!("  {count:>7} {name}");
                }
            }
            Err(error) => println!("{}: {error}", folder.display()),
        }
    }
    // A file that is left behind in the folder for such files does no harm.
    let _ = std::fs::remove_file(&config);
}
