//! `cargo xtask docs`: generates the Markdown sources of the documentation site.
//!
//! Copies the pages of `docs/` and includes the files of the repository that they show. Generates the reference from
//! the code: pages of rules and of files of LSF, requirement strings, built-in resources, the command line.
//! `docs/ci.sh` builds the site from the result.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;

mod commands;
mod files;
mod markdown;
mod options;
mod playground;
mod rules;
mod settings;
mod words;
mod written;

/// Writes the sources of the site into a folder. Deletes earlier output first, so that pages of removed rules
/// disappear. With the folder of the built playground, the site contains it, and examples of rules have links to it.
#[allow(clippy::print_stdout, reason = "the answer of a command-line task")]
pub(crate) fn run(root: &Path, folder: &Path, playground: Option<&Path>) -> anyhow::Result<ExitCode> {
    let pages = folder.join("pages");
    if pages.is_dir() {
        fs::remove_dir_all(&pages).with_context(|| format!("cannot empty {}", pages.display()))?;
    }
    let mut site = Site { pages, count: 0, navigation: BTreeMap::new(), has_playground: playground.is_some() };
    if let Some(built) = playground {
        playground::copy(built, &site.pages)?;
        site.entry("playground", 0, "Playground", "playground/index.html");
    }
    written::copy(root, &mut site)?;
    let rules = rules::write(&mut site)?;
    let parameters = files::write(&mut site)?;
    words::write(&mut site)?;
    options::write(&mut site)?;
    settings::write(&mut site)?;
    commands::write(root, &mut site)?;
    fs::write(folder.join("mkdocs.yml"), site.settings(&fs::read_to_string(root.join("docs/mkdocs.yml"))?))?;
    println!(
        "{rules} rules and {parameters} parameters are described; {} pages are in {}",
        site.count,
        site.pages.display()
    );
    Ok(ExitCode::SUCCESS)
}

/// The pages that are being written.
struct Site {
    pages: PathBuf,
    count: usize,
    /// Lists of pages for the navigation, by name: depth, title, page.
    navigation: BTreeMap<&'static str, Vec<(usize, String, String)>>,
    /// Whether the site contains the playground.
    has_playground: bool,
}

impl Site {
    /// Adds a page to a list of the navigation. Without a page, adds the title of the following deeper pages.
    fn entry(&mut self, list: &'static str, depth: usize, title: &str, page: &str) {
        self.navigation.entry(list).or_default().push((depth, title.to_owned(), page.to_owned()));
    }

    /// The settings of the site. Lists replace `# list: NAME`, with its indentation; the folder has the name of the
    /// version.
    fn settings(&self, template: &str) -> String {
        let mut out = String::new();
        for line in template.lines() {
            let list = line.trim_start().strip_prefix("# list: ").and_then(|it| self.navigation.get(it));
            let indent = line.len() - line.trim_start().len();
            for (depth, title, page) in list.into_iter().flatten() {
                let indent = " ".repeat(indent + 4 * depth);
                let title = if title.is_empty() { String::new() } else { format!("\"{title}\": ") };
                out.extend([&indent, "- ", &title, page].map(|it| it as &str));
                out.push('\n');
            }
            if list.is_none() {
                out.extend([line, "\n"]);
            }
        }
        out.replacen("site_dir: site/VERSION", concat!("site_dir: site/", env!("CARGO_PKG_VERSION")), 1)
    }

    /// Writes a page; `name` is its path below the folder of pages.
    fn page(&mut self, name: &str, text: &str) -> anyhow::Result<()> {
        let path = self.pages.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        if name.ends_with(".md") {
            self.count += 1;
            markdown::check_addresses(text).with_context(|| format!("in the page {name}"))?;
        }
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
    }
}
