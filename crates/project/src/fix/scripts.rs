//! Fixing scripts that submit jobs. Each is fixed alone: nothing else rests on it.

use std::sync::Arc;

use lsflint_lint::{Diagnostic, Judged, fix_texts, script_fingerprints};

use super::{FixOptions, FixedFile, Held};
use crate::check::Run;
use crate::error::Problem;
use crate::plan::PlannedUnit;
use crate::read::Decoded;
use crate::scripts::{PlannedScript, judged};
use crate::unit::Facts;

/// The scripts of a unit that change. What cannot be read was said when it was checked.
pub(super) fn fixed_scripts(run: &Run<'_>, unit: &PlannedUnit, options: FixOptions, held: &Held) -> Vec<FixedFile> {
    if unit.scripts.is_empty() {
        return Vec::new();
    }
    let (_, facts) = run.load(unit, &mut Vec::new());
    let fixed = unit.scripts.iter().filter(|it| held.contains_key(&it.shown));
    fixed.filter_map(|it| fixed_script(run, it, &facts, options, held).ok().flatten()).collect()
}

fn fixed_script(
    run: &Run<'_>,
    planned: &PlannedScript,
    facts: &[Facts<'_>],
    options: FixOptions,
    held: &Held,
) -> Result<Option<FixedFile>, Problem> {
    let before = run.read_script(planned)?;
    let found = |text: &Arc<str>| -> Result<Vec<Diagnostic>, Problem> {
        let (script, mut found) = judged(planned, facts, text.clone())?;
        let prints = script_fingerprints(&script, &found);
        let held = held.get(&planned.shown);
        for (print, found) in prints.iter().zip(&mut found) {
            if held.is_some_and(|it| it.contains(print)) {
                found.fix = None;
            }
        }
        Ok(found)
    };
    let first = Judged { found: vec![found(&before.text)?], meaning: () };
    // A text of ours that cannot be judged has nothing to fix.
    let judge = |texts: &[Arc<str>]| Judged { found: vec![found(&texts[0]).unwrap_or_default()], meaning: () };
    let (fixed, _) = fix_texts(vec![before.text.clone()], first, |_, it| options.wants(it), judge);
    let Some(fixed) = fixed.into_iter().next().filter(|it| *it.text != *before.text) else { return Ok(None) };
    Ok(Some(FixedFile {
        path: planned.path.clone(),
        shown: planned.shown.clone(),
        before: Decoded { ..before },
        after: fixed.text,
        repaired: fixed.repaired,
    }))
}
