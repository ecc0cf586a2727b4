//! The keys of `[[policy]]`.

use crate::config::draft::{PolicyDraft, PolicyKey};
use crate::config::option::{ConfigOption, Joining, PLAIN, SEVERITY, Shape};

/// A policy.
const POLICY: &str = "[[policy]]\ncode = \"SITE-DESC\"\nfor = \"queue\"\nrequire = \"has(queue.DESCRIPTION)\"\nmessage = \
                      \"queue `{queue.name}` has no description\"";

/// A policy with a test.
const POLICY_TEST: &str = "[[policy]]\ncode = \"SITE-DESC\"\nfor = \"queue\"\nrequire = \"has(queue.DESCRIPTION)\"\n\
                           message = \"queue `{queue.name}` has no description\"\n[[policy.test]]\nfiles = { \"lsb.queues\" \
                           = \"Begin Queue\\nQUEUE_NAME = night\\nEnd Queue\\n\" }\nexpect = [\"night\"]";

/// The keys of policies.
pub(super) const POLICIES: [ConfigOption; 14] = [
    ConfigOption {
        name: "policy",
        shape: Shape::ListOfTables(&["code", "for", "require", "message"]),
        joining: Joining::EntryByEntry,
        doc: "Policies of the site: conditions that objects of the cluster should meet. Each is a rule like the others, \
              with a code to select, suppress and explain it. A policy with the code of one in an extended file \
              replaces it. Conditions are expressions of CEL.",
        example: POLICY,
        // Called once for each table of the list, before its keys are read.
        read: |reader, _, _| reader.policy = PolicyDraft::default(),
        end: |reader, value, config| reader.end_policy(value, config),
        ..PLAIN
    },
    ConfigOption {
        name: "policy.code",
        shape: Shape::Text("code of the rule"),
        default: "\"\"",
        doc: "The code of the rule: letters, digits, hyphens and underscores. It must not begin like the code of a \
              built-in rule.",
        example: POLICY,
        read: |reader, value, _| reader.code_of_policy(value),
        ..PLAIN
    },
    ConfigOption {
        name: "policy.for",
        shape: Shape::OneOf(&[
            "queue",
            "application",
            "host",
            "host_group",
            "user_group",
            "user",
            "resource",
            "limit",
            "pool",
            "service_class",
            "params",
            "conf",
            "cluster",
        ]),
        default: "\"\"",
        doc: "The objects that the policy is about. Conditions name the object like this: `queue.PRIORITY`.",
        example: POLICY,
        read: |reader, value, _| reader.subject_of_policy(value),
        ..PLAIN
    },
    ConfigOption {
        name: "policy.when",
        shape: Shape::Text("condition"),
        default: "",
        doc: "The condition for objects that the policy applies to. By default, it applies to all of them.",
        example: "[[policy]]\ncode = \"SITE-GPU\"\nfor = \"queue\"\nwhen = \"queue.name.startsWith('gpu')\"\nrequire = \
                  \"queue.hosts.all(h, 'gpu' in h.resources)\"\nmessage = \"queue `{queue.name}` has hosts without GPU\"",
        read: |reader, value, _| reader.text_of_policy(PolicyKey::When, value),
        ..PLAIN
    },
    ConfigOption {
        name: "policy.require",
        shape: Shape::Text("condition"),
        default: "\"\"",
        doc: "The condition that the objects should meet. A condition that needs a value that is not set is not met; one \
              that needs an unknown value has no outcome, and nothing is reported.",
        example: POLICY,
        read: |reader, value, _| reader.text_of_policy(PolicyKey::Require, value),
        ..PLAIN
    },
    ConfigOption {
        name: "policy.except",
        shape: Shape::List("names"),
        doc: "The names of objects that the policy does not apply to.",
        example: "[[policy]]\ncode = \"SITE-DESC\"\nfor = \"queue\"\nrequire = \"has(queue.DESCRIPTION)\"\nmessage = \
                  \"queue `{queue.name}` has no description\"\nexcept = [\"test\"]",
        read: |reader, value, _| reader.exceptions_of_policy(value),
        ..PLAIN
    },
    ConfigOption {
        name: "policy.severity",
        shape: SEVERITY,
        default: "\"warning\"",
        doc: "The severity of the findings. `[severity]` overrides it.",
        example: "[[policy]]\ncode = \"SITE-DESC\"\nfor = \"queue\"\nrequire = \"has(queue.DESCRIPTION)\"\nmessage = \
                  \"queue `{queue.name}` has no description\"\nseverity = \"error\"",
        read: |reader, value, _| reader.severity_of_policy(value),
        ..PLAIN
    },
    ConfigOption {
        name: "policy.message",
        shape: Shape::Text("message"),
        default: "\"\"",
        doc: "What is wrong with an object that does not meet the condition. Expressions in braces are replaced with \
              their values; `{{` is a brace.",
        example: POLICY,
        read: |reader, value, _| reader.text_of_policy(PolicyKey::Message, value),
        ..PLAIN
    },
    ConfigOption {
        name: "policy.help",
        shape: Shape::Text("instruction"),
        default: "",
        doc: "What to write instead.",
        example: "[[policy]]\ncode = \"SITE-DESC\"\nfor = \"queue\"\nrequire = \"has(queue.DESCRIPTION)\"\nmessage = \
                  \"queue `{queue.name}` has no description\"\nhelp = \"describe it in DESCRIPTION\"",
        read: |reader, value, _| reader.text_of_policy(PolicyKey::Help, value),
        ..PLAIN
    },
    ConfigOption {
        name: "policy.why",
        shape: Shape::Text("reason"),
        default: "",
        doc: "Why the site has the policy. `lsflint explain` shows it.",
        example: "[[policy]]\ncode = \"SITE-DESC\"\nfor = \"queue\"\nrequire = \"has(queue.DESCRIPTION)\"\nmessage = \
                  \"queue `{queue.name}` has no description\"\nwhy = \"Users choose queues by their descriptions.\"",
        read: |reader, value, _| reader.text_of_policy(PolicyKey::Why, value),
        ..PLAIN
    },
    ConfigOption {
        name: "policy.test",
        shape: Shape::ListOfTables(&["expect"]),
        doc: "Tests of the policy, which `lsflint policy test` runs. Each has the files of a cluster or the directory of \
              one.",
        example: POLICY_TEST,
        // Called once for each table of the list, before its keys are read.
        read: |reader, value, _| reader.begin_policy_test(value),
        end: |reader, value, _| reader.end_policy_test(value),
        ..PLAIN
    },
    ConfigOption {
        name: "policy.test.files",
        shape: Shape::TableOf("names of LSF files", &Shape::Text("text of the file")),
        default: "{}",
        doc: "The files of the cluster: names, such as lsb.queues, and their texts.",
        example: POLICY_TEST,
        read: |reader, value, _| reader.files_of_policy_test(value),
        ..PLAIN
    },
    ConfigOption {
        name: "policy.test.directory",
        shape: Shape::Text("directory"),
        default: "",
        doc: "The configuration directory of a cluster, relative to the directory of lsflint.toml.",
        example: "[[policy]]\ncode = \"SITE-DESC\"\nfor = \"queue\"\nrequire = \"has(queue.DESCRIPTION)\"\nmessage = \
                  \"queue `{queue.name}` has no description\"\n[[policy.test]]\ndirectory = \"tests/small\"\nexpect = [\"night\"]",
        read: |reader, value, _| reader.directory_of_policy_test(value),
        ..PLAIN
    },
    ConfigOption {
        name: "policy.test.expect",
        shape: Shape::List("names of objects"),
        doc: "The names of the objects that the policy reports. A policy about lsb.params, lsf.conf or the cluster \
              reports the name of the file or cluster.",
        example: POLICY_TEST,
        read: |reader, value, _| reader.expected_of_policy_test(value),
        ..PLAIN
    },
];
