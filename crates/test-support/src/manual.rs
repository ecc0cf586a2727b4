//! The examples of the manuals in `testdata/manual`, each with the files of a small cluster that has what it names.
//!
//! `testdata/manual/README.md` says what the files hold.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use toml::{Table, Value};

/// Examples other than files of a cluster: a requirement string, a command line or job script, a line of an elim.
const NO_FILE: [&str; 3] = ["resreq", "bsub", "elim"];

/// Files of LSF that lsflint does not read.
pub const NOT_READ: [&str; 2] = ["lsb.nqsmaps", "resource connector"];

/// One example, in a cluster that has what it names.
pub struct Example {
    /// The file of `testdata/manual`, and the number of the entry.
    pub place: String,
    /// The address of the page, or manual and page.
    pub source: String,
    /// The kind of file, or `resreq`, `bsub`, `elim`.
    pub file: String,
    /// The section around the lines, if the page leaves it out: `Queue`.
    section: String,
    /// The lines.
    pub text: String,
    needs: Needs,
    /// The version of LSF, if the page is about an older one.
    pub target: Option<String>,
    /// Codes of findings that are right.
    pub expect: BTreeSet<String>,
}

/// What a cluster has to have.
#[derive(Default)]
struct Needs {
    /// Names by their kind, for example `hosts`.
    names: BTreeMap<String, Vec<String>>,
    /// Lines that belong to the same section.
    with: String,
    /// Other files or sections of the same file.
    lines: Vec<(String, String)>,
}

/// All examples, in the order of the files.
pub fn examples() -> Vec<Example> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(crate::repository().join("testdata/manual"))
        .expect("the folder can be listed")
        .map(|it| it.expect("an entry").path())
        .filter(|it| it.extension().is_some_and(|it| it == "toml"))
        .collect();
    paths.sort();
    let mut found = Vec::new();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("the file can be read");
        let table: Table = text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
        let entries = table["example"].as_array().expect("a list of examples");
        for (index, entry) in entries.iter().enumerate() {
            let place = format!("{name} {}", index + 1);
            found.extend(read(&place, entry.as_table().expect("an example is a table")));
        }
    }
    found
}

/// The examples of an entry: its text, or each of its texts.
fn read(place: &str, entry: &Table) -> Vec<Example> {
    const KEYS: [&str; 9] = ["source", "file", "section", "text", "each", "needs", "target", "expect", "reason"];
    let string =
        |key: &str| entry.get(key).map(|it| it.as_str().unwrap_or_else(|| panic!("{place}: {key}")).to_owned());
    let strings = |key: &str| -> Vec<String> {
        let list = entry.get(key).map(|it| it.as_array().unwrap_or_else(|| panic!("{place}: {key} is a list")));
        list.into_iter().flatten().map(|it| it.as_str().expect("a string").to_owned()).collect()
    };
    let unknown = entry.keys().find(|it| !KEYS.contains(&it.as_str()));
    assert!(unknown.is_none(), "{place}: {unknown:?} is not a key");
    let source = string("source").unwrap_or_else(|| panic!("{place} has no source"));
    let file = string("file").unwrap_or_else(|| panic!("{place} has no file"));
    let expect: BTreeSet<String> = strings("expect").into_iter().collect();
    assert_eq!(expect.is_empty(), string("reason").is_none(), "{place}: findings are expected for a reason");
    let mut texts = strings("each");
    texts.extend(string("text"));
    assert!(!texts.is_empty(), "{place} has no text");
    let target = string("target");
    let example = |text: String| Example {
        place: place.to_owned(),
        source: source.clone(),
        file: file.clone(),
        section: string("section").unwrap_or_default(),
        text,
        needs: Needs::read(place, entry.get("needs")),
        target: target.clone(),
        expect: expect.clone(),
    };
    texts.into_iter().map(example).collect()
}

impl Needs {
    fn read(place: &str, value: Option<&Value>) -> Needs {
        const NAMES: [&str; 10] = [
            "cluster",
            "clusters",
            "models",
            "types",
            "hosts",
            "host-groups",
            "user-groups",
            "queues",
            "applications",
            "resources",
        ];
        let mut needs = Needs::default();
        let Some(value) = value else { return needs };
        for (key, value) in value.as_table().unwrap_or_else(|| panic!("{place}: needs is a table")) {
            let value = value.as_str().unwrap_or_else(|| panic!("{place}: {key} is a string"));
            if NAMES.contains(&key.as_str()) {
                needs.names.insert(key.clone(), value.split_whitespace().map(str::to_owned).collect());
            } else if key == "with" {
                needs.with = format!("\n{}", value.trim_end());
            } else {
                needs.lines.push((key.clone(), value.to_owned()));
            }
        }
        needs
    }

    /// The name of the cluster itself.
    fn cluster(&self) -> &str {
        self.names("cluster").next().unwrap_or("c1")
    }

    fn names(&self, kind: &str) -> impl Iterator<Item = &str> {
        self.names.get(kind).into_iter().flatten().map(String::as_str)
    }

    /// The sections of the cluster that defines the names: file, section, lines.
    fn sections(&self) -> Vec<(&'static str, &'static str, String)> {
        let rows = |kind: &str, row: &dyn Fn(&str) -> String| -> String { self.names(kind).map(row).collect() };
        let mut sections = vec![
            (
                "lsf.shared",
                "Cluster",
                format!(
                    "ClusterName Servers\n{} mgmt1\n{}",
                    self.cluster(),
                    rows("clusters", &|it| format!("{it} away\n"))
                ),
            ),
            ("lsf.shared", "HostType", format!("TYPENAME\nX86_64\n{}", rows("types", &|it| format!("{it}\n")))),
            (
                "lsf.shared",
                "HostModel",
                format!(
                    "MODELNAME CPUFACTOR ARCHITECTURE\nXeon 60.0 ()\n{}",
                    rows("models", &|it| format!("{it} 50.0 ()\n"))
                ),
            ),
        ];
        let mut resources = "mg Boolean () () (management host)\n".to_owned();
        let mut map = String::new();
        for it in self.names("resources").filter(|it| *it != "mg") {
            let (name, kind) = it.split_once(':').unwrap_or((it, "boolean"));
            let columns = match kind {
                "boolean" => "Boolean () ()",
                "string" => "String () ()",
                "numeric" => "Numeric () N",
                "dynamic" | "host" => "Numeric 60 N",
                "increasing" => "Numeric 60 Y",
                other => panic!("`{other}` is not a kind of resource"),
            };
            resources.push_str(&format!("{name} {columns} (resource)\n"));
            match kind {
                "numeric" => map.push_str(&format!("{name} (10@[all])\n")),
                "dynamic" => map.push_str(&format!("{name} [all]\n")),
                "host" | "increasing" => map.push_str(&format!("{name} [default]\n")),
                _ => {}
            }
        }
        let header = "RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\n";
        sections.push(("lsf.shared", "Resource", format!("{header}{resources}")));
        let mut hosts: Vec<&str> = vec!["mgmt1"];
        hosts.extend(self.names("hosts"));
        let booleans: Vec<&str> = self.names("resources").filter(|it| !it.contains(':')).collect();
        let strings = self.names("resources").filter_map(|it| it.strip_suffix(":string"));
        let attributes = booleans.iter().map(|it| (*it).to_owned()).chain(strings.map(|it| format!("{it}=a")));
        let attributes = attributes.collect::<Vec<_>>().join(" ");
        let row = |it: &&str| format!("{it} ! ! 1 ({attributes})\n");
        let header = "HOSTNAME model type server RESOURCES\n";
        sections.push(("lsf.cluster", "Host", format!("{header}{}", hosts.iter().map(row).collect::<String>())));
        if !map.is_empty() {
            sections.push(("lsf.cluster", "ResourceMap", format!("RESOURCENAME LOCATION\n{map}")));
        }
        sections.push(("lsb.hosts", "Host", "HOST_NAME MXJ\ndefault !\n".to_owned()));
        if self.names("host-groups").next().is_some() {
            let lines = rows("host-groups", &|it| group(it, "mgmt1"));
            sections.push(("lsb.hosts", "HostGroup", format!("GROUP_NAME GROUP_MEMBER\n{lines}")));
        }
        if self.names("user-groups").next().is_some() {
            let lines = rows("user-groups", &|it| group(it, "somebody"));
            sections.push(("lsb.users", "UserGroup", format!("GROUP_NAME GROUP_MEMBER\n{lines}")));
        }
        sections.extend(self.names("queues").map(|it| ("lsb.queues", "Queue", format!("QUEUE_NAME = {it}\n"))));
        sections
            .extend(self.names("applications").map(|it| ("lsb.applications", "Application", format!("NAME = {it}\n"))));
        sections
    }
}

impl Example {
    /// The files of the cluster; the one with the example is the first. A section that the example has itself, under
    /// the same name, is left out of what is made for it, unless there may be several.
    pub fn files(&self) -> Vec<(String, String)> {
        let full = |file: &str| match file {
            "lsf.cluster" | "lsf.datamanager" => format!("{file}.{}", self.needs.cluster()),
            other => other.to_owned(),
        };
        let name = &*full(&self.file);
        let mut files: Vec<(String, String)> = Vec::new();
        let mut add = |file: &str, text: &str| match files.iter_mut().find(|it| it.0 == file) {
            Some(found) => found.1.push_str(text),
            None => files.push((file.to_owned(), text.to_owned())),
        };
        if !NO_FILE.contains(&&*self.file) {
            add(name, &self.whole());
        }
        for (file, text) in &self.needs.lines {
            add(&full(file), &format!("{}\n", text.trim_end()));
        }
        let written: Vec<(String, String)> = files.clone();
        let has = |file: &str, section: &str| {
            let begins = |line: &str| {
                let mut words = line.split_whitespace();
                words.next().is_some_and(|it| it.eq_ignore_ascii_case("begin"))
                    && words.next().is_some_and(|it| it.eq_ignore_ascii_case(section))
            };
            written.iter().any(|it| it.0 == file && it.1.lines().any(begins))
        };
        // What is made is before what is written: hosts are before what is mapped to them.
        for (file, section, lines) in self.needs.sections().into_iter().rev() {
            let file = full(file);
            if !matches!(section, "Queue" | "Application") && has(&file, section) {
                continue;
            }
            let text = format!("Begin {section}\n{lines}End {section}\n");
            match files.iter_mut().find(|it| it.0 == file) {
                Some(found) => found.1.insert_str(0, &text),
                None => files.push((file, text)),
            }
        }
        files
    }

    /// The text, in its section.
    fn whole(&self) -> String {
        let text = format!("{}{}", self.text.trim_end(), self.needs.with);
        let name = match &*self.section {
            "" => return format!("{text}\n"),
            "Queue" if !has_line(&text, "QUEUE_NAME") => "QUEUE_NAME = example\n",
            "Application" if !has_line(&text, "NAME") => "NAME = example\n",
            "Limit" if !has_line(&text, "NAME") => "NAME = example\n",
            _ => "",
        };
        format!("Begin {0}\n{name}{text}\nEnd {0}\n", self.section)
    }
}

/// A row of a group: `name`, or `name=member,member`.
fn group(text: &str, member: &str) -> String {
    let (name, members) = text.split_once('=').unwrap_or((text, member));
    format!("{name} ({})\n", members.replace(',', " "))
}

fn has_line(text: &str, key: &str) -> bool {
    text.lines().any(|it| it.split('=').next().is_some_and(|it| it.trim().eq_ignore_ascii_case(key)))
}
