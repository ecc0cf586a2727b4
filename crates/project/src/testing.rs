//! Helpers for several test modules.

use std::path::Path;
use std::sync::Arc;

use lsflint_lint::{Check, Family, Registry, Rule, RuleMeta, Rules, Severity};

use crate::config::{Config, ConfigError, NAME, read_config};
use crate::disk::read_file;
use crate::error::Problem;
use crate::judge::{Judge, Overrides};
use crate::paths::Paths;

static PANICS: Rule = Rule {
    meta: RuleMeta::new("T001", "panics", Family::File, Severity::Error),
    checks: &[Check::File(|_, _| panic!("no such thing"))],
};
static RULES: [&Rule; 1] = [&PANICS];

/// A judge whose only rule panics.
pub(crate) fn panicking(judge: &Judge) -> Arc<Judge> {
    let judge = Judge::new((*judge.config).clone(), &Overrides::default());
    Arc::new(Judge { registry: Registry::new(Rules::new(&RULES), &judge.settings), ..judge })
}

/// Parses the text of an `lsflint.toml` and reads the files that it extends from the disk. `root` is its directory,
/// `shown` its path in messages.
pub(crate) fn parse_config(text: &str, root: &Path, shown: &str) -> Result<Config, ConfigError> {
    let (file, paths) = (root.join(NAME), Paths::new(root));
    let mut read = |it: &Path| match it == file {
        true => Ok((text.into(), shown.to_owned())),
        false => Ok((read_file(it, &paths.shown(it))?.text, paths.shown(it))),
    };
    read_config(&file, &paths, &mut read).map_err(|problem| match problem {
        Problem::Config(error) => error,
        other => panic!("{other}"),
    })
}
