//! Argument handling shared by several commands.

use std::path::PathBuf;

use lsflint_lint::suggest::near;
use lsflint_project::{ConfigSource, Overrides, Paths};

use crate::arguments::{Reading, Selecting};
use crate::output::Failure;

/// Paths relative to the current directory.
pub(crate) fn current_folder() -> Result<Paths, Failure> {
    match std::env::current_dir() {
        Ok(folder) => Ok(Paths::new(folder)),
        Err(error) => Err(Failure::new(format!("cannot determine the current directory: {error}"))),
    }
}

/// The directory of the cluster that the commands of LSF use: LSF_ENVDIR.
pub(crate) fn environment() -> Option<PathBuf> {
    std::env::var_os("LSF_ENVDIR").map(PathBuf::from).filter(|it| it.is_dir())
}

/// The lsflint.toml that the arguments select.
pub(crate) fn config_source(reading: &Reading) -> ConfigSource {
    match &reading.config {
        Some(file) => ConfigSource::File(file.clone()),
        None if reading.no_config => ConfigSource::Nothing,
        None => ConfigSource::Nearest,
    }
}

/// The rules that the command line selects.
pub(crate) fn overrides(selecting: Selecting) -> Result<Overrides, Failure> {
    let selection = |flag: &str, codes: Vec<String>| {
        let codes = codes.into_iter().map(|it| it.trim().to_owned());
        lsflint_rules::all().selection(codes).map_err(|error| Failure::new(format!("{flag}: {error}")))
    };
    Ok(Overrides {
        profile: selecting.profile,
        select: selecting.select.map(|it| selection("--select", it)).transpose()?,
        ignore: selection("--ignore", selecting.ignore)?,
        extend_select: selection("--extend-select", selecting.extend_select)?,
        user: None,
    })
}

/// The end of a message about an unknown name: the known name that is similar to it, if there is one.
pub(crate) fn did_you_mean<'n>(given: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    near(given, known).map_or(String::new(), |it| format!("; did you mean `{}`?", it.name))
}
