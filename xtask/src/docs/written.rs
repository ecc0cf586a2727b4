//! Copies the written pages of `docs/` to the site.
//!
//! The pages link to files outside of `docs/`, which are not on the site. If such a link is alone on its line, the file
//! replaces it (Markdown as text, other files as a block of code). Other links are replaced by the name of the file.

use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, bail};
use walkdir::WalkDir;

use super::Site;

/// Copies pages, styles, scripts, schemas and images.
pub(super) fn copy(root: &Path, site: &mut Site) -> anyhow::Result<()> {
    let docs = root.join("docs");
    // The sources of the playground are not pages; what is built from them is copied by another module.
    let playground = docs.join("playground");
    for entry in WalkDir::new(&docs).sort_by_file_name().into_iter().filter_entry(|it| it.path() != playground) {
        let entry = entry.context("cannot list docs")?;
        let path = entry.path();
        let name = slashes(path.strip_prefix(&docs).expect("walked from there"));
        match path.extension().and_then(|it| it.to_str()) {
            Some("md") => {
                let text = fs::read_to_string(path).with_context(|| format!("cannot read docs/{name}"))?;
                let page = Page { root, name: &name };
                site.page(&name, &page.rendered(&text).with_context(|| format!("in docs/{name}"))?)?;
            }
            Some("css" | "js" | "json" | "svg") => site.page(&name, &fs::read_to_string(path)?)?,
            _ => {}
        }
    }
    Ok(())
}

struct Page<'a> {
    root: &'a Path,
    /// Its path below `docs`.
    name: &'a str,
}

impl Page<'_> {
    fn rendered(&self, text: &str) -> anyhow::Result<String> {
        let mut out = String::new();
        let mut in_code = false;
        for line in text.lines() {
            if line.trim_start().starts_with("```") {
                in_code = !in_code;
            }
            match self.alone(line).filter(|_| !in_code) {
                Some(path) => out.push_str(&self.included(&path)?),
                None if in_code => out.push_str(line),
                None => out.push_str(&self.with_names(line)?),
            }
            out.push('\n');
        }
        Ok(out)
    }

    /// The file outside of the documentation, if the line contains only a link to it.
    fn alone(&self, line: &str) -> Option<String> {
        let (label, target) = line.strip_prefix('[')?.strip_suffix(')')?.split_once("](")?;
        (!label.contains(']') && !target.contains(')')).then(|| self.outside(target)).flatten()
    }

    /// The path in the repository, unless the target is a page of the site.
    fn outside(&self, target: &str) -> Option<String> {
        let is_path = !target.starts_with('#') && !target.contains("://") && !target.starts_with("mailto:");
        let path = resolve(&format!("docs/{}", self.name), target);
        (is_path && path != "docs" && !path.starts_with("docs/")).then_some(path)
    }

    fn included(&self, path: &str) -> anyhow::Result<String> {
        let text = fs::read_to_string(self.root.join(path)).with_context(|| format!("cannot read {path}"))?;
        let text = text.trim_end();
        // A script may have no extension.
        let script = if text.starts_with("#!") { "sh" } else { "" };
        let ending = Path::new(path).extension().and_then(|it| it.to_str()).unwrap_or(script);
        let language = match ending {
            "md" => return self.as_text(path, text),
            "yml" | "yaml" => "yaml",
            "toml" => "toml",
            "json" => "json",
            "sh" => "bash",
            "lua" => "lua",
            _ => "text",
        };
        Ok(format!("```{language} title=\"{path}\"\n{text}\n```"))
    }

    /// A Markdown file of the repository as part of a page: without its title, with names instead of links.
    fn as_text(&self, path: &str, text: &str) -> anyhow::Result<String> {
        let text = match text.strip_prefix("# ") {
            Some(rest) => rest.split_once('\n').map_or("", |it| it.1).trim_start(),
            None => text,
        };
        let name = format!("../{path}");
        Page { root: self.root, name: &name }.rendered(text)
    }

    /// The line with names instead of links to files outside of the documentation.
    fn with_names(&self, line: &str) -> anyhow::Result<String> {
        let mut out = String::new();
        let mut rest = line;
        while let Some(middle) = rest.find("](") {
            let open = rest[..middle].rfind('[');
            let close = rest[middle..].find(')').map(|it| middle + it);
            let (Some(open), Some(close)) = (open, close) else { break };
            let (label, target) = (&rest[open + 1..middle], &rest[middle + 2..close]);
            match self.outside(target) {
                Some(path) => {
                    if !self.root.join(&path).exists() {
                        bail!("the link `{label}` leads to {path}, which does not exist");
                    }
                    out.push_str(&rest[..open]);
                    match path.ends_with(label.trim_matches('`')) {
                        true => out.push_str(&format!("`{path}`")),
                        false => out.push_str(&format!("{label} (`{path}`)")),
                    }
                }
                None => out.push_str(&rest[..=close]),
            }
            rest = &rest[close + 1..];
        }
        out.push_str(rest);
        Ok(out)
    }
}

/// The target of a link in a file, relative to the root of the repository.
fn resolve(file: &str, target: &str) -> String {
    let target = target.split('#').next().unwrap_or_default();
    let mut path = PathBuf::new();
    for part in Path::new(file).parent().unwrap_or(Path::new("")).join(target).components() {
        match part {
            Component::Normal(name) => path.push(name),
            Component::ParentDir => {
                path.pop();
            }
            _ => {}
        }
    }
    slashes(&path)
}

fn slashes(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rendered(text: &str) -> anyhow::Result<String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the repository");
        Page { root, name: "guides/x.md" }.rendered(text)
    }

    #[test]
    fn links_out_of_the_documentation_become_names() {
        let text =
            "[a](b.md#c) [the editors](../../editors/README.md), [`Cargo.toml`](../../Cargo.toml) <http://a.b>\n";
        let expected = "[a](b.md#c) the editors (`editors/README.md`), `Cargo.toml` <http://a.b>\n";
        assert_eq!(rendered(text).expect("the files are there"), expected);
        rendered("see [this](../../no/such/file)\n").expect_err("there is no such file");
    }

    #[test]
    fn a_link_alone_becomes_the_file() {
        let text = rendered("a\n\n[the style](../../rustfmt.toml)\n").expect("the file is there");
        assert_eq!(text, "a\n\n```toml title=\"rustfmt.toml\"\nmax_width = 120\nuse_small_heuristics = \"Max\"\n```\n");
        let text = rendered("[Editors](../../editors/README.md)\n").expect("the file is there");
        assert!(text.starts_with("`lsflint server` uses"), "{}", &text[..80]);
        assert!(text.contains("an extension (`editors/vscode`)"), "{text}");
    }
}
