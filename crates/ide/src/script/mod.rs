//! Features in job scripts: the options in `#BSUB` lines and in calls of `bsub`.
//!
//! The argument of an option has the grammar of a parameter of the cluster: `-R` that of RES_REQ, `-W` that of
//! RUNLIMIT. So the features of files are used: the argument becomes the value of that parameter in a file of its own
//! (an [`Excerpt`]), and what they answer is moved to the script.

mod actions;
mod completion;
mod excerpt;
mod hints;
mod hover;
mod outline;
#[cfg(test)]
mod tests;

use lsflint_model::job::{Given, Invocation, JobScript};
use lsflint_syntax::script::Word;
use lsflint_syntax::{TextRange, TextSize};

pub(crate) use self::actions::{fix_all_edits, suppressed};
pub(crate) use self::completion::complete;
use self::excerpt::Excerpt;
pub(crate) use self::hints::inlay_hints;
pub(crate) use self::hover::{hover, of_option};
pub(crate) use self::outline::document_symbols;
use crate::symbol::{self, Form, Found, Role, Symbol, SymbolAt};
use crate::tokens::SemanticToken;
use crate::{Definitions, Range, Script, Snapshot, navigation, tokens};

/// The part of a script at an offset.
enum Part<'i> {
    /// The name of an option.
    Name(&'i Given),
    /// The argument of an option.
    Argument(&'i Given, &'i Word),
    /// The requirement of another command, such as `lsrun -R`.
    Requirement(&'i Word),
}

/// The part at an offset of one of the commands of a script, with the command.
fn part_at(commands: &[Invocation], offset: TextSize) -> Option<(&Invocation, Part<'_>)> {
    let touches = |it: TextRange| it.contains_inclusive(offset);
    commands.iter().find_map(|command| {
        let given = command.given.iter();
        let mut arguments = given.clone().filter_map(|it| Some((it, it.argument.as_ref()?)));
        let part = arguments.find(|it| touches(it.1.range())).map(|(given, word)| Part::Argument(given, word));
        let part = part.or_else(|| given.clone().find(|it| touches(it.name)).map(Part::Name));
        let others = || command.requirements.iter().filter(|_| !command.program.takes_job_options);
        let part = part.or_else(|| others().find(|it| touches(it.range())).map(Part::Requirement));
        Some((command, part?))
    })
}

/// The excerpts of the arguments in a script that touch a range.
fn excerpts(snapshot: &Snapshot, script: &JobScript, range: Option<Range>) -> Vec<Excerpt> {
    let mut found = Vec::new();
    for command in script.invocations() {
        let given = command.given.iter();
        let options = given.filter_map(|it| Some((excerpt::parameter_of(it.option)?, it.argument.as_ref()?)));
        let others = command.requirements.iter().filter(|_| !command.program.takes_job_options);
        let others = others.filter_map(|it| Some((excerpt::requirement()?, it)));
        for (parameter, word) in options.chain(others) {
            let place = Range::from(word.range());
            if range.is_none_or(|it| place.start <= it.end && it.start <= place.end) {
                found.extend(Excerpt::of(snapshot, parameter, word));
            }
        }
    }
    found
}

/// The definitions of the name at an offset: `-q night` leads to lsb.queues.
pub(crate) fn definition(snapshot: &Snapshot, script: &Script, offset: u32) -> Option<Definitions> {
    let commands = script.source.invocations();
    let excerpt = excerpt_at(snapshot, &commands, offset)?;
    let found = navigation::definition(&excerpt.snapshot, excerpt::PATH, excerpt.to_excerpt(offset)?)?;
    Some(Definitions { origin: excerpt.to_script(found.origin)?, targets: found.targets })
}

/// The places in a script that refer to a symbol of the cluster.
pub(crate) fn uses(snapshot: &Snapshot, script: &JobScript, symbol: &Symbol) -> Vec<Found> {
    let mut all = Vec::new();
    for excerpt in excerpts(snapshot, script, None) {
        let Some(file) = excerpt.snapshot.file(excerpt::PATH) else { continue };
        let mut found = Vec::new();
        symbol::uses_in(snapshot.view(), &file.source, symbol, &mut found);
        for it in found.into_iter().filter(|it| it.role == Role::Use) {
            let Some(place) = excerpt.to_script(it.range.into()) else { continue };
            let range = TextRange::from(place);
            // The value of a variable is somewhere else.
            let form = if script.text[range] == file.source.text[it.range] { it.form } else { Form::Templated };
            all.push(Found { path: script.path.clone(), range, form, section: None, record: None, param: None, ..it });
        }
    }
    all.sort_by_key(|it| it.range.start());
    all
}

/// The symbol at an offset of a script, and its range in the script.
pub(crate) fn symbol_at(snapshot: &Snapshot, script: &Script, offset: u32) -> Option<(SymbolAt, Range)> {
    let excerpt = excerpt_at(snapshot, &script.source.invocations(), offset)?;
    let file = excerpt.snapshot.file(excerpt::PATH)?;
    let at = symbol::symbol_at(&excerpt.snapshot, &file.source, excerpt.to_excerpt(offset)?.into())?;
    let range = excerpt.to_script(at.range.into())?;
    Some((at, range))
}

/// The excerpt of the argument at an offset.
fn excerpt_at(snapshot: &Snapshot, commands: &[Invocation], offset: u32) -> Option<Excerpt> {
    match part_at(commands, offset.into())?.1 {
        Part::Name(_) => None,
        Part::Argument(given, word) => Excerpt::of(snapshot, excerpt::parameter_of(given.option)?, word),
        Part::Requirement(word) => Excerpt::of(snapshot, excerpt::requirement()?, word),
    }
}

/// The tokens of the arguments that touch a range, or of all: in order, disjoint, none spanning lines.
pub(crate) fn semantic_tokens(snapshot: &Snapshot, script: &Script, range: Option<Range>) -> Vec<SemanticToken> {
    let text = &script.source.text;
    let mut found = Vec::new();
    for excerpt in excerpts(snapshot, &script.source, range) {
        for token in tokens::semantic_tokens(&excerpt.snapshot, excerpt::PATH, Some(excerpt.value())) {
            let Some(place) = excerpt.to_script(token.range) else { continue };
            // The value of a constant is somewhere else.
            let is_literal = text[TextRange::from(place)] == excerpt.text()[TextRange::from(token.range)];
            if is_literal && range.is_none_or(|it| place.start <= it.end && it.start <= place.end) {
                found.push(SemanticToken { range: place, ..token });
            }
        }
    }
    found.sort_by_key(|it| it.range);
    let mut end = 0;
    found.retain(|it| {
        let is_next = it.range.start >= end;
        end = if is_next { it.range.end } else { end };
        is_next
    });
    found
}
