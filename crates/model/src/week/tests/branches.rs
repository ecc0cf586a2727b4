//! Random `#if` blocks against a reader that asks the clock at every hour of the week.

use std::fmt::Write;

use lsflint_spec::{FileKind, Target};
use lsflint_syntax::SyntaxKind;
use lsflint_syntax::ast::{self, AstNode};
use proptest::prelude::*;

use crate::Instant;
use crate::at::masked;
use crate::week::{Activity, WeekReader, branch_times};

/// A condition whose windows begin and end with the hour.
#[derive(Debug, Clone)]
enum Condition {
    Time(Vec<(u32, u32)>),
    Not(Box<Condition>),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
}

impl Condition {
    fn holds(&self, hour: u32) -> bool {
        match self {
            Condition::Time(windows) => windows.iter().any(|&(from, to)| {
                let hour = hour % 24;
                if from < to { (from..to).contains(&hour) } else { hour >= from || hour < to }
            }),
            Condition::Not(it) => !it.holds(hour),
            Condition::And(a, b) => a.holds(hour) && b.holds(hour),
            Condition::Or(a, b) => a.holds(hour) || b.holds(hour),
        }
    }

    fn write(&self, text: &mut String) {
        match self {
            Condition::Time(windows) => {
                let words: Vec<String> = windows.iter().map(|(from, to)| format!("{from}-{to}")).collect();
                let _ = write!(text, "time({})", words.join(" "));
            }
            Condition::Not(it) => {
                text.push_str("!(");
                it.write(text);
                text.push(')');
            }
            Condition::And(a, b) | Condition::Or(a, b) => {
                text.push('(');
                a.write(text);
                text.push_str(if matches!(self, Condition::And(..)) { ") && (" } else { ") || (" });
                b.write(text);
                text.push(')');
            }
        }
    }
}

/// A block: branches with the blocks in them; the last one may have no condition.
#[derive(Debug, Clone)]
struct Block {
    branches: Vec<(Condition, Vec<Block>)>,
    last: Option<Vec<Block>>,
}

impl Block {
    fn write(&self, text: &mut String) {
        for (number, (condition, inner)) in self.branches.iter().enumerate() {
            text.push_str(if number == 0 { "#if " } else { "#elif " });
            condition.write(text);
            text.push('\n');
            inner.iter().for_each(|it| it.write(text));
        }
        if let Some(inner) = &self.last {
            text.push_str("#else\n");
            inner.iter().for_each(|it| it.write(text));
        }
        text.push_str("#endif\n");
    }

    /// Writes the block with a comment in each branch, which is the number of the branch. Also adds the numbers of the
    /// branches that are active at an hour, if the lines of the block are.
    fn write_numbered(&self, text: &mut String, count: &mut u32, hour: u32, outer: bool, active: &mut Vec<u32>) {
        let mut left = outer;
        let mut branch = |text: &mut String, is_active: bool, inner: &[Block]| {
            *count += 1;
            let _ = writeln!(text, "# {count}");
            active.extend(is_active.then_some(*count));
            inner.iter().for_each(|it| it.write_numbered(text, count, hour, is_active, active));
        };
        for (number, (condition, inner)) in self.branches.iter().enumerate() {
            text.push_str(if number == 0 { "#if " } else { "#elif " });
            condition.write(text);
            text.push('\n');
            let holds = condition.holds(hour);
            branch(text, left && holds, inner);
            left &= !holds;
        }
        if let Some(inner) = &self.last {
            text.push_str("#else\n");
            branch(text, left, inner);
        }
        text.push_str("#endif\n");
    }

    /// For each visited branch: whether it is ever active, and whether its condition is true whenever the branch could
    /// be active.
    fn judge(&self, outer: &[u32], found: &mut Vec<(bool, bool)>) {
        let mut left = outer.to_vec();
        for (condition, inner) in &self.branches {
            let active: Vec<u32> = left.iter().copied().filter(|it| condition.holds(*it)).collect();
            left.retain(|it| !condition.holds(*it));
            let always = !active.is_empty() && outer.iter().all(|it| condition.holds(*it));
            Block::judge_inner(inner, &active, always, found);
        }
        if let Some(inner) = &self.last {
            Block::judge_inner(inner, &left, false, found);
        }
    }

    fn judge_inner(inner: &[Block], active: &[u32], always: bool, found: &mut Vec<(bool, bool)>) {
        found.push((!active.is_empty(), always));
        if !active.is_empty() {
            inner.iter().for_each(|it| it.judge(active, found));
        }
    }
}

fn condition() -> impl Strategy<Value = Condition> {
    let hours = (0..24u32, 1..24u32).prop_map(|(from, length)| (from, (from + length) % 24));
    let time = prop::collection::vec(hours, 1..3).prop_map(Condition::Time);
    time.prop_recursive(3, 8, 2, |inner| {
        let two = (inner.clone(), inner.clone());
        prop_oneof![
            inner.prop_map(|it| Condition::Not(Box::new(it))),
            two.clone().prop_map(|(a, b)| Condition::And(Box::new(a), Box::new(b))),
            two.prop_map(|(a, b)| Condition::Or(Box::new(a), Box::new(b))),
        ]
    })
}

fn block() -> impl Strategy<Value = Block> {
    let leaf = prop::collection::vec(condition(), 1..3).prop_map(|conditions| Block {
        branches: conditions.into_iter().map(|it| (it, Vec::new())).collect(),
        last: None,
    });
    leaf.prop_recursive(3, 12, 3, |inner| {
        let inside = || prop::collection::vec(inner.clone(), 0..2);
        let branches = prop::collection::vec((condition(), inside()), 1..4);
        (branches, prop::option::of(inside())).prop_map(|(branches, last)| Block { branches, last })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn branches_are_active_when_the_clock_says_so(block in block()) {
        let mut text = String::new();
        block.write(&mut text);
        let mut expected = Vec::new();
        block.judge(&(0..7 * 24).collect::<Vec<_>>(), &mut expected);

        let parse = lsflint_syntax::parse(&text, FileKind::LsbQueues);
        let reader = WeekReader::new(&parse, Target::default());
        let node = parse.root().children().find(|it| it.kind() == SyntaxKind::CONDITIONAL).expect("a block");
        let times = branch_times(ast::Conditional::cast(node).expect("a block"), reader);
        let found: Vec<(bool, bool)> = times
            .iter()
            .map(|it| (!matches!(it.activity, Activity::Never(_)), matches!(it.activity, Activity::Always(_))))
            .collect();
        prop_assert_eq!(found, expected, "{}", text);
    }

    #[test]
    fn a_masked_file_has_the_branches_that_are_active(block in block(), hour in 0..7 * 24u32) {
        let (mut text, mut active) = (String::new(), Vec::new());
        block.write_numbered(&mut text, &mut 0, hour, true, &mut active);
        let parse = lsflint_syntax::parse(&text, FileKind::LsbQueues);
        // The last minute of the hour.
        let instant = Instant::new((hour * 60 + 59) as u16, None);
        let masked = masked(&text, &parse, FileKind::LsbQueues, Target::default(), instant).expect("a block");
        prop_assert_eq!(masked.len(), text.len());
        let lines: Vec<&str> = masked.lines().map(str::trim).filter(|it| !it.is_empty()).collect();
        let expected: Vec<String> = active.iter().map(|it| format!("# {it}")).collect();
        prop_assert_eq!(lines, expected, "{}", text);
    }
}
