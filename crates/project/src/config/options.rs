//! The table of all keys of `lsflint.toml`.
//!
//! The reader, the JSON Schema, `lsflint config` and the reference are derived from it: a new key needs only a new row
//! here.

mod policy;

use std::sync::LazyLock;

use lsflint_model::job::Esub;

use self::policy::POLICIES;
use super::Grouping;
use super::option::{BSUB, CODES, ConfigOption, Joining, PLAIN, SEVERITY, Scope, Shape};

/// All keys, in the order of the documentation.
pub fn config_options() -> &'static [ConfigOption] {
    static OPTIONS: LazyLock<Vec<ConfigOption>> = LazyLock::new(|| {
        let (first, format) = OTHERS.split_at(OTHERS.len() - 3);
        [first, &POLICIES, format].concat()
    });
    &OPTIONS
}

/// The option with a name.
pub fn find_config_option(name: &str) -> Option<&'static ConfigOption> {
    config_options().iter().find(|it| it.name == name)
}

/// The keys of the table `name`; the top-level keys for an empty name.
pub(super) fn keys_below(name: &str) -> Vec<&'static str> {
    let keys = config_options().iter().filter_map(|it| match name {
        "" => Some(it.name).filter(|it| !it.contains('.')),
        _ => it.name.strip_prefix(name)?.strip_prefix('.').filter(|it| !it.contains('.')),
    });
    keys.collect()
}

/// The keys that are not of policies; the last three are those of the formatter.
const OTHERS: [ConfigOption; 33] = [
    ConfigOption {
        name: "extend",
        shape: Shape::TextOrList("files"),
        scope: Scope::Itself,
        joining: Joining::Adds,
        doc: "Other lsflint.toml files that this file extends. They are read first, in order; then this file replaces \
              or extends their settings, as described for each key. Paths are relative to the directory of this file. \
              Patterns in an extended file are relative to the directory of that file.",
        example: "extend = \"../site.toml\"",
        ..PLAIN
    },
    ConfigOption {
        name: "required-version",
        shape: Shape::Text("versions of lsflint"),
        default: "",
        scope: Scope::Itself,
        doc: "Versions of lsflint that can use this file. Any other version stops with an error instead of reporting \
              unknown keys and rules. Conditions start with `>=`, `>`, `<=`, `<` or `==` and are separated by commas.",
        example: "required-version = \">=0.1\"",
        ..PLAIN
    },
    ConfigOption {
        name: "profile",
        shape: Shape::OneOf(&["default", "ci", "pedantic", "portable", "migration"]),
        default: "\"default\"",
        doc: "A preset of rules, severities and fail level, which all other settings override. `default`: \
              configuration that LSF would ignore, reject or misread. `ci`: the same for CI: warnings fail, and \
              suppression comments require a reason. `pedantic`: also style and clarity. `portable`: the target is \
              9.1.3..10.1 unless `target` is set. `migration`: differences between versions are warnings. `--profile` \
              overrides this setting.",
        example: "profile = \"ci\"",
        read: |reader, value, config| config.profile = reader.parsed(value),
        ..PLAIN
    },
    ConfigOption {
        name: "target",
        shape: Shape::Text("version of LSF, range of versions, or dialect"),
        default: "",
        scope: Scope::Cluster,
        doc: "The LSF version of the configuration. With a range, the configuration must be valid for every version \
              in it; a dialect is openlava-4 or volclava-2. The default is LSF_VERSION in lsf.conf, else the latest \
              10.1. `--target` overrides this setting.",
        example: "target = \"10.1.0.14\"      # or \"10.1\", \"9.1.3..10.1\", \"openlava-4\"",
        read: |reader, value, config| config.target = reader.parsed(value),
        ..PLAIN
    },
    ConfigOption {
        name: "clusters",
        shape: Shape::ListOfTables(&["files"]),
        doc: "Clusters whose files are not in the usual directories. By default, a directory with lsf.conf, \
              lsf.shared or lsf.cluster.NAME and the lsb.* files below it form a cluster.",
        example: "[[clusters]]\nname = \"north\"\nfiles = [\"north/**\", \"common/lsf.shared\"]",
        // Called once for each table of the list, before its keys are read.
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
        doc: "The files of the cluster. A file may belong to several clusters.",
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
        doc: "Run only these rules instead of the default set: codes, code prefixes, names, or ALL. The rules added \
              by the profile and `extend-select` also run. If `ignore` includes the same rule, the more specific \
              entry wins. `--select` overrides this setting.",
        example: "select = [\"F\", \"P\", \"X1\"]",
        read: |reader, value, config| config.select = reader.selection(value),
        ..PLAIN
    },
    ConfigOption {
        name: "extend-select",
        shape: CODES,
        joining: Joining::Adds,
        doc: "Run these rules in addition to the selected rules or the default set.",
        example: "extend-select = [\"W1\", \"temporary-path\"]",
        read: |reader, value, config| config.extend_select = config.extend_select.and(&reader.selection(value)),
        ..PLAIN
    },
    ConfigOption {
        name: "ignore",
        shape: CODES,
        doc: "Rules to disable: codes, code prefixes, or names. `--ignore` disables more rules.",
        example: "ignore = [\"R6\", \"window-overlap\"]",
        read: |reader, value, config| config.ignore = reader.selection(value),
        ..PLAIN
    },
    ConfigOption {
        name: "extend-ignore",
        shape: CODES,
        joining: Joining::Adds,
        doc: "Rules to disable in addition to `ignore` in this file or in a file it extends.",
        example: "extend-ignore = [\"M004\"]",
        read: |reader, value, config| config.added.ignore = config.added.ignore.and(&reader.selection(value)),
        ..PLAIN
    },
    ConfigOption {
        name: "severity",
        shape: Shape::TableOf("codes or names of rules", &SEVERITY),
        default: "{}",
        joining: Joining::EntryByEntry,
        doc: "The severity of the findings of a rule. To disable a rule, add it to `ignore`.",
        example: "[severity]\nX201 = \"error\"\nduplicate-parameter = \"info\"",
        read: |reader, value, config| reader.severities(value, config),
        ..PLAIN
    },
    ConfigOption {
        name: "fail-on",
        shape: Shape::OneOf(&["error", "warning", "info", "never"]),
        default: "\"error\"",
        doc: "The lowest severity that sets exit code 1. The default depends on the profile: `warning` in `ci`, else \
              `error`. `--fail-on` overrides this setting.",
        example: "fail-on = \"warning\"",
        read: |reader, value, config| config.fail_on = reader.fail_on(value),
        ..PLAIN
    },
    ConfigOption {
        name: "per-file-ignores",
        shape: Shape::TableOf("patterns", &CODES),
        default: "{}",
        doc: "Rules to disable in some files. A pattern without a slash matches files and directories at any depth; \
              one with a slash is relative to the directory of lsflint.toml. A directory includes everything in it.",
        example: "[per-file-ignores]\n\"legacy/\" = [\"P\", \"V\"]\n\"lsb.users\" = [\"X201\"]",
        read: |reader, value, config| config.per_file_ignores = reader.per_file_ignores(value),
        ..PLAIN
    },
    ConfigOption {
        name: "extend-per-file-ignores",
        shape: Shape::TableOf("patterns", &CODES),
        default: "{}",
        joining: Joining::Adds,
        doc: "Rules to disable in some files in addition to `per-file-ignores` in this file or in a file it extends.",
        example: "[extend-per-file-ignores]\n\"lsb.hosts\" = [\"X103\"]",
        read: |reader, value, config| config.added.per_file_ignores.extend(reader.per_file_ignores(value)),
        ..PLAIN
    },
    ConfigOption {
        name: "exclude",
        shape: Shape::List("patterns"),
        doc: "Files that are neither checked nor formatted. They are still read because other files may depend on \
              them. A file that is given on the command line is checked anyway. Files in an excluded directory stay \
              excluded, regardless of an lsflint.toml in it.",
        example: "exclude = [\"archive/\", \"*.tmpl\", \"conf/old\"]",
        read: |reader, value, config| config.exclude = reader.patterns(value),
        ..PLAIN
    },
    ConfigOption {
        name: "extend-exclude",
        shape: Shape::List("patterns"),
        joining: Joining::Adds,
        doc: "Files to exclude in addition to `exclude` in this file or in a file it extends.",
        example: "extend-exclude = [\"draft/\"]",
        read: |reader, value, config| config.added.exclude.extend(reader.patterns(value)),
        ..PLAIN
    },
    ConfigOption {
        name: "baseline",
        shape: Shape::Text("path of a baseline"),
        default: "",
        doc: "A file with findings that are not reported, neither on the command line nor in editors. The path is \
              relative to the directory of this file. `lsflint check --write-baseline FILE` creates it. `--baseline` \
              overrides this setting, and `--no-baseline` disables it.",
        example: "baseline = \"lsflint-baseline.toml\"",
        read: |reader, value, config| config.baseline = reader.path(value),
        ..PLAIN
    },
    ConfigOption {
        name: "job-scripts",
        shape: Shape::List("patterns"),
        default: "",
        doc: "Job scripts to check when a directory is checked. Their `#BSUB` lines and `bsub` commands are checked \
              against the cluster they belong to. Without this setting, scripts with a `#BSUB` line in their first 4 KB \
              are checked; `[]` switches that off. Scripts given on the command line do not need this setting.",
        example: "job-scripts = [\"jobs/**/*.sh\", \"*.bsub\"]",
        read: |reader, value, config| config.job_scripts = Some(reader.patterns(value)),
        ..PLAIN
    },
    ConfigOption {
        name: "allow-parameters",
        shape: Shape::List("names"),
        joining: Joining::Adds,
        doc: "Site-specific parameters, which are not reported as unknown in any section.",
        example: "allow-parameters = [\"SITE_QUEUE_TAG\"]",
        read: |reader, value, config| reader.add_names(value, &mut config.allow_parameters),
        ..PLAIN
    },
    ConfigOption {
        name: "known-hosts",
        shape: Shape::List("names"),
        scope: Scope::Cluster,
        joining: Joining::Adds,
        doc: "Hosts that exist although no loaded file defines them, such as dynamic hosts and hosts of other \
              clusters.",
        example: "known-hosts = [\"burst-01\", \"burst-02\"]",
        read: |reader, value, config| reader.add_names(value, &mut config.known_hosts),
        ..PLAIN
    },
    ConfigOption {
        name: "known-users",
        shape: Shape::List("names"),
        scope: Scope::Cluster,
        joining: Joining::Adds,
        doc: "Existing user names.",
        example: "known-users = [\"ann\", \"lsfadmin\"]",
        read: |reader, value, config| reader.add_names(value, &mut config.known_users),
        ..PLAIN
    },
    ConfigOption {
        name: "known-groups",
        shape: Shape::List("names"),
        scope: Scope::Cluster,
        joining: Joining::Adds,
        doc: "User groups and host groups that exist although no loaded file defines them.",
        example: "known-groups = [\"chip_design\"]",
        read: |reader, value, config| reader.add_names(value, &mut config.known_groups),
        ..PLAIN
    },
    ConfigOption {
        name: "known-resources",
        shape: Shape::List("names"),
        scope: Scope::Cluster,
        joining: Joining::Adds,
        doc: "Resources that exist although no loaded file defines them.",
        example: "known-resources = [\"verilog\"]",
        read: |reader, value, config| reader.add_names(value, &mut config.known_resources),
        ..PLAIN
    },
    ConfigOption {
        name: "user",
        shape: Shape::Text("name of a user"),
        default: "",
        scope: Scope::Cluster,
        doc: "The user who submits the jobs of scripts. With it, USERS of the queues and the groups of `-G` are checked \
              for job scripts. `--user` overrides this setting.",
        example: "user = \"ann\"",
        read: |reader, value, config| config.user = reader.string(value).map(str::to_owned),
        ..PLAIN
    },
    ConfigOption {
        name: "esub",
        shape: Shape::ListOfTables(&["name"]),
        scope: Scope::Cluster,
        doc: "What an esub program of LSF_SERVERDIR does with jobs. lsflint does not run these programs: without a \
              description of all programs in LSB_ESUB_METHOD and `bsub -a`, findings in job scripts are warnings, \
              because a program may change the job.",
        example: "[[esub]]\nname = \"site\"\nadds = \"-P default\"\nrefuses = [\"x\"]\nrequires = [\"W\"]",
        // Called once for each table of the list, before its keys are read.
        read: |_, _, config| config.esubs.push(Esub::default()),
        ..PLAIN
    },
    ConfigOption {
        name: "esub.name",
        shape: Shape::Text("name"),
        default: "\"\"",
        scope: Scope::Cluster,
        doc: "The name of the program without `esub.`, as in LSB_ESUB_METHOD and `bsub -a`.",
        example: "[[esub]]\nname = \"site\"",
        read: |reader, value, config| reader.text_of_esub(value, config, |it| &mut it.name),
        ..PLAIN
    },
    ConfigOption {
        name: "esub.adds",
        shape: Shape::Text("options of bsub"),
        default: "\"\"",
        scope: Scope::Cluster,
        doc: "The options that the program adds to jobs without them, as on a command line.",
        example: "[[esub]]\nname = \"site\"\nadds = \"-q normal -P default\"",
        read: |reader, value, config| reader.text_of_esub(value, config, |it| &mut it.adds),
        ..PLAIN
    },
    ConfigOption {
        name: "esub.refuses",
        shape: BSUB,
        scope: Scope::Cluster,
        doc: "The options with which the program rejects a job.",
        example: "[[esub]]\nname = \"site\"\nrefuses = [\"x\", \"m\"]",
        read: |reader, value, config| reader.options_of_esub(value, config, |it| &mut it.refuses),
        ..PLAIN
    },
    ConfigOption {
        name: "esub.requires",
        shape: BSUB,
        scope: Scope::Cluster,
        doc: "The options without which the program rejects a job.",
        example: "[[esub]]\nname = \"site\"\nrequires = [\"W\", \"P\"]",
        read: |reader, value, config| reader.options_of_esub(value, config, |it| &mut it.requires),
        ..PLAIN
    },
    ConfigOption {
        name: "fmt",
        shape: Shape::Table,
        default: "{}",
        joining: Joining::EntryByEntry,
        doc: "Settings of `lsflint fmt`.",
        example: "[fmt]\nalign = true\nindent = 0",
        ..PLAIN
    },
    ConfigOption {
        name: "fmt.align",
        shape: Shape::Flag,
        default: "true",
        doc: "Whether to align equals signs and table columns. Otherwise, single spaces are used.",
        example: "[fmt]\nalign = false",
        read: |reader, value, config| config.format.align = reader.flag(value).unwrap_or(config.format.align),
        ..PLAIN
    },
    ConfigOption {
        name: "fmt.indent",
        shape: Shape::Number(0, 16),
        default: "0",
        doc: "Number of spaces before the lines of a section.",
        example: "[fmt]\nindent = 4",
        read: |reader, value, config| {
            let indent = reader.number(value, 0..=16, "a number of spaces");
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
        let in_list = |name: &str| ["clusters.", "esub.", "policy."].iter().any(|it| name.starts_with(it));
        for option in config_options().iter().filter(|it| !it.default.is_empty() && !in_list(it.name)) {
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
        assert_eq!(words("policy.severity"), severities);
        assert_eq!(words("policy.for"), lsflint_policy::Kind::ALL.map(lsflint_policy::Kind::name));
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
