//! Converts the arguments of `check` to a request.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use lsflint_project::{Overrides, Request};

use super::{Text, reports};
use crate::arguments::{Check, Reading};
use crate::commands::common;
use crate::output::Failure;

/// The request with paths, settings and the text of stdin.
pub(super) fn request(arguments: Check, text: Option<&Text>) -> Result<Request, Failure> {
    let fingerprints = reports::needs_fingerprints(&arguments);
    let Check { mut paths, reading, at, selecting, stdin_filename, jobs, user, .. } = arguments;
    let here = common::current_folder()?;
    let dash = Path::new("-");
    let stdin = if let Some(given) = text {
        Some((given.name.clone(), given.text.clone().into_bytes()))
    } else if stdin_filename.is_some() || paths.iter().any(|it| it == dash) {
        paths.retain(|it| it != dash);
        let name = stdin_filename
            .ok_or_else(|| Failure::new("`-` requires `--stdin-filename NAME`, the file name of the text"))?;
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).map_err(|error| Failure::new(format!("cannot read stdin: {error}")))?;
        Some((name, bytes))
    } else {
        None
    };
    if paths.is_empty() && stdin.is_none() {
        paths.push(reading.cluster.clone().unwrap_or_else(|| PathBuf::from(".")));
    }
    let config = common::config_source(&reading);
    let overrides = Overrides { user, ..common::overrides_with_policies(selecting) };
    let Reading { cluster, target, .. } = reading;
    Ok(Request {
        stdin,
        cluster,
        environment: common::environment(),
        config,
        target,
        at: at.at,
        overrides,
        jobs,
        fingerprints,
        ends: true,
        ..Request::new(here, paths)
    })
}
