//! The table of all keys of `lsflint.toml`.
//!
//! It drives everything that knows the keys: the reader, the JSON Schema, `lsflint config` and the reference. A new key is one more
//! row here.

use super::Grouping;
use super::option::{ConfigOption, Joining, Scope, Shape};

/// The values of `severity`.
const SEVERITY: Shape = Shape::OneOf(&["error", "warning", "info", "hint"]);
const CODES: Shape = Shape::List("codes");

/// Every key: what a file is, what is checked, what is known, how it is formatted.
pub fn config_options() -> &'static [ConfigOption] {
    &OPTIONS
}

/// The option of a name.
pub fn find_config_option(name: &str) -> Option<&'static ConfigOption> {
    OPTIONS.iter().find(|it| it.name == name)
}

/// The keys that may stand below one; the ones on top for an empty name.
pub(super) fn keys_below(name: &str) -> Vec<&'static str> {
    let keys = OPTIONS.iter().filter_map(|it| match name {
        "" => Some(it.name).filter(|it| !it.contains('.')),
        _ => it.name.strip_prefix(name)?.strip_prefix('.'),
    });
    keys.collect()
}

/// What most options have in common.
const PLAIN: ConfigOption = ConfigOption {
    name: "",
    shape: CODES,
    default: "[]",
    scope: Scope::File,
    joining: Joining::Replaces,
    doc: "",
    example: "",
    read: |_, _, _| {},
};

static OPTIONS: [ConfigOption; 26] = [
    ConfigOption {
        name: "extend",
        shape: Shape::TextOrList("files"),
        scope: Scope::Itself,
        joining: Joining::Adds,
        doc: "Other files of this form that this one builds on. They are read first, in their order, and what this file says goes on \
              top; each key says what that means for it. Paths count from the folder of this file. Patterns in an extended file count \
              from the folder of that one.",
        example: "extend = \"../site.toml\"",
        ..PLAIN
    },
    ConfigOption {
        name: "required-version",
        shape: Shape::Text("versions of lsflint"),
        default: "",
        scope: Scope::Itself,
        doc: "The versions of lsflint that the file is for. Any other says so and stops, instead of complaining about keys and rules \
              that it does not know. Conditions begin with `>=`, `>`, `<=`, `<` or `==` and are separated by commas.",
        example: "required-version = \">=0.1\"",
        ..PLAIN
    },
    ConfigOption {
        name: "profile",
        shape: Shape::OneOf(&["default", "ci", "pedantic", "portable", "migration"]),
        default: "\"default\"",
        doc: "What checking is for: a preset of rules, severities and fail level. Everything else goes on top of it. `default`: what \
              LSF would ignore, reject or misread. `ci`: the same as a gate: warnings fail, and suppression comments need a reason. \
              `pedantic`: matters of style and clarity, too. `portable`: the target is 9.1.3..10.1 unless `target` names another. \
              `migration`: everything that changes between versions is a warning. `--profile` wins over it.",
        example: "profile = \"ci\"",
        read: |reader, value, config| config.profile = reader.parsed(value),
        ..PLAIN
    },
    ConfigOption {
        name: "target",
        shape: Shape::Text("version of LSF, range of versions, or dialect"),
        default: "",
        scope: Scope::Cluster,
        doc: "The version the configuration is for. A range means that it must be right for every version in it; a dialect is \
              openlava-4 or volclava-2. Without it LSF_VERSION of lsf.conf counts, else the newest 10.1. `--target` wins over it.",
        example: "target = \"10.1.0.14\"      # or \"10.1\", \"9.1.3..10.1\", \"openlava-4\"",
        read: |reader, value, config| config.target = reader.parsed(value),
        ..PLAIN
    },
    ConfigOption {
        name: "clusters",
        shape: Shape::ListOfTables("files"),
        doc: "Files that LSF reads together, where the folders do not say so. Without it a folder with lsf.conf, lsf.shared or \
              lsf.cluster.NAME and the lsb.* files below it are a cluster.",
        example: "[[clusters]]\nname = \"north\"\nfiles = [\"north/**\", \"common/lsf.shared\"]",
        // Once for each table of the list, before its keys.
        read: |reader, _, config| config.clusters.push(Grouping { root: reader.root.clone(), ..Grouping::default() }),
        ..PLAIN
    },
    ConfigOption {
        name: "clusters.name",
        shape: Shape::Text("name"),
        default: "\"\"",
        doc: "The name of the cluster.",
        example: "[[clusters]]\nname = \"north\"\nfiles = [\"north/**\"]",
        read: |reader, value, config| {
            if let Some(cluster) = config.clusters.last_mut() {
                cluster.name = reader.string(value).unwrap_or_default().to_owned();
            }
        },
        ..PLAIN
    },
    ConfigOption {
        name: "clusters.files",
        shape: Shape::List("patterns"),
        doc: "The files of the cluster. A file may be in several.",
        example: "[[clusters]]\nname = \"north\"\nfiles = [\"north/**\", \"common/lsf.shared\"]",
        read: |reader, value, config| {
            if let Some(cluster) = config.clusters.last_mut() {
                cluster.files = reader.patterns(value);
            }
        },
        ..PLAIN
    },
    ConfigOption {
        name: "select",
        shape: CODES,
        doc: "Only these rules, instead of the default set: codes, beginnings of codes, names, or ALL. What the profile adds and \
              `extend-select` runs besides. Where `ignore` names the same rule, the more specific entry wins. `--select` wins over it.",
        example: "select = [\"F\", \"P\", \"X1\"]",
        read: |reader, value, config| config.select = reader.selection(value),
        ..PLAIN
    },
    ConfigOption {
        name: "extend-select",
        shape: CODES,
        joining: Joining::Adds,
        doc: "These rules besides the selected ones or the default set: for rules that are off by default.",
        example: "extend-select = [\"W1\", \"temporary-path\"]",
        read: |reader, value, config| config.extend_select = config.extend_select.and(&reader.selection(value)),
        ..PLAIN
    },
    ConfigOption {
        name: "ignore",
        shape: CODES,
        doc: "Rules that do not run: codes, beginnings of codes, or names. `--ignore` adds to it.",
        example: "ignore = [\"R6\", \"window-overlap\"]",
        read: |reader, value, config| config.ignore = reader.selection(value),
        ..PLAIN
    },
    ConfigOption {
        name: "extend-ignore",
        shape: CODES,
        joining: Joining::Adds,
        doc: "More rules that do not run, besides `ignore` of this file or of one it extends.",
        example: "extend-ignore = [\"M004\"]",
        read: |reader, value, config| config.added.ignore = config.added.ignore.and(&reader.selection(value)),
        ..PLAIN
    },
    ConfigOption {
        name: "severity",
        shape: Shape::TableOf("codes or names of rules", &SEVERITY),
        default: "{}",
        joining: Joining::EntryByEntry,
        doc: "The severity of everything that a rule finds. To switch a rule off, put it into `ignore`.",
        example: "[severity]\nX201 = \"error\"\nduplicate-parameter = \"info\"",
        read: |reader, value, config| reader.severities(value, config),
        ..PLAIN
    },
    ConfigOption {
        name: "fail-on",
        shape: Shape::OneOf(&["error", "warning", "info", "never"]),
        default: "\"error\"",
        doc: "The mildest finding that makes the exit code 1. The default is that of the profile: `warning` in `ci`, else `error`. \
              `--fail-on` wins over it.",
        example: "fail-on = \"warning\"",
        read: |reader, value, config| config.fail_on = reader.fail_on(value),
        ..PLAIN
    },
    ConfigOption {
        name: "per-file-ignores",
        shape: Shape::TableOf("patterns", &CODES),
        default: "{}",
        doc: "Rules that say nothing about some files. A pattern without a slash names files and folders anywhere, one with a slash \
              counts from the folder of lsflint.toml, and a folder means everything in it.",
        example: "[per-file-ignores]\n\"legacy/\" = [\"P\", \"V\"]\n\"lsb.users\" = [\"X201\"]",
        read: |reader, value, config| config.per_file_ignores = reader.per_file_ignores(value),
        ..PLAIN
    },
    ConfigOption {
        name: "extend-per-file-ignores",
        shape: Shape::TableOf("patterns", &CODES),
        default: "{}",
        joining: Joining::Adds,
        doc: "More of them, besides `per-file-ignores` of this file or of one it extends.",
        example: "[extend-per-file-ignores]\n\"lsb.hosts\" = [\"X103\"]",
        read: |reader, value, config| config.added.per_file_ignores.extend(reader.per_file_ignores(value)),
        ..PLAIN
    },
    ConfigOption {
        name: "exclude",
        shape: Shape::List("patterns"),
        doc: "Files that are neither reported on nor formatted. They are still read, because others may rest on them, and a file that \
              is named on the command line is reported on in spite of it. What is inside an excluded folder stays excluded, whatever \
              an lsflint.toml in there says.",
        example: "exclude = [\"archive/\", \"*.tmpl\", \"conf/old\"]",
        read: |reader, value, config| config.exclude = reader.patterns(value),
        ..PLAIN
    },
    ConfigOption {
        name: "extend-exclude",
        shape: Shape::List("patterns"),
        joining: Joining::Adds,
        doc: "More files to exclude, besides `exclude` of this file or of one it extends.",
        example: "extend-exclude = [\"draft/\"]",
        read: |reader, value, config| config.added.exclude.extend(reader.patterns(value)),
        ..PLAIN
    },
    ConfigOption {
        name: "job-scripts",
        shape: Shape::List("patterns"),
        doc: "Shell scripts that are checked in folders, for the jobs they submit. Their `#BSUB` lines and `bsub` commands are judged in \
              the cluster around them. A script that is named on the command line is checked without this.",
        example: "job-scripts = [\"jobs/**/*.sh\", \"*.bsub\"]",
        read: |reader, value, config| config.job_scripts = reader.patterns(value),
        ..PLAIN
    },
    ConfigOption {
        name: "allow-parameters",
        shape: Shape::List("names"),
        joining: Joining::Adds,
        doc: "Names of parameters that the site knows and lsflint does not. They are no unknown parameters, in whatever section.",
        example: "allow-parameters = [\"SITE_QUEUE_TAG\"]",
        read: |reader, value, config| reader.add_names(value, &mut config.allow_parameters),
        ..PLAIN
    },
    ConfigOption {
        name: "known-hosts",
        shape: Shape::List("names"),
        scope: Scope::Cluster,
        joining: Joining::Adds,
        doc: "Hosts that exist although no file in view defines them. They join on their own, or come from another cluster.",
        example: "known-hosts = [\"burst-01\", \"burst-02\"]",
        read: |reader, value, config| reader.add_names(value, &mut config.known_hosts),
        ..PLAIN
    },
    ConfigOption {
        name: "known-users",
        shape: Shape::List("names"),
        scope: Scope::Cluster,
        joining: Joining::Adds,
        doc: "Login names that exist.",
        example: "known-users = [\"ann\", \"lsfadmin\"]",
        read: |reader, value, config| reader.add_names(value, &mut config.known_users),
        ..PLAIN
    },
    ConfigOption {
        name: "known-groups",
        shape: Shape::List("names"),
        scope: Scope::Cluster,
        joining: Joining::Adds,
        doc: "Groups of users or hosts that exist although no file in view defines them.",
        example: "known-groups = [\"chip_design\"]",
        read: |reader, value, config| reader.add_names(value, &mut config.known_groups),
        ..PLAIN
    },
    ConfigOption {
        name: "known-resources",
        shape: Shape::List("names"),
        scope: Scope::Cluster,
        joining: Joining::Adds,
        doc: "Resources that exist although no file in view defines them.",
        example: "known-resources = [\"verilog\"]",
        read: |reader, value, config| reader.add_names(value, &mut config.known_resources),
        ..PLAIN
    },
    ConfigOption {
        name: "fmt",
        shape: Shape::Table,
        default: "{}",
        joining: Joining::EntryByEntry,
        doc: "How `lsflint fmt` writes files.",
        example: "[fmt]\nalign = true\nindent = 0",
        ..PLAIN
    },
    ConfigOption {
        name: "fmt.align",
        shape: Shape::Flag,
        default: "true",
        doc: "Whether equals signs and the columns of tables are lined up. Without, each is set off by one blank.",
        example: "[fmt]\nalign = false",
        read: |reader, value, config| config.format.align = reader.flag(value).unwrap_or(config.format.align),
        ..PLAIN
    },
    ConfigOption {
        name: "fmt.indent",
        shape: Shape::Number(0, 16),
        default: "0",
        doc: "Blanks before the lines of a section.",
        example: "[fmt]\nindent = 4",
        read: |reader, value, config| {
            let indent = reader.number(value, 0..=16, "a number of blanks");
            config.format.indent = indent.unwrap_or(config.format.indent);
        },
        ..PLAIN
    },
];

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::config::Config;
    use crate::testing::parse_config;

    #[test]
    fn every_example_is_read_and_said() {
        let folder = lsflint_test_support::Scratch::with(&[("site.toml", ""), ("conf/lsflint.toml", "")]);
        for option in config_options() {
            let config = parse_config(option.example, &folder.path().join("conf"), "lsflint.toml")
                .unwrap_or_else(|error| panic!("{}: {error}", option.name));
            let top = option.name.split('.').next().unwrap_or_default();
            assert!(config.said.iter().any(|it| it.key.starts_with(top)), "{}: {:?}", option.name, config.said);
        }
    }

    #[test]
    fn every_default_means_nothing_new() {
        for option in config_options().iter().filter(|it| !it.default.is_empty() && !it.name.starts_with("clusters.")) {
            let text = match option.name.split_once('.') {
                Some((table, key)) => format!("[{table}]\n{key} = {}\n", option.default),
                None => format!("{} = {}\n", option.name, option.default),
            };
            let without = |text: &str| {
                let config = parse_config(text, Path::new("/site"), "").unwrap_or_else(|error| panic!("{error}"));
                let config = Config { said: Vec::new(), profile: None, fail_on: None, ..config };
                format!("{config:?}")
            };
            assert_eq!(without(&text), without(""), "{}", option.name);
        }
    }

    #[test]
    fn words_are_those_of_the_reader() {
        let profiles: Vec<&str> = lsflint_lint::PROFILES.iter().map(|it| it.name).collect();
        let levels: Vec<&str> = crate::config::values::FAIL_LEVELS.iter().map(|it| it.as_str()).collect();
        let severities: Vec<&str> = crate::config::values::SEVERITIES.iter().map(|it| it.as_str()).collect();
        let words = |name| match find_config_option(name).map(|it| it.shape) {
            Some(Shape::OneOf(words)) => words.to_vec(),
            Some(Shape::TableOf(_, Shape::OneOf(words))) => words.to_vec(),
            _ => Vec::new(),
        };
        assert_eq!(words("profile"), profiles);
        assert_eq!(words("fail-on"), levels);
        assert_eq!(words("severity"), severities);
    }

    #[test]
    fn texts_have_their_form() {
        for option in config_options() {
            assert!(option.doc.ends_with('.') && option.doc.starts_with(char::is_uppercase), "{}", option.name);
            assert!(option.summary().len() < 110, "{}: {}", option.name, option.summary());
            assert!(!option.example.is_empty(), "{}", option.name);
        }
    }
}
