//! What enforces the limits of jobs, as text.

use lsflint_model::{Entity, View};
use lsflint_spec::{Enforcement, FileKind, enforcements_of};

/// What enforces a limit of the jobs of a queue or application profile, as lsf.conf and the section set it. `None` if
/// no fact is documented, or a setting is unknown. `kind`: the file that sets the limit.
pub fn enforced(view: View<'_>, kind: FileKind, entity: Option<&Entity<'_>>, limit: &str) -> Option<String> {
    let row = lsflint_model::enforcement(view, entity, limit).filter(|_| has_jobs(kind))?;
    let why = setting(row).map(|it| format!(" (`{it}`)")).unwrap_or_default();
    Some(format!("in this cluster: {}{why}", row.text))
}

/// What enforces a limit, one line for each setting that decides: the first one that applies is used.
pub fn enforced_by(kind: FileKind, limit: &str) -> Vec<String> {
    let line = |it: &'static Enforcement| match (setting(it), it.setting.split_once(':')) {
        (Some(setting), Some((file, _))) => format!("with `{setting}` in {file}: {}", it.text),
        (Some(setting), None) => format!("with `{setting}`: {}", it.text),
        (None, _) => format!("otherwise: {}", it.text),
    };
    let mut lines: Vec<String> = enforcements_of(limit).filter(|_| has_jobs(kind)).map(line).collect();
    if let [only] = lines.as_mut_slice() {
        *only = only.trim_start_matches("otherwise: ").to_owned();
    }
    lines
}

fn has_jobs(kind: FileKind) -> bool {
    matches!(kind, FileKind::LsbQueues | FileKind::LsbApplications)
}

/// The setting of a row: `LSB_JOB_MEMLIMIT=y`; `None` if it always applies.
fn setting(row: &Enforcement) -> Option<String> {
    let name = row.setting.rsplit(':').next().filter(|it| !it.is_empty())?;
    Some(if row.value.is_empty() { name.to_owned() } else { format!("{name}={}", row.value) })
}
