//! Combines several `-R` options of one job into one requirement.

use lsflint_spec::requirement_section;

use super::layer::{Layer, Reserved};
use super::stage::Stage;
use super::{Level, Merger, Refusal, Refused};
use crate::requirement::{Requirement, Shape};

impl Merger<'_> {
    /// Joins the strings of a job: all selections must be satisfied, `order` keys are appended, reservations and names
    /// are added.
    pub(super) fn join(&mut self, strings: &[Requirement]) -> Result<Stage, Refusal> {
        let strings: Vec<&Requirement> = strings.iter().filter(|it| !it.is_empty()).collect();
        let (first, others) = match strings.as_slice() {
            [] => return Ok(Stage::of(None, Level::Job)),
            [one] => return Ok(Stage::of(Some(one), Level::Job)),
            [first, others @ ..] => (*first, others),
        };
        if let Some(shaped) = strings.iter().find(|it| it.shape() != Shape::Simple) {
            let shape = shaped.shape().name();
            return Err(Refusal(
                Refused::Join,
                format!("several `-R` options cannot be combined if one of them is {shape}"),
            ));
        }
        let mut joined = Stage::of(Some(first), Level::Job).into_leaf();
        for string in others {
            self.add(&mut joined, Stage::of(Some(string), Level::Job).into_leaf())?;
        }
        let stage = Stage::simple(joined);
        self.note(format!("the {} strings of the job are combined: `{}`", strings.len(), stage.requirement()));
        Ok(stage)
    }

    fn add(&mut self, joined: &mut Layer, new: Layer) -> Result<(), Refusal> {
        joined.select.extend(new.select);
        match (&mut joined.order, new.order) {
            (Some(order), Some(new)) => {
                order.value.again |= new.value.again;
                order.value.keys.extend(new.value.keys);
            }
            (order, new) => *order = order.take().or(new),
        }
        for name in new.same {
            if !joined.same.iter().any(|it| it.value == name.value) {
                joined.same.push(name);
            }
        }
        let usage = self.all_of_both(std::mem::take(&mut joined.rusage), new.rusage);
        joined.rusage = usage;
        only_one("span", &mut joined.span, new.span)?;
        only_one("cu", &mut joined.cu, new.cu)?;
        only_one("affinity", &mut joined.affinity, new.affinity)
    }

    /// Combines every alternative of `||` with every alternative of the other string.
    fn all_of_both(&mut self, before: Vec<Vec<Reserved>>, new: Vec<Vec<Reserved>>) -> Vec<Vec<Reserved>> {
        if before.is_empty() || new.is_empty() {
            return if before.is_empty() { new } else { before };
        }
        let mut all = Vec::with_capacity(before.len() * new.len());
        for one in &before {
            for other in &new {
                let mut both = one.clone();
                for it in other {
                    if let Some(first) = one.iter().find(|one| one.value.resource() == it.value.resource()) {
                        self.note(format!(
                            "the job has `{}` and `{}`; which one LSF uses is undocumented, so the first is shown",
                            first.value, it.value
                        ));
                    } else {
                        both.push(it.clone());
                    }
                }
                all.push(both);
            }
        }
        all
    }
}

/// Merges a section that may occur only once.
fn only_one<T>(name: &str, joined: &mut Option<T>, new: Option<T>) -> Result<(), Refusal> {
    if joined.is_some() && new.is_some() && requirement_section(name).is_some_and(|it| !it.multiple) {
        return Err(Refusal(Refused::Join, format!("only one `-R` option of a job can have a `{name}` section")));
    }
    *joined = joined.take().or(new);
    Ok(())
}
