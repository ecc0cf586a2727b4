//! What LSF printed, joined with the cluster.

use lsflint_ide::{Condition, Explanation, ReasonAnswer, explain_output};
use lsflint_model::{AsRead, View};
use lsflint_project::Request;
use serde::{Deserialize, Serialize};

use crate::refused::Refused;
use crate::surroundings::surroundings_as_read;

/// What LSF printed.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct MessagesQuestion {
    /// Lines of a log, of an error message or of the output of a command.
    pub text: String,
}

/// What the messages mean.
pub struct MessagesAnswer {
    cluster: Option<AsRead>,
    /// The messages.
    pub explanation: Explanation,
}

impl MessagesQuestion {
    /// Explains the messages, without a cluster only what they mean.
    ///
    /// # Errors
    /// The cluster cannot be read.
    pub fn answer(self, request: Request) -> Result<MessagesAnswer, Refused> {
        let has_cluster = request.cluster.is_some();
        let cluster = has_cluster.then(|| surroundings_as_read(request)).transpose()?.map(|it| it.0);
        let explanation = explain_output(&self.text, cluster.as_ref());
        Ok(MessagesAnswer { cluster, explanation })
    }
}

impl MessagesAnswer {
    /// The document of `explain -`.
    pub fn document(&self) -> impl Serialize + '_ {
        messages_document(&self.explanation, self.cluster.as_ref().map(AsRead::view))
    }
}

/// The document of `explain -`.
#[derive(Serialize)]
struct Document<'e> {
    version: u32,
    answers: Vec<Answer<'e>>,
    unknown: Vec<Unknown<'e>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    outputs: Vec<Output<'e>>,
}

/// The lines of outputs of a command that are not messages.
#[derive(Serialize)]
struct Output<'e> {
    command: &'e str,
    lines: usize,
}

#[derive(Serialize)]
struct Answer<'e> {
    reason: &'e str,
    line: usize,
    meaning: &'e str,
    #[serde(skip_serializing_if = "str::is_empty")]
    check: &'e str,
    conditions: Vec<JsonCondition<'e>>,
    hosts: Hosts<'e>,
    rules: &'e [&'e str],
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    queue: Option<&'e str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    jobs: &'e [String],
}

#[derive(Serialize)]
struct JsonCondition<'e> {
    text: &'e str,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'e str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    hosts: &'e [String],
}

/// The hosts of an answer; an empty object if LSF names none.
#[derive(Serialize)]
struct Hosts<'e> {
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    names: &'e [String],
}

#[derive(Serialize)]
struct Unknown<'e> {
    line: usize,
    text: &'e str,
}

/// The document of `explain -`. `view`: the cluster that the conditions are in.
pub fn messages_document<'e>(explanation: &'e Explanation, view: Option<View<'e>>) -> impl Serialize + 'e {
    let condition = |it: &'e Condition| JsonCondition {
        text: &it.text,
        file: it.place.as_ref().map(|it| &*it.file),
        line: it.place.as_ref().and_then(|place| view?.line_of(place)),
        hosts: &it.hosts,
    };
    let answer = |it: &'e ReasonAnswer| Answer {
        reason: &it.reason,
        line: it.line,
        meaning: it.message.effect,
        check: it.message.look,
        conditions: it.conditions.iter().map(condition).collect(),
        hosts: Hosts { count: it.host_count, names: &it.hosts },
        rules: it.message.rules,
        id: it.message.id,
        queue: it.queue.as_deref(),
        jobs: &it.jobs,
    };
    Document {
        version: 1,
        answers: explanation.answers.iter().map(answer).collect(),
        unknown: explanation.unknown.iter().map(|it| Unknown { line: it.line, text: &it.text }).collect(),
        outputs: explanation.outputs.iter().map(|it| Output { command: &it.command, lines: it.lines }).collect(),
    }
}
