//! Completion of the path after `#INCLUDE`. Which files there are is asked of the caller: this crate reads no folder.

use lsflint_spec::{Grammar, IncludePlace};

use super::item::{Item, Items, Rank};
use super::{CompletionKind, CompletionOptions, Completions, Cursor};
use crate::Snapshot;

/// A path that is being typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypedPath {
    /// The folder before the last `/`, as written: absolute, or relative to that of the file; empty for the latter.
    pub folder: String,
    /// Whether the path is not in quotes yet.
    is_bare: bool,
}

/// An entry of a folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PathEntry {
    /// Its name in the folder; `..` is the folder above.
    pub name: String,
    /// Whether it is a folder.
    pub is_folder: bool,
}

/// The path of an included file at a byte offset, if one is being typed there.
pub fn typed_path(snapshot: &Snapshot, path: &str, offset: u32) -> Option<TypedPath> {
    let file = snapshot.file(path)?;
    let read = file.source.kind.spec().directives.include != IncludePlace::Nowhere;
    typed(&Cursor::new(&file.source, offset)).filter(|_| read)
}

fn typed(cursor: &Cursor<'_>) -> Option<TypedPath> {
    let line = cursor.line_before().trim_start();
    let (name, rest) = line.split_at(line.find([' ', '\t', '"'])?);
    lsflint_spec::directive(name).filter(|it| it.grammar == Grammar::Path)?;
    let rest = rest.trim_start();
    let written = rest.strip_prefix('"');
    let text = written.unwrap_or(rest);
    let ended = text.contains('"') || written.is_none() && text.contains([' ', '\t']);
    let folder = text.rfind('/').map_or("", |at| &text[..=at]);
    (!ended).then(|| TypedPath { folder: folder.to_owned(), is_bare: written.is_none() })
}

/// The completions for a path with the entries of its folder, without the file itself.
pub fn complete_path(
    snapshot: &Snapshot,
    path: &str,
    offset: u32,
    entries: &[PathEntry],
    options: &CompletionOptions,
) -> Completions {
    let Some(file) = snapshot.file(path) else { return Completions::default() };
    let cursor = Cursor::new(&file.source, offset);
    let Some(typed) = typed(&cursor) else { return Completions::default() };
    let mut word = cursor.word(|it| !it.is_whitespace() && !matches!(it, '"' | '/'));
    // A continuation has no meaning here: the path is on one line.
    word.above.clear();
    let quotes = typed.is_bare && typed.folder.is_empty();
    let mut items = Items::new(word, *options);
    let own = path.rsplit('/').next().unwrap_or(path);
    for entry in entries.iter().filter(|it| it.is_folder || !typed.folder.is_empty() || it.name != own) {
        let label = if entry.is_folder { format!("{}/", entry.name) } else { entry.name.clone() };
        let kind = if entry.is_folder { CompletionKind::Folder } else { CompletionKind::File };
        let insert = match (quotes, entry.is_folder) {
            (true, true) => format!("\"{label}"),
            (true, false) => format!("\"{label}\""),
            (false, _) => label.clone(),
        };
        let rank = if entry.name == ".." { Rank::Rare } else { Rank::Normal };
        items.add(Item::new(kind, label).insert(insert).rank(rank));
    }
    items.finish()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::testing::Fixture;

    #[track_caller]
    fn check(line: &str, expect: Expect) {
        let fixture = Fixture::new(&format!("//- lsb.queues\n{line}\n"));
        let offset = fixture.offset().into();
        let entry = |name: &str, is_folder| PathEntry { name: name.to_owned(), is_folder };
        let entries = [entry("sub", true), entry("lsb.queues", false), entry("more.queues", false)];
        let found = typed_path(&fixture.snapshot, &fixture.path, offset);
        let items = complete_path(&fixture.snapshot, &fixture.path, offset, &entries, &CompletionOptions::default());
        let inserted: Vec<&str> = items.items.iter().map(|it| &*it.insert).collect();
        let shown = found.map_or("nothing".to_owned(), |it| format!("in `{}`: {}", it.folder, inserted.join(" ")));
        expect.assert_eq(&shown);
    }

    #[test]
    fn entries_of_the_folder_that_is_typed() {
        check("#INCLUDE \"$0\"", expect!["in ``: sub/ more.queues"]);
        check("#INCLUDE \"sub/$0", expect!["in `sub/`: sub/ lsb.queues more.queues"]);
        check("#include \"../a/b/mo$0re\"", expect!["in `../a/b/`: sub/ lsb.queues more.queues"]);
        check("#INCLUDE $0", expect![[r#"in ``: "sub/ "more.queues""#]]);
    }

    #[test]
    fn nothing_elsewhere() {
        check("#INCLUDE \"sub/a\" $0", expect!["nothing"]);
        check("# INCLUDE \"$0\"", expect!["nothing"]);
        check("#if time($0", expect!["nothing"]);
    }
}
