//! Reports against the schema of the standard, and read back.

use std::sync::LazyLock;

use expect_test::expect;
use lsflint_lint::Fingerprint;
use lsflint_test_support::Schema;
use proptest::prelude::*;
use serde_json::Value;

use super::*;
use crate::testing::{anything, clean, many, several, troubled, write, write_with};

static SCHEMA: LazyLock<Schema> =
    LazyLock::new(|| Schema::new(include_str!("../../../../testdata/schemas/sarif-2.1.0.json")));

fn sarif() -> Sarif {
    Sarif::new("0.1.0", PathBase::here())
}

/// The document, which the schema accepts.
#[track_caller]
fn valid(text: &str) -> Value {
    let document = serde_json::from_str(text).expect("one JSON document");
    assert_eq!(SCHEMA.errors(&document), Vec::<String>::new());
    document
}

#[test]
fn the_schema_rejects_invalid_sarif() {
    let mut document = valid(&write(sarif(), &[several()]));
    document["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] = 0.into();
    assert!(!SCHEMA.accepts(&document));
}

#[test]
fn a_report() {
    let text = write_with(sarif(), &[clean(), several()], &troubled());
    let mut document = valid(&text);
    // The pages of the rules have tests of their own.
    for rule in document["runs"][0]["tool"]["driver"]["rules"].as_array_mut().expect("a list") {
        assert!(rule["help"]["markdown"].as_str().is_some_and(|it| it.contains("# Effect")));
        rule.as_object_mut().expect("an object").retain(|key, _| key == "id");
    }
    expect![[r#"
        {
          "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
          "runs": [
            {
              "columnKind": "unicodeCodePoints",
              "invocations": [
                {
                  "executionSuccessful": false,
                  "toolConfigurationNotifications": [
                    {
                      "level": "note",
                      "message": {
                        "text": "names of hosts: there is no lsf.cluster"
                      }
                    }
                  ],
                  "toolExecutionNotifications": [
                    {
                      "level": "error",
                      "message": {
                        "text": "cannot read `a, b`:\n100%"
                      }
                    }
                  ]
                }
              ],
              "results": [
                {
                  "level": "note",
                  "locations": [
                    {
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": "conf/lsb.queues"
                        },
                        "region": {
                          "endColumn": 1,
                          "endLine": 6,
                          "startColumn": 1,
                          "startLine": 1
                        }
                      }
                    }
                  ],
                  "message": {
                    "text": "All, of it: 100%."
                  },
                  "ruleId": "P301",
                  "ruleIndex": 0
                },
                {
                  "level": "warning",
                  "locations": [
                    {
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": "conf/lsb.queues"
                        },
                        "region": {
                          "endColumn": 9,
                          "endLine": 4,
                          "startColumn": 1,
                          "startLine": 4
                        }
                      }
                    }
                  ],
                  "message": {
                    "text": "Duplicate `PRIORITY`. LSF takes the last one. Remove one of the two."
                  },
                  "relatedLocations": [
                    {
                      "id": 1,
                      "message": {
                        "text": "set here first"
                      },
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": "conf/lsb.queues"
                        },
                        "region": {
                          "endColumn": 9,
                          "endLine": 3,
                          "startColumn": 1,
                          "startLine": 3
                        }
                      }
                    }
                  ],
                  "ruleId": "P003",
                  "ruleIndex": 1
                },
                {
                  "fixes": [
                    {
                      "artifactChanges": [
                        {
                          "artifactLocation": {
                            "uri": "conf/lsb.queues"
                          },
                          "replacements": [
                            {
                              "deletedRegion": {
                                "endColumn": 11,
                                "endLine": 5,
                                "startColumn": 5,
                                "startLine": 5
                              },
                              "insertedContent": {
                                "text": "Queue"
                              }
                            }
                          ]
                        }
                      ],
                      "description": {
                        "text": "write `Queue`"
                      },
                      "properties": {
                        "applicability": "safe"
                      }
                    }
                  ],
                  "level": "error",
                  "locations": [
                    {
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": "conf/lsb.queues"
                        },
                        "region": {
                          "endColumn": 11,
                          "endLine": 5,
                          "startColumn": 5,
                          "startLine": 5
                        }
                      }
                    }
                  ],
                  "message": {
                    "text": "`End Queues` closes a section `Queue`."
                  },
                  "relatedLocations": [
                    {
                      "id": 1,
                      "message": {
                        "text": "here"
                      },
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": "lsf%20shared"
                        },
                        "region": {
                          "endColumn": 3,
                          "endLine": 1,
                          "startColumn": 1,
                          "startLine": 1
                        }
                      }
                    }
                  ],
                  "ruleId": "F104",
                  "ruleIndex": 2
                }
              ],
              "tool": {
                "driver": {
                  "name": "lsflint",
                  "rules": [
                    {
                      "id": "P301"
                    },
                    {
                      "id": "P003"
                    },
                    {
                      "id": "F104"
                    }
                  ],
                  "semanticVersion": "0.1.0",
                  "version": "0.1.0"
                }
              }
            }
          ],
          "version": "2.1.0"
        }
    "#]]
    .assert_eq(&format!("{document:#}\n"));
}

#[test]
fn no_findings_are_an_empty_list_and_success() {
    let document = valid(&write(sarif(), &[clean()]));
    assert_eq!(document["runs"][0]["results"], serde_json::json!([]));
    assert_eq!(document["runs"][0]["invocations"][0], serde_json::json!({ "executionSuccessful": true }));
    assert_eq!(document, valid(&write(sarif(), &[])));
}

#[test]
fn ten_thousand_findings() {
    let document = valid(&write(sarif(), &[many(10_000)]));
    let run = &document["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("a list");
    let results = run["results"].as_array().expect("a list");
    assert_eq!((results.len(), rules.len()), (10_000, lsflint_rules::all().iter().count()));
    for (index, it) in results.iter().enumerate() {
        let rule = it["ruleIndex"].as_u64().and_then(|it| usize::try_from(it).ok()).expect("an index");
        assert_eq!(rules[rule]["id"], it["ruleId"]);
        assert_eq!(it["locations"][0]["physicalLocation"]["region"]["startLine"], index + 1);
    }
}

#[test]
fn findings_are_known_by_their_fingerprints() {
    let mut file = several();
    file.fingerprints = (1..=4).filter_map(|it| Fingerprint::parse(&format!("{it:016x}"))).collect();
    let document = valid(&write(sarif(), &[file]));
    let results = document["runs"][0]["results"].as_array().expect("a list");
    let known: Vec<_> = results.iter().filter_map(|it| it["partialFingerprints"]["lsflint/v1"].as_str()).collect();
    assert_eq!(known, ["0000000000000001", "0000000000000002", "0000000000000004"], "the third one is a hint");
}

#[test]
fn paths_are_uri_references() {
    let check = |path, expected| assert_eq!(uri(path), expected);
    check("conf/lsb.queues", "conf/lsb.queues");
    check("my conf/50% #1?/a:b", "my%20conf/50%25%20%231%3F/a%3Ab");
    check("gr\u{FC}n/lsf.conf", "gr%C3%BCn/lsf.conf");
    check("../lsf.conf", "../lsf.conf");
    check("/opt/lsf conf/lsf.conf", "file:///opt/lsf%20conf/lsf.conf");
    check("C:/lsf conf/lsf.conf", "file:///C:/lsf%20conf/lsf.conf");
}

#[test]
fn a_folder_of_the_repository_is_part_of_the_path() {
    let text = write(Sarif::new("0.1.0", PathBase::above(["site".into()])), &[several()]);
    assert_eq!(text.matches(r#""uri":"site/conf/lsb.queues""#).count(), 5);
    assert_eq!(text.matches(r#""uri":"site/lsf%20shared""#).count(), 1);
    assert_eq!(text.matches(r#""uri":"#).count(), 6);
}

proptest! {
    #[test]
    fn whatever_the_text_it_is_valid_and_comes_back(file in anything()) {
        let document = valid(&write(sarif(), std::slice::from_ref(&file)));
        let results = document["runs"][0]["results"].as_array().expect("a list");
        let expected: Vec<_> = findings(&file).collect();
        prop_assert_eq!(results.len(), expected.len());
        for (it, expected) in results.iter().zip(expected) {
            prop_assert_eq!(it["message"]["text"].as_str(), Some(&*expected.sentences()));
            let place = &it["locations"][0]["physicalLocation"];
            let path = place["artifactLocation"]["uri"].as_str().expect("a text");
            let path = path.strip_prefix("file://").unwrap_or(path);
            let path = percent_encoding::percent_decode_str(path).decode_utf8().expect("UTF-8");
            prop_assert_eq!(&*path, &*file.source.path);
            prop_assert_eq!(&place["region"]["endColumn"], expected.placed.range.end.column);
        }
    }
}
