//! Reads the policies of lsflint.toml.

use std::sync::Arc;

use lsflint_lint::Severity;
use lsflint_lint::suggest::near;
use lsflint_policy::{Kind, Policy, PolicyPart, PolicyText, STACK};
use lsflint_spec::FileKind;

use super::Config;
use super::draft::{PolicyKey, PolicyTest, SitePolicy, TestCluster};
use super::literal::range_in_literal;
use super::reader::{Reader, Value, one_of};
use super::values::SEVERITIES;
use crate::threads::with_stack;

/// The maximum length of a code, in bytes.
const LONGEST_CODE: usize = 40;

impl Reader<'_> {
    pub(super) fn code_of_policy(&mut self, value: &Value<'_>) {
        let Some(code) = self.string(value) else { return };
        match self.fault_of_code(code) {
            Some(fault) => self.problem(value.span(), fault),
            None => {
                self.codes.insert(code.to_ascii_lowercase());
                self.policy.code = Some(code.to_owned());
            }
        }
    }

    fn fault_of_code(&self, code: &str) -> Option<String> {
        let is_part = |it: char| it.is_ascii_alphanumeric() || matches!(it, '-' | '_');
        if !code.starts_with(|it: char| it.is_ascii_alphabetic()) || !code.chars().all(is_part) || code.ends_with('-') {
            return Some(format!(
                "invalid code `{code}`; expected letters, digits, hyphens and underscores, such as `SITE-1`"
            ));
        }
        if code.len() > LONGEST_CODE {
            return Some(format!("the code has {} characters; at most {LONGEST_CODE} are allowed", code.len()));
        }
        if self.codes.contains(&code.to_ascii_lowercase()) {
            return Some(format!("duplicate code `{code}`; another policy in this file has it"));
        }
        // A selection of built-in rules must not select the policy, and the other way round.
        let word = code.split('-').next().unwrap_or(code);
        let clashes = |it: &&str| {
            let length = word.len().min(it.len());
            it[..length].eq_ignore_ascii_case(&word[..length])
        };
        let mut built_in = lsflint_rules::all().iter().map(|it| &it.meta);
        let clash = built_in.find(|it| clashes(&it.code) || it.name.eq_ignore_ascii_case(code));
        let clash = clash.map(|it| it.code).or(word.eq_ignore_ascii_case("all").then_some("ALL"));
        clash
            .map(|it| format!("code `{code}` clashes with the built-in rule {it}; begin it with a word such as `SITE`"))
    }

    pub(super) fn subject_of_policy(&mut self, value: &Value<'_>) {
        let Some(name) = self.string(value) else { return };
        self.policy.subject = Kind::of(name);
        if self.policy.subject.is_none() {
            let names = Kind::ALL.map(Kind::name);
            let singular = name.trim_end_matches('s');
            let hint = match near(singular, names).or_else(|| near(name, names)) {
                Some(similar) => format!("did you mean `{}`?", similar.name),
                None => format!("expected {}", one_of(&names)),
            };
            self.problem(value.span(), format!("unknown kind of object `{name}`; {hint}"));
        }
    }

    pub(super) fn text_of_policy(&mut self, key: PolicyKey, value: &Value<'_>) {
        match self.string(value) {
            Some(text) if text.trim().is_empty() => self.problem(value.span(), "the text is empty".to_owned()),
            Some(text) => {
                // A message is one line in every report. The characters have one byte, so that positions stay.
                let is_condition = matches!(key, PolicyKey::When | PolicyKey::Require);
                let text = if is_condition { text.to_owned() } else { text.replace(['\r', '\n', '\t'], " ") };
                self.policy.texts.push((key, text, value.span()));
            }
            None => self.policy.is_broken = true,
        }
    }

    pub(super) fn exceptions_of_policy(&mut self, value: &Value<'_>) {
        let names = self.strings(value, "a list of names");
        self.policy.except = names.into_iter().map(|it| it.0.replace(['\r', '\n', '\t'], " ")).collect();
    }

    pub(super) fn severity_of_policy(&mut self, value: &Value<'_>) {
        let off = "; to disable a policy, add it to `ignore`";
        self.policy.severity = self.word(value, &SEVERITIES, Severity::as_str, "severity", off);
    }

    pub(super) fn begin_policy_test(&mut self, value: &Value<'_>) {
        let line = self.line(value.span().start);
        let file = self.shown.clone();
        let cluster = TestCluster::Files(Vec::new());
        self.policy.tests.push(PolicyTest { cluster, expected: Vec::new(), file, line });
    }

    pub(super) fn files_of_policy_test(&mut self, value: &Value<'_>) {
        let mut files = Vec::new();
        for (key, value) in self.table(value, "a table, `{ \"lsb.queues\" = \"...\" }`").into_iter().flatten() {
            let name = key.get_ref().as_ref();
            match (FileKind::from_name(name), self.string(value)) {
                (Some(kind), Some(text)) => files.push((name.to_owned(), kind, text.to_owned())),
                (None, _) => self.problem(key.span(), format!("`{name}` is not the name of an LSF file")),
                _ => {}
            }
        }
        if let Some(test) = self.policy.tests.last_mut() {
            test.cluster = TestCluster::Files(files);
        }
    }

    pub(super) fn directory_of_policy_test(&mut self, value: &Value<'_>) {
        let directory = self.string(value).map(|it| self.root.join(it));
        if let (Some(directory), Some(test)) = (directory, self.policy.tests.last_mut()) {
            test.cluster = TestCluster::Directory(directory);
        }
    }

    pub(super) fn expected_of_policy_test(&mut self, value: &Value<'_>) {
        let names = self.strings(value, "a list of names of objects");
        if let Some(test) = self.policy.tests.last_mut() {
            test.expected = names.into_iter().map(|it| it.0.to_owned()).collect();
        }
    }

    pub(super) fn end_policy_test(&mut self, value: &Value<'_>) {
        let has = |key| value.get_ref().as_table().is_some_and(|it| it.contains_key(key));
        let message = match (has("files"), has("directory")) {
            (false, false) => "missing `files` or `directory`, the cluster of the test",
            (true, true) => "either `files` or `directory` is the cluster of the test",
            _ => return,
        };
        self.problem(value.span(), message.to_owned());
    }

    /// Reads the conditions of a policy, after all of its keys.
    pub(super) fn end_policy(&mut self, value: &Value<'_>, config: &mut Config) {
        let draft = std::mem::take(&mut self.policy);
        let (Some(subject), false) = (draft.subject, draft.is_broken) else { return };
        let text = |key| draft.text(key);
        let given = PolicyText {
            code: draft.code.as_deref().unwrap_or_default(),
            subject,
            when: text(PolicyKey::When),
            // What is missing was reported.
            require: text(PolicyKey::Require).unwrap_or("true"),
            except: draft.except.clone(),
            severity: draft.severity.unwrap_or(Severity::Warning),
            message: text(PolicyKey::Message).unwrap_or_default(),
            help: text(PolicyKey::Help),
            why: text(PolicyKey::Why),
        };
        let read = with_stack(STACK, || Policy::new(&given));
        // The parser of conditions is not ours.
        let Ok(read) = read else { return self.problem(value.span(), "the policy cannot be read".to_owned()) };
        match read {
            Ok(policy) if draft.code.is_some() => {
                config.policies.retain(|it| !it.policy.code().eq_ignore_ascii_case(given.code));
                config.policies.push(SitePolicy { policy: Arc::new(policy), tests: draft.tests });
                self.policies = config.policies.iter().map(|it| it.policy.clone()).collect();
            }
            Ok(_) => {}
            Err(faults) => {
                for (part, fault) in faults {
                    let key = match part {
                        PolicyPart::When => PolicyKey::When,
                        PolicyPart::Require => PolicyKey::Require,
                        PolicyPart::Message => PolicyKey::Message,
                    };
                    let Some((_, _, span)) = draft.texts.iter().find(|it| it.0 == key) else { continue };
                    let place = range_in_literal(&self.text[span.clone()], fault.range);
                    let help = fault.help.map_or_else(String::new, |it| format!("; {it}"));
                    let place = span.start + place.start..span.start + place.end;
                    self.problem(place, format!("{}{help}", fault.message));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
