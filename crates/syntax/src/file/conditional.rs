//! Pairs `#if` with its `#elif`, `#else` and `#endif` before the tree is written.

use std::ops::Range;

use rowan::TextSize;

use crate::blocks::{Blocks, Loose};
use crate::error::StructureError;
use crate::line::{DirectiveKind, Line, LineClass};

/// The maximum nesting depth of block nodes; deeper blocks are not nodes, to limit the stack usage for malicious files.
const MAX_NESTING: usize = 50;

/// The `#if` blocks of a file.
pub(super) struct Conditionals {
    /// The blocks that can be nodes, by the line of their `#if`.
    blocks: Vec<Block>,
    /// The lines of `#if`, `#elif`, `#else` and `#endif` that do not belong to such a block, in order.
    flat: Vec<usize>,
    /// The errors with their lines.
    pub(super) errors: Vec<(StructureError, usize)>,
    /// The blocks of the flat directives, and those with an error.
    loose: Vec<LooseLines>,
    /// How deep blocks were nested, those without `#endif` included.
    depth: usize,
}

/// The lines of a block that is not a node or has an error.
struct LooseLines {
    marks: Vec<usize>,
    has_if: bool,
    has_endif: bool,
}

/// A block whose branches contain whole sections, or whole lines of one section.
pub(super) struct Block {
    /// The lines of `#if`, `#elif` ..., `#else`, `#endif`.
    pub(super) marks: Vec<usize>,
}

/// A block without its `#endif` so far.
struct Open {
    marks: Vec<usize>,
    /// The section that contains each mark.
    section: usize,
    nested_well: bool,
    has_else: bool,
    has_error: bool,
}

impl Conditionals {
    pub(super) fn new(lines: &[Line]) -> Conditionals {
        let mut found =
            Conditionals { blocks: Vec::new(), flat: Vec::new(), errors: Vec::new(), loose: Vec::new(), depth: 0 };
        let mut stack: Vec<Open> = Vec::new();
        // 0 outside of sections, else the index of the `Begin` line plus one.
        let mut section = 0;
        // After an `#else` or `#elif` without `#if`, the following `#endif` is part of the same error.
        let mut lost_if = false;
        for (index, line) in lines.iter().enumerate() {
            match line.class {
                LineClass::Begin => section = index + 1,
                LineClass::End => section = 0,
                LineClass::Directive(DirectiveKind::If) => {
                    let nested_well = stack.len() < MAX_NESTING;
                    stack.push(Open { marks: vec![index], section, nested_well, has_else: false, has_error: false });
                    found.depth = found.depth.max(stack.len());
                }
                LineClass::Directive(
                    directive @ (DirectiveKind::Elif | DirectiveKind::Else | DirectiveKind::Endif),
                ) => {
                    let Some(open) = stack.last_mut() else {
                        if !lost_if {
                            found.errors.push((StructureError::DirectiveWithoutIf, index));
                        }
                        lost_if = directive != DirectiveKind::Endif;
                        found.flat.push(index);
                        found.loose.push(LooseLines { marks: vec![index], has_if: false, has_endif: false });
                        continue;
                    };
                    open.marks.push(index);
                    open.nested_well &= open.section == section;
                    match directive {
                        DirectiveKind::Endif => {
                            if let Some(open) = stack.pop() {
                                found.close(open);
                            }
                        }
                        _ if open.has_else => {
                            open.has_error = true;
                            found.errors.push((StructureError::DirectiveAfterElse, index));
                        }
                        DirectiveKind::Else => open.has_else = true,
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        for open in stack {
            found.errors.push((StructureError::IfWithoutEndif, open.marks[0]));
            found.flat.extend(&open.marks);
            found.loose.push(LooseLines { marks: open.marks, has_if: true, has_endif: false });
        }
        found.blocks.sort_by_key(|it| it.marks[0]);
        found.flat.sort_unstable();
        found
    }

    fn close(&mut self, open: Open) {
        if open.has_error || !open.nested_well {
            self.loose.push(LooseLines { marks: open.marks.clone(), has_if: true, has_endif: true });
        }
        if open.nested_well {
            self.blocks.push(Block { marks: open.marks });
        } else {
            self.flat.extend(open.marks);
        }
    }

    /// The block that starts on a line, if it can be a node.
    pub(super) fn block(&self, line: usize, directive: DirectiveKind) -> Option<&Block> {
        if directive != DirectiveKind::If {
            return None;
        }
        let index = self.blocks.binary_search_by_key(&line, |it| it.marks[0]).ok()?;
        Some(&self.blocks[index])
    }

    /// What the rest of the file must know of the blocks.
    pub(super) fn summary(&self, lines: &[Line]) -> Blocks {
        let loose = self.loose.iter().map(|it| Loose {
            marks: it.marks.iter().map(|it| TextSize::new(lines[*it].content_start)).collect(),
            has_if: it.has_if,
            has_endif: it.has_endif,
        });
        Blocks::new(loose.collect(), self.depth)
    }

    /// Whether one of the lines has a directive that is not part of a block node.
    pub(super) fn has_flat_directive(&self, lines: Range<usize>) -> bool {
        let from = self.flat.partition_point(|&it| it < lines.start);
        self.flat.get(from).is_some_and(|&it| it < lines.end)
    }
}
