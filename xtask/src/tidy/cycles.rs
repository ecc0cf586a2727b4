//! Import cycles between the files of a crate.

use std::collections::{BTreeMap, BTreeSet};

use super::{Report, Repository, SourceFile};

/// The crates whose files must not import each other in a cycle.
const ACYCLIC: [&str; 3] = ["lint", "rules", "project"];

/// The files of a crate have no import cycle.
pub(super) fn import_cycles(repository: &Repository, report: &mut Report) {
    for krate in ACYCLIC {
        let folder = format!("crates/{krate}/src/");
        let graph = Graph::of(repository, &folder);
        for cycle in graph.cycles() {
            let paths: Vec<&str> = cycle.iter().map(|it| graph.files[*it].path.as_str()).collect();
            report.error(paths[0], None, format!("import cycle of {} files: {}", paths.len(), paths.join(", ")));
        }
    }
}

/// The files of a crate and their imports. A `pub use` is not an import: a file that uses the name imports the file
/// that defines it.
struct Graph<'r> {
    files: Vec<&'r SourceFile>,
    /// The modules, by path: `["select"]`; the crate is the empty one.
    modules: BTreeMap<Vec<String>, usize>,
    /// For each file the names it re-exports, and where they come from.
    exports: Vec<BTreeMap<String, Vec<String>>>,
    edges: Vec<BTreeSet<usize>>,
}

impl<'r> Graph<'r> {
    fn of(repository: &'r Repository, folder: &'r str) -> Graph<'r> {
        let files: Vec<&SourceFile> = repository.below(folder, ".rs").filter(|it| !it.is_test()).collect();
        let modules = files.iter().enumerate().map(|(index, it)| (module(&it.path[folder.len()..]), index)).collect();
        let mut graph = Graph { exports: Vec::new(), edges: Vec::new(), files, modules };
        let mut imports = Vec::new();
        for file in &graph.files {
            let own = module(&file.path[folder.len()..]);
            let mut exported = BTreeMap::new();
            let mut imported = Vec::new();
            for (is_public, path) in paths(file) {
                let Some(path) = absolute(&own, &path) else { continue };
                match (is_public, path.last()) {
                    (true, Some(name)) => {
                        exported.insert(name.clone(), path);
                    }
                    _ => imported.push(path),
                }
            }
            graph.exports.push(exported);
            imports.push(imported);
        }
        graph.edges = imports
            .iter()
            .enumerate()
            .map(|(from, paths)| paths.iter().filter_map(|it| graph.file(it, 0)).filter(|to| *to != from).collect())
            .collect();
        graph
    }

    /// The file that defines what a path names.
    fn file(&self, path: &[String], depth: usize) -> Option<usize> {
        let length = (0..=path.len()).rev().find(|it| self.modules.contains_key(&path[..*it]))?;
        let file = self.modules[&path[..length]];
        match path.get(length).and_then(|it| self.exports[file].get(it)) {
            Some(target) if depth < 8 => self.file(target, depth + 1),
            _ => Some(file),
        }
    }

    /// The groups of files that reach each other.
    fn cycles(&self) -> Vec<Vec<usize>> {
        let reach: Vec<BTreeSet<usize>> = (0..self.files.len()).map(|it| self.reachable(it)).collect();
        let mut cycles = Vec::new();
        let mut seen = BTreeSet::new();
        for file in 0..self.files.len() {
            if reach[file].contains(&file) && !seen.contains(&file) {
                let cycle: Vec<usize> = reach[file].iter().copied().filter(|it| reach[*it].contains(&file)).collect();
                seen.extend(cycle.iter().copied());
                cycles.push(cycle);
            }
        }
        cycles
    }

    fn reachable(&self, from: usize) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut open = vec![from];
        while let Some(file) = open.pop() {
            open.extend(self.edges[file].iter().copied().filter(|it| found.insert(*it)));
        }
        found
    }
}

/// The path of the module that a file holds, from its path below `src/`.
fn module(path: &str) -> Vec<String> {
    let path = path.trim_end_matches(".rs").trim_end_matches("/mod");
    path.split('/').filter(|it| !matches!(*it, "lib" | "main" | "mod")).map(str::to_owned).collect()
}

/// The paths below the crate that a file names outside of its tests, and whether they are re-exported.
fn paths(file: &SourceFile) -> Vec<(bool, Vec<String>)> {
    let lines = file.production_lines().map(|it| it.1.split("//").next().unwrap_or_default());
    let code: String = lines.flat_map(|it| [it, " "]).collect();
    let mut found = Vec::new();
    for root in ["crate::", "super::", "self::"] {
        for (at, _) in code.match_indices(root) {
            if code[..at].ends_with(|it: char| it.is_alphanumeric() || it == '_' || it == ':') {
                continue;
            }
            let before = code[..at].trim_end();
            // `pub use` and `pub(crate) use`.
            let is_public = before.strip_suffix("use").is_some_and(|it| it.trim_end().ends_with(['b', ')']));
            let length = code[at..].find([';', '(']).unwrap_or(code.len() - at);
            let text = &code[at..at + length];
            expand(text, &mut Vec::new(), &mut |path| found.push((is_public, path)));
        }
    }
    found
}

/// The paths of a `use` tree, or the one path at the beginning of other code.
fn expand(text: &str, prefix: &mut Vec<String>, add: &mut impl FnMut(Vec<String>)) {
    let depth = prefix.len();
    let mut rest = text.trim_start();
    loop {
        if let Some(inner) = rest.strip_prefix('{') {
            for part in parts(inner) {
                expand(part, prefix, add);
            }
            break;
        }
        let end = rest.find(|it: char| !(it.is_alphanumeric() || it == '_')).unwrap_or(rest.len());
        if end == 0 {
            if prefix.len() > depth {
                add(prefix.clone());
            }
            break;
        }
        prefix.push(rest[..end].to_owned());
        match rest[end..].strip_prefix("::") {
            Some(behind) => rest = behind.trim_start(),
            None => {
                add(prefix.clone());
                break;
            }
        }
    }
    prefix.truncate(depth);
}

/// The parts of a list in braces, up to the brace that closes it.
fn parts(inner: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    for (at, letter) in inner.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => {
                found.push(&inner[start..at]);
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                found.push(&inner[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found
}

/// A path from the crate. `self` at the end names the module before it.
fn absolute(own: &[String], path: &[String]) -> Option<Vec<String>> {
    let mut found = match path.first()?.as_str() {
        "crate" => Vec::new(),
        _ => own.to_vec(),
    };
    for word in path {
        match word.as_str() {
            "crate" | "self" => {}
            "super" => {
                found.pop();
            }
            _ => found.push(word.clone()),
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::super::assert_problems;
    use super::*;

    #[test]
    fn files_that_import_each_other() {
        assert_problems(
            import_cycles,
            &[
                ("crates/lint/src/lib.rs", "mod a;\nmod b;\npub use a::A;\n"),
                ("crates/lint/src/a.rs", "use crate::{b::{B, self}, c};\n"),
                ("crates/lint/src/b.rs", "fn b() -> crate::a::A {}\n"),
            ],
            &["crates/lint/src/a.rs: error: import cycle of 2 files: crates/lint/src/a.rs, crates/lint/src/b.rs"],
        );
    }

    #[test]
    fn names_lead_to_the_file_that_defines_them() {
        let leaf = ("crates/lint/src/leaf.rs", "pub struct Leaf;\n");
        let facade =
            ("crates/lint/src/lib.rs", "mod leaf;\nmod user;\npub use self::leaf::Leaf;\npub use self::user::User;\n");
        let user =
            ("crates/lint/src/user.rs", "use crate::Leaf;\n#[cfg(test)]\nmod tests {\n    use crate::User;\n}\n");
        assert_problems(import_cycles, &[leaf, facade, user], &[]);
        let back = ("crates/lint/src/leaf.rs", "use crate::User;\n");
        assert_problems(import_cycles, &[back, facade, user], &["import cycle of 2 files"]);
    }

    #[test]
    fn a_module_and_its_child() {
        let parent = ("crates/lint/src/walk.rs", "mod kept;\nuse self::kept::Memo;\n");
        let child = ("crates/lint/src/walk/kept.rs", "use super::Walker;\n");
        assert_problems(import_cycles, &[parent, child], &["walk.rs, crates/lint/src/walk/kept.rs"]);
        assert_problems(import_cycles, &[parent, ("crates/lint/src/walk/kept.rs", "use super::kept::Memo;\n")], &[]);
    }
}
