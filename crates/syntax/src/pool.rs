//! What the trees of one thread share, from one file to the next.
//!
//! The files of a run repeat each other: of many small clusters, more than half of the bytes are in lines that an
//! earlier file has, too.

use std::cell::RefCell;

use lsflint_spec::FileKind;

use crate::green::Shared;

/// With more elements, everything is forgotten: a large file has little in common with the next one, and an editor runs
/// for days.
const MOST: usize = 20_000;

thread_local! {
    static POOL: RefCell<Vec<(FileKind, Shared)>> = const { RefCell::new(Vec::new()) };
}

/// Runs a function with what the trees of a kind of file share, and keeps what it returns for the next one. The same
/// text can mean something else in another kind.
pub(crate) fn lend<T>(kind: FileKind, run: impl FnOnce(Shared) -> (T, Shared)) -> T {
    let lent = POOL.with_borrow_mut(|pool| {
        let index = pool.iter().position(|it| it.0 == kind)?;
        Some(pool.swap_remove(index).1)
    });
    let (result, shared) = run(lent.unwrap_or_default());
    if shared.len() <= MOST {
        POOL.with_borrow_mut(|pool| pool.push((kind, shared)));
    }
    result
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use lsflint_spec::FileKind;

    use crate::{Element, Node, SyntaxKind, parse};

    /// The addresses of the lines `KEY = value` of a text.
    fn lines(parse: &crate::Parse) -> Vec<(String, usize)> {
        let sections = parse.root().elements().filter_map(node).filter(|it| it.kind() == SyntaxKind::SECTION);
        let entries = sections.flat_map(|it| it.elements().filter_map(node).collect::<Vec<_>>());
        entries
            .filter(|it| it.kind() == SyntaxKind::ENTRY)
            .map(|it| (it.text().to_string(), std::ptr::from_ref(it.green()).addr()))
            .collect()
    }

    fn node(element: Element<'_>) -> Option<Node<'_>> {
        match element {
            Element::Node(it) => Some(it),
            Element::Token(_) => None,
        }
    }

    #[test]
    fn files_of_a_kind_share_equal_lines_without_errors() {
        let first = parse("Begin Queue\nPRIORITY = 3\nRES_REQ = select[\nEnd Queue\n", FileKind::LsbQueues);
        let second = parse("Begin Queue\nRES_REQ = select[\nPRIORITY = 3\nEnd Queue\n", FileKind::LsbQueues);
        assert_eq!(second.errors().len(), first.errors().len());
        let (first, second) = (lines(&first), lines(&second));
        assert_eq!(first[0], second[1]);
        assert_eq!(first[1].0, second[0].0);
        assert_ne!(first[1].1, second[0].1);
    }

    #[test]
    fn another_kind_of_file_reads_the_same_line_itself() {
        let text = "Begin Queue\nPRIORITY = 3\nEnd Queue\n";
        let queues = lines(&parse(text, FileKind::LsbQueues));
        let applications = lines(&parse(text, FileKind::LsbApplications));
        assert_eq!(queues[0].0, applications[0].0);
        assert_ne!(queues[0].1, applications[0].1);
    }

    /// The files below a folder whose name says their kind.
    fn files(folder: &Path, found: &mut Vec<(FileKind, String)>) {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                files(&path, found);
            } else if let Some(kind) = FileKind::from_name(&entry.file_name().to_string_lossy()) {
                found.extend(std::fs::read_to_string(&path).ok().map(|text| (kind, text)));
            }
        }
    }

    #[test]
    fn a_tree_does_not_depend_on_the_files_before_it() {
        let mut all = Vec::new();
        files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/clusters"), &mut all);
        assert!(all.len() > 20);
        let mut state = 1_u64;
        let mut number = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % below
        };
        for _ in 0..4 {
            for (kind, text) in &all {
                // Some lines are missing, some are cut.
                let lines = text.split_inclusive('\n').filter_map(|it| match number(20) {
                    0 => None,
                    1 => Some(it.get(..it.len() / 2).unwrap_or(it)),
                    _ => Some(it),
                });
                let (kind, text): (FileKind, String) = (*kind, lines.collect());
                let shared = parse(&text, kind);
                // Another thread shares nothing with this one.
                let alone = std::thread::spawn(move || parse(&text, kind)).join().expect("no panic");
                assert_eq!(shared, alone);
            }
        }
    }
}
