//! The output of `plan` as annotations of GitHub Actions: each change at its line of the new side.

use std::io::Write;

use lsflint_ide::answers::plan::Side;
use lsflint_report::{Level, annotation};
use lsflint_spec::Risk;

use super::Compared;
use super::entries::{self, NAMED};
use super::full::summary;
use crate::output::{Failure, Terminal};

/// The directory of the new side precedes its paths, because GitHub needs paths of the repository.
pub(super) fn write(compared: &[Compared], base: &str, terminal: &Terminal) -> Result<(), Failure> {
    let mut out = terminal.plain_stdout();
    let level = |risk: Risk| match risk {
        Risk::Breaking => Level::Error,
        Risk::Notable => Level::Warning,
        Risk::Harmless => Level::Notice,
    };
    let path = |file: &str| if matches!(base, "" | ".") { file.to_owned() } else { format!("{base}/{file}") };
    for it in compared {
        for it in entries::changes(&it.plan, NAMED).into_iter().chain(entries::consequences(it, NAMED)) {
            let place = it.places.iter().find(|it| it.side == Side::New).map(|it| (path(&it.file), it.line));
            let text = [vec![it.headline], it.details, it.words].concat().join("\n");
            let title = format!("lsflint plan: {}", it.risk.name());
            annotation(&mut out, level(it.risk), place.as_ref().map(|it| (it.0.as_str(), it.1)), &title, &text)?;
        }
        for it in it.new.iter().filter(|it| it.job.is_none()) {
            let title = format!("lsflint plan: new finding {}", it.code);
            let place = path(&it.file);
            annotation(&mut out, Level::of(it.severity), Some((&place, it.line)), &title, &it.message)?;
        }
        let commands: Vec<&str> = it.plan.run.iter().map(|it| it.command.as_str()).collect();
        if !commands.is_empty() {
            let text = format!("run, in this order:\n{}", commands.join("\n"));
            annotation(&mut out, Level::Notice, None, "lsflint plan", &text)?;
        }
    }
    annotation(&mut out, Level::Notice, None, "lsflint plan", &summary(compared))?;
    out.flush()?;
    Ok(())
}
