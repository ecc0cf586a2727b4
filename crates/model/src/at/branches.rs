//! When the branches of the `#if` blocks of a file are active, and the text of the file at an instant.

use lsflint_spec::{Target, offsets_of_zone};
use lsflint_syntax::ast::{self, AstNode, TimeExpression, TimeTerm, TimeWindow};
use lsflint_syntax::{Parse, SyntaxKind, TextRange};

use super::instant::Clock;
use crate::week::{Week, WeekReader, blocks_in};

/// When a condition is true, on a clock.
#[derive(Debug, Clone)]
pub(super) struct Truth {
    /// The minutes at which it is certainly true.
    pub(super) surely: Week,
    /// The minutes at which it may be true.
    pub(super) possibly: Week,
}

impl Truth {
    fn known(week: Week) -> Truth {
        Truth { possibly: week.clone(), surely: week }
    }

    fn unknown() -> Truth {
        Truth { surely: Week::never(), possibly: Week::always() }
    }

    /// Whether it is true at a minute; `None` if that is unknown.
    fn at(&self, minute: u16) -> Option<bool> {
        match (self.surely.contains(minute), self.possibly.contains(minute)) {
            (true, _) => Some(true),
            (false, false) => Some(false),
            (false, true) => None,
        }
    }

    fn not(self) -> Truth {
        Truth { surely: self.possibly.complement(), possibly: self.surely.complement() }
    }

    fn and(&self, other: &Truth) -> Truth {
        self.combine(other, Week::intersection)
    }

    fn or(&self, other: &Truth) -> Truth {
        self.combine(other, Week::union)
    }

    fn combine(&self, other: &Truth, combine: fn(&Week, &Week) -> Week) -> Truth {
        let (surely, possibly) = (combine(&self.surely, &other.surely), combine(&self.possibly, &other.possibly));
        Truth { surely, possibly }
    }
}

/// Reads conditions on a clock. Unknown are: names of a `#define`, syntax errors, values of a template, windows without
/// a documented meaning, and windows whose time zone cannot be compared with the clock.
#[derive(Clone, Copy)]
struct Reader<'t> {
    weeks: WeekReader<'t>,
    clock: Clock,
}

impl Reader<'_> {
    fn expression(self, expression: TimeExpression<'_>) -> Truth {
        let term = expression.term().filter(|_| self.weeks.is_sound(expression.node().range()));
        term.map_or_else(Truth::unknown, |it| self.term(it))
    }

    fn term(self, term: TimeTerm<'_>) -> Truth {
        let of = |term: Option<TimeTerm<'_>>| term.map_or_else(Truth::unknown, |it| self.term(it));
        match term {
            TimeTerm::Time(item) => {
                item.windows().fold(Truth::known(Week::never()), |all, it| all.or(&self.window(it)))
            }
            TimeTerm::Name(_) => Truth::unknown(),
            TimeTerm::Not(not) if not.is_negated() => of(not.operand()).not(),
            TimeTerm::Not(not) => of(not.operand()),
            TimeTerm::Group(group) => of(group.inner()),
            TimeTerm::Chain(chain) => {
                let mut operands = chain.operands().map(|it| self.term(it));
                let first = operands.next().unwrap_or_else(Truth::unknown);
                let combine = if chain.is_and() { Truth::and } else { Truth::or };
                operands.fold(first, |all, it| combine(&all, &it))
            }
        }
    }

    fn window(self, window: TimeWindow<'_>) -> Truth {
        let Some(week) = self.weeks.window(window).map(|it| it.week) else { return Truth::unknown() };
        let Some(zone) = window.zone() else {
            return if self.clock.is_local { Truth::known(week) } else { Truth::unknown() };
        };
        let Some((offsets, clock)) = offsets_of_zone(zone.raw()).zip(self.clock.offset) else {
            return Truth::unknown();
        };
        // An abbreviation with several meanings is certain where all of them agree.
        let meanings = offsets.iter().map(|zone| Truth::known(week.later(i32::from(clock) - i32::from(*zone))));
        let all = |all: Truth, it: Truth| Truth {
            surely: all.surely.intersection(&it.surely),
            possibly: all.possibly.union(&it.possibly),
        };
        meanings.reduce(all).unwrap_or_else(Truth::unknown)
    }
}

/// The `#if` blocks of a file on a clock.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    /// A block comes before the blocks in its branches.
    blocks: Vec<Block>,
}

#[derive(Debug)]
struct Block {
    /// The directive lines.
    directives: Vec<TextRange>,
    branches: Vec<Branch>,
}

/// A branch: the lines after its directive, and when they are active.
#[derive(Debug)]
struct Branch {
    lines: TextRange,
    active: Truth,
    is_else: bool,
}

impl Blocks {
    /// Reads the blocks of a file. Blocks that cross the border of a section are left out: what they switch is unknown.
    pub(super) fn of(parse: &Parse, target: Target, clock: Clock) -> Blocks {
        let mut found = Blocks::default();
        let reader = Reader { weeks: WeekReader::new(parse, target), clock };
        for block in blocks_in(parse.root()) {
            found.add(block, &Truth::known(Week::always()), reader);
        }
        found
    }

    /// Adds a block and those in it. `outer`: when its lines are active.
    fn add(&mut self, block: ast::Conditional<'_>, outer: &Truth, reader: Reader<'_>) {
        let mut left = outer.clone();
        let mut directives = Vec::new();
        let mut branches = Vec::new();
        for branch in block.branches() {
            let Some(directive) = branch.directive() else { continue };
            directives.push(directive.node().range());
            let condition = directive.condition().and_then(TimeExpression::of_condition);
            let holds = match condition {
                Some(condition) => reader.expression(condition),
                None if directive.is("#else") => Truth::known(Week::always()),
                None => Truth::unknown(),
            };
            let active = left.and(&holds);
            left = left.and(&holds.not());
            let lines = TextRange::new(directive.node().range().end(), branch.node().range().end());
            branches.push((branch, Branch { lines, active, is_else: directive.is("#else") }));
        }
        let end = block.node().children().filter(|it| it.kind() == SyntaxKind::DIRECTIVE);
        directives.extend(end.map(|it| it.range()));
        let (nodes, branches): (Vec<_>, Vec<_>) = branches.into_iter().unzip();
        let weeks: Vec<Truth> = branches.iter().map(|it: &Branch| it.active.clone()).collect();
        self.blocks.push(Block { directives, branches });
        for (branch, active) in nodes.into_iter().zip(weeks) {
            for inner in blocks_in(branch.node()) {
                self.add(inner, &active, reader);
            }
        }
    }

    /// When each branch is active: the sets of minutes that determine the text.
    pub(super) fn weeks(&self) -> impl Iterator<Item = &Week> {
        self.blocks.iter().flat_map(|it| &it.branches).flat_map(|it| [&it.active.surely, &it.active.possibly])
    }

    /// Whether no condition of an `#if` or `#elif` may be true at a minute.
    pub(super) fn is_else(&self, minute: u16) -> bool {
        let mut conditions = self.blocks.iter().flat_map(|it| &it.branches).filter(|it| !it.is_else);
        conditions.all(|it| !it.active.possibly.contains(minute))
    }

    /// The text at a minute of the clock: spaces replace the branches that are not active, and the directives of blocks
    /// that are decided; line ends stay, so that every offset stays the same. Blocks that are not decided keep their
    /// directives. `None` if nothing changes.
    pub(super) fn masked(&self, text: &str, minute: u16) -> Option<String> {
        let mut blank: Vec<TextRange> = Vec::new();
        for block in &self.blocks {
            let mut decided = true;
            for branch in &block.branches {
                match branch.active.at(minute) {
                    Some(true) => {}
                    Some(false) => blank.push(branch.lines),
                    None => decided = false,
                }
            }
            if decided {
                blank.extend(&block.directives);
            }
        }
        blanked(text, blank)
    }

    /// The text without the blocks, with the same offsets.
    pub(super) fn without(&self, text: &str) -> Option<String> {
        let blocks = self.blocks.iter();
        blanked(text, blocks.flat_map(|it| it.branches.iter().map(|it| it.lines).chain(it.directives.iter().copied())))
    }
}

/// A text in which spaces replace everything but line ends in some ranges. `None` if nothing changes.
fn blanked(text: &str, ranges: impl IntoIterator<Item = TextRange>) -> Option<String> {
    let mut bytes = text.as_bytes().to_vec();
    let mut changed = false;
    for range in ranges {
        changed |= !range.is_empty();
        for byte in &mut bytes[usize::from(range.start())..usize::from(range.end())] {
            if !matches!(byte, b'\n' | b'\r') {
                *byte = b' ';
            }
        }
    }
    // Only whole characters were replaced.
    changed.then(|| String::from_utf8(bytes).ok()).flatten()
}
