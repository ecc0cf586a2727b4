//! The text of the `lsflint.toml` that `lsflint init` writes: what was found in the tree, and the settings that follow.

use lsflint_lint::toml_string as quoted;

/// What `lsflint init` found in a tree.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FoundTree {
    /// Its clusters.
    pub clusters: Vec<FoundCluster>,
    /// The findings as a sentence without full stop: `19 errors in 12 files`.
    pub findings: String,
    /// The directories with backups, relative to the tree: `conf/configdir.old/`.
    pub backups: Vec<String>,
    /// The baseline with the findings, relative to the tree, and whether it exists; `None` without findings.
    pub baseline: Option<(String, bool)>,
}

/// A cluster in the tree.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FoundCluster {
    /// Its name.
    pub name: String,
    /// The directory of its files, as shown.
    pub folder: String,
    /// LSF_VERSION in its lsf.conf.
    pub version: Option<String>,
}

/// The maximum number of clusters that are named.
const NAMED: usize = 10;

/// The text of a new lsflint.toml.
pub fn initial_config(found: &FoundTree) -> String {
    let mut text = String::from(
        "# Settings of lsflint for the LSF configuration below this directory. `lsflint config` lists all settings.\n#\n",
    );
    for it in found.clusters.iter().take(NAMED) {
        let version = it.version.as_deref().map_or_else(String::new, |it| format!(", LSF_VERSION {}", line(it)));
        text.push_str(&format!("# Cluster {} in {}{version}\n", line(&it.name), line(&it.folder)));
    }
    if found.clusters.len() > NAMED {
        text.push_str(&format!("# and {} more clusters\n", found.clusters.len() - NAMED));
    }
    text.push_str(&format!("# {}\n", line(&found.findings)));
    let lacks_version = found.clusters.iter().any(|it| it.version.is_none());
    text.push_str(match lacks_version || found.clusters.is_empty() {
        true => "\n# The LSF version, because an lsf.conf has no LSF_VERSION. Without it: the latest 10.1\n# target = \"10.1.0.14\"\n",
        false => "\n# The LSF version, if it is not LSF_VERSION in lsf.conf\n# target = \"10.1.0.14\"\n",
    });
    if !found.backups.is_empty() {
        text.push_str("\n# Backups, which LSF does not read\nexclude = [\n");
        for it in &found.backups {
            text.push_str(&format!("  {},\n", quoted(it)));
        }
        text.push_str("]\n");
    }
    match &found.baseline {
        Some((path, true)) => {
            text.push_str(&format!("\n# The findings that existed before; only new ones are reported\nbaseline = {}\n", quoted(path)));
        }
        Some((path, false)) => text.push_str(&format!(
            "\n# To report only new findings, run `lsflint check --write-baseline {}`, and remove the `#`\n# baseline = {}\n",
            line(path),
            quoted(path)
        )),
        None => {}
    }
    text.push_str("\n# For CI: warnings fail as well, and suppression comments require a reason\n# profile = \"ci\"\n");
    text
}

/// A text on one line of a comment.
fn line(text: &str) -> String {
    text.chars().map(|it| if it.is_control() { ' ' } else { it }).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::testing::parse_config;

    #[test]
    fn it_has_what_was_found() {
        let cluster = |name: &str, version: Option<&str>| FoundCluster {
            name: name.to_owned(),
            folder: "conf".to_owned(),
            version: version.map(str::to_owned),
        };
        let check = |found: &FoundTree, keys: &[&str], part: &str| {
            let text = initial_config(found);
            let config = parse_config(&text, Path::new("/site"), "lsflint.toml").unwrap_or_else(|it| panic!("{it}"));
            let said: Vec<&str> = config.said.iter().map(|it| it.option.name).collect();
            assert_eq!(said, keys, "{text}");
            assert!(text.contains(part), "{text}");
            assert!(text.lines().count() < 30, "{text}");
        };
        check(&FoundTree { clusters: vec![cluster("a", None)], ..FoundTree::default() }, &[], "has no LSF_VERSION");
        let full = FoundTree {
            clusters: vec![cluster("a\nb", Some("10.1")), cluster("c", Some("9.1.3"))],
            findings: "Found 1 error in 2 files".to_owned(),
            backups: vec!["conf/\"x\".old/".to_owned()],
            baseline: Some(("known.toml".to_owned(), true)),
        };
        check(&full, &["baseline", "exclude"], "# Cluster a b in conf, LSF_VERSION 10.1\n");
        let many = FoundTree { clusters: vec![cluster("a", Some("10.1")); 30], ..FoundTree::default() };
        check(&many, &[], "# and 20 more clusters\n");
    }
}
