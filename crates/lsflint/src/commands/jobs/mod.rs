//! Commands about job scripts: `show job`, `why` and `submit-check`.

mod show;
mod submit_check;
mod why;

use std::ops::Deref;
use std::path::Path;

use lsflint_answers::{Script, ScriptQuestion};
use lsflint_project::Request;

pub(crate) use show::run as show;
pub(crate) use submit_check::run as submit_check;
pub(crate) use why::run as why;

use crate::arguments::{At, Reading};
use crate::commands::{common, strings};
use crate::output::Failure;

/// The jobs of a script as text.
struct Shown<'s>(&'s Script);

impl Deref for Shown<'_> {
    type Target = Script;

    fn deref(&self) -> &Script {
        self.0
    }
}

/// Checks a script, and answers what it submits.
fn read(file: &Path, reading: Reading, at: At, user: Option<String>) -> Result<Script, Failure> {
    let request = Request { environment: common::environment(), ..strings::request(reading, at)? };
    Ok(ScriptQuestion { file: file.to_owned(), user }.answer(request)?)
}
