//! `--version`: the version and build of the binary.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;

use lsflint_spec::{BUILTIN_RESOURCES, FileKind, KNOWN_TARGETS, ParamKind, Version};
use serde::Serialize;

use crate::arguments::VersionFormat;
use crate::output::{Failure, Terminal};

/// The versions of the JSON documents of commands, as in their field `version`: increased if a field is removed or
/// changes its meaning.
const SCHEMAS: &[(&str, u32)] = &[
    ("aps check", 1),
    ("aps explain", 1),
    ("check", 1),
    ("compare", 1),
    ("elim check-output", 1),
    ("elim plan", 1),
    ("resreq check", 1),
    ("resreq hosts", 1),
    ("resreq merge", 1),
    ("rules", 1),
    ("show", 1),
    ("version", 1),
    ("why", 1),
];

/// The document of `--output-format json`.
#[derive(Serialize)]
struct Document {
    version: u32,
    tool: Tool,
    /// The commit that it was built from, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    commit: Option<&'static str>,
    /// The target triple.
    target: String,
    /// `release` or `debug`.
    profile: &'static str,
    rules: usize,
    reference: Reference,
    /// The versions of the JSON documents, by command.
    schemas: BTreeMap<&'static str, u32>,
}

#[derive(Serialize)]
struct Tool {
    name: &'static str,
    version: &'static str,
}

/// The LSF reference data in the binary.
#[derive(Serialize)]
struct Reference {
    /// The newest version of LSF.
    newest: String,
    /// The versions and dialects that `--target` accepts by name.
    targets: Vec<&'static str>,
    /// The number of LSF files.
    files: usize,
    /// The number of parameters and columns in them.
    parameters: usize,
    /// The number of built-in resources.
    resources: usize,
}

pub(crate) fn run(format: VersionFormat, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let mut out = terminal.plain_stdout();
    match format {
        VersionFormat::Full if terminal.verbose => out.write_all(long().as_bytes())?,
        VersionFormat::Full => writeln!(out, "lsflint {}", env!("CARGO_PKG_VERSION"))?,
        VersionFormat::Json => out.write_all(json()?.as_bytes())?,
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The version as a JSON document.
pub(super) fn json() -> Result<String, Failure> {
    let mut text = Vec::new();
    lsflint_report::write_document(&document(), &mut text)?;
    String::from_utf8(text).map_err(Failure::new)
}

fn document() -> Document {
    let sections = || FileKind::ALL.into_iter().flat_map(|it| it.spec().sections);
    let parameters = sections().flat_map(|it| it.params).filter(|it| it.kind != ParamKind::Directive);
    Document {
        version: 1,
        tool: Tool { name: "lsflint", version: env!("CARGO_PKG_VERSION") },
        commit: option_env!("LSFLINT_COMMIT").filter(|it| !it.is_empty()),
        target: target(),
        profile: if cfg!(debug_assertions) { "debug" } else { "release" },
        rules: lsflint_rules::all().iter().count(),
        reference: Reference {
            newest: Version::NEWEST.to_string(),
            targets: KNOWN_TARGETS.iter().map(|it| it.name).collect(),
            files: FileKind::ALL.len(),
            parameters: parameters.count(),
            resources: BUILTIN_RESOURCES.len(),
        },
        schemas: SCHEMAS.iter().copied().collect(),
    }
}

/// The version for people, similar to `cargo -vV`.
fn long() -> String {
    let Document { tool, commit, target, profile, rules, reference, .. } = document();
    let Reference { newest, files, parameters, .. } = reference;
    format!(
        "lsflint {}\ncommit: {}\ntarget: {target}\nprofile: {profile}\nrules: {rules}\n\
         reference: LSF up to {newest}, {parameters} parameters of {files} files\n",
        tool.version,
        commit.unwrap_or("unknown")
    )
}

/// The target triple, as far as it is known without a build script.
fn target() -> String {
    let arch = std::env::consts::ARCH;
    if cfg!(target_os = "macos") {
        return format!("{arch}-apple-darwin");
    }
    let vendor = if cfg!(target_vendor = "pc") { "pc" } else { "unknown" };
    let environment = match () {
        () if cfg!(target_env = "gnu") => "-gnu",
        () if cfg!(target_env = "musl") => "-musl",
        () if cfg!(target_env = "msvc") => "-msvc",
        () => "",
    };
    let abi = if cfg!(target_abi = "eabihf") { "eabihf" } else { "" };
    format!("{arch}-{vendor}-{}{environment}{abi}", std::env::consts::OS)
}
