//! Rust code of the tables of each file of LSF.

use std::fmt::Write as _;

use anyhow::bail;

use super::data::{Facts, File, KINDS, Param, ParamData, Reason, Section};
use super::shape::{self, Shape};
use super::{HEAD, Output};

/// `grammar = "..."` of the data and the variant; the third field is whether `namespace` is allowed.
const GRAMMARS: &[(&str, &str, bool)] = &[
    ("text", "Text", false),
    ("word", "Word", false),
    ("name", "Name", true),
    ("names", "Names", true),
    ("yes_no", "YesNo", false),
    ("integer", "Integer", false),
    ("number", "Number", false),
    ("percent", "Percent", false),
    ("size", "Size", false),
    ("enum", "Enum", false),
    ("enum_list", "EnumList", false),
    ("path", "Path", false),
    ("paths", "Paths", false),
    ("command", "Command", false),
    ("hour_minute", "HourMinute", false),
    ("run_limit", "RunLimit", false),
    ("limit_pair", "LimitPair", false),
    ("task_limit", "TaskLimit", false),
    ("threshold", "Threshold", false),
    ("res_req", "ResReq", false),
    ("condition", "Condition", false),
    ("aps_priority", "ApsPriority", false),
    ("time_windows", "TimeWindows", false),
    ("host_list", "HostList", false),
    ("user_list", "UserList", false),
    ("queue_list", "QueueList", false),
    ("application_list", "ApplicationList", false),
    ("fairshare", "Fairshare", false),
    ("user_shares", "UserShares", false),
    ("preemption", "Preemption", false),
    ("job_controls", "JobControls", false),
    ("exit_values", "ExitValues", false),
    ("slot_reserve", "SlotReserve", false),
    ("reservation_limits", "ReservationLimits", false),
    ("exclusive", "Exclusive", false),
    ("checkpoint", "Checkpoint", false),
    ("location", "Location", false),
    ("host_resources", "HostResources", false),
    ("local_resources", "LocalResources", false),
    ("any", "Any", false),
    ("shape", "Shape", false),
];

const NAMESPACES: [(&str, &str); 16] = [
    ("queue", "Queue"),
    ("application", "Application"),
    ("host", "Host"),
    ("host_group", "HostGroup"),
    ("user", "User"),
    ("user_group", "UserGroup"),
    ("resource", "Resource"),
    ("host_type", "HostType"),
    ("host_model", "HostModel"),
    ("cluster", "Cluster"),
    ("service_class", "ServiceClass"),
    ("pool", "Pool"),
    ("limit", "Limit"),
    ("compute_unit_type", "ComputeUnitType"),
    ("project", "Project"),
    ("license", "License"),
];

/// The variant of a namespace.
pub(super) fn namespace(name: &str) -> anyhow::Result<&'static str> {
    match NAMESPACES.iter().find(|(word, _)| *word == name) {
        Some((_, variant)) => Ok(variant),
        None => bail!("unknown namespace `{name}`"),
    }
}

/// The expression of a parameter's grammar.
pub(super) fn grammar(param: &Param) -> anyhow::Result<String> {
    grammar_of(param.shape.as_ref(), &param.data.grammar, &param.data.namespace)
}

/// The expression of a grammar: a pattern, or a name with a namespace.
pub(super) fn grammar_of(pattern: Option<&Shape>, name: &str, space: &str) -> anyhow::Result<String> {
    if let Some(pattern) = pattern {
        if !name.is_empty() || !space.is_empty() {
            bail!("`shape` conflicts with `grammar` and `namespace`");
        }
        return Ok(format!("G::Shape(&{})", shape::expression(pattern, "shapes::")));
    }
    let Some((_, variant, named)) = GRAMMARS.iter().find(|(word, ..)| *word == name).filter(|it| it.0 != "shape")
    else {
        bail!("unknown grammar `{name}`");
    };
    match (named, space) {
        (true, "") => Ok(format!("G::{variant}(None)")),
        (true, space) => Ok(format!("G::{variant}(Some(N::{}))", namespace(space)?)),
        (false, "") => Ok(format!("G::{variant}")),
        (false, space) => bail!("grammar `{name}` does not allow the namespace `{space}`"),
    }
}

/// A version as a Rust expression.
pub(super) fn version(text: &str) -> anyhow::Result<String> {
    let mut parts = [0u8; 4];
    let words: Vec<&str> = text.split('.').collect();
    if words.len() > parts.len() {
        bail!("version `{text}` has more than four numbers");
    }
    for (part, word) in parts.iter_mut().zip(words) {
        match word.parse() {
            Ok(number) => *part = number,
            Err(_) => bail!("invalid version `{text}`"),
        }
    }
    Ok(format!("Version({parts:?})"))
}

/// `snake_case` to the name of a variant.
pub(super) fn variant(word: &str) -> String {
    word.split('_')
        .flat_map(|part| {
            let mut characters = part.chars();
            characters.next().map(|it| it.to_ascii_uppercase()).into_iter().chain(characters).collect::<Vec<_>>()
        })
        .collect()
}

/// A list of strings as a Rust expression.
pub(super) fn list(items: &[String]) -> String {
    format!("&{items:?}")
}

/// The name of the module of a file: `lsb_queues`.
fn module_name(name: &str) -> String {
    name.replace('.', "_")
}

/// `generated/mod.rs`.
pub(super) fn module(facts: &Facts) -> Output {
    let mut text = HEAD.to_owned();
    for file in &facts.files {
        let _ = writeln!(text, "mod {};", module_name(&file.head.name));
    }
    text.push_str(
        "pub(crate) mod after_change;\npub(crate) mod aps;\npub(crate) mod bsub;\npub(crate) mod common;\npub(crate) mod displays;\npub(crate) mod enforcement;\npub mod lists;\npub(crate) mod messages;\npub(crate) mod output;\npub(crate) mod requirement;\npub(crate) mod resources;\n",
    );
    text.push_str(
        "pub(crate) mod connector;\npub(crate) mod shapes;\npub(crate) mod versions;\npub(crate) mod zones;\n\n",
    );
    text.push_str("/// The names that each table uses.\n#[allow(unused_imports, reason = \"not every data file uses all of them\")]\nmod prelude {\n");
    text.push_str("    pub(super) use super::shapes;\n");
    text.push_str("    pub(super) use crate::{Bound, Definition, Dialect, Directives, EnvironmentVariable, FileKind, FileSpec, IncludePlace, Layout};\n");
    text.push_str("    pub(super) use crate::{LexerFamily, Loss, ParamSpec, Recognition, SectionSpec, Version};\n");
    text.push_str("    pub(super) use crate::lookup::NameTable;\n");
    text.push_str("    pub(super) use crate::{Confidence as C, Grammar as G, Maturity as M, Namespace as N, ParamKind as K, Reason as R, Shape as S, Terminal as T};\n");
    text.push_str("}\n\n");
    let _ = writeln!(
        text,
        "/// The files in the order of `FileKind`.\npub(crate) static FILES: [&crate::FileSpec; {}] = [",
        facts.files.len()
    );
    for file in &facts.files {
        let _ = writeln!(text, "    &{}::FILE,", module_name(&file.head.name));
    }
    text.push_str("];\n");
    Output { name: "mod.rs".to_owned(), text }
}

/// The table of one file.
pub(super) fn file(file: &File, facts: &Facts) -> Output {
    let head = &file.head;
    let index = facts.files.iter().position(|it| it.head.name == head.name).expect("a file of the facts");
    let mut text = HEAD.to_owned();
    let _ = writeln!(text, "#![allow(unused_imports, reason = \"not every file needs every name\")]");
    let _ = writeln!(text, "use super::prelude::*;\n");
    let _ = writeln!(text, "const SOURCE: &str = {:?};\n", head.source);
    let _ = writeln!(text, "pub(super) static FILE: FileSpec = FileSpec {{");
    let _ = writeln!(text, "    kind: FileKind::{},", KINDS[index].1);
    let _ = writeln!(text, "    name: {:?},", head.name);
    let _ = writeln!(text, "    summary: {:?},", head.summary);
    let _ = writeln!(
        text,
        "    recognition: Recognition {{ names: {}, prefixes: {}, sections: {}, line_start: {:?}, usual_starts: {} }},",
        list(&head.recognition.names),
        list(&head.recognition.prefixes),
        list(&head.recognition.sections),
        head.recognition.line_start,
        list(&head.recognition.usual_starts)
    );
    let _ = writeln!(text, "    directory: {:?},", head.directory);
    let _ = writeln!(text, "    lexer: LexerFamily::{},", variant(&head.lexer));
    let _ = writeln!(
        text,
        "    directives: Directives {{ conditionals: {}, define: {}, include: IncludePlace::{} }},",
        head.directives.conditionals,
        head.directives.define,
        variant(&head.directives.include)
    );
    let _ = writeln!(text, "    sections: SECTIONS,");
    let _ = writeln!(text, "    identity_section: {:?},", head.identity_section);
    let _ = writeln!(text, "    required_sections: {},", list(&head.required_sections));
    let _ = writeln!(text, "    expected_sections: {},", list(&head.expected_sections));
    let _ = writeln!(text, "    names_complete: {},", head.names_complete);
    let _ = writeln!(text, "    case_sensitive_names: {},", head.case_sensitive_names);
    let _ = writeln!(text, "    row_quotes_unknown: {},", head.row_quotes_unknown);
    let _ = writeln!(text, "    installer_only: {},", head.installer_only);
    let _ = writeln!(text, "    empty_values: {},", list(&head.empty_values));
    let _ = writeln!(text, "    notes: {},", list(&head.notes));
    let _ = writeln!(text, "    environment: &[");
    for variable in &head.environment {
        let _ = writeln!(
            text,
            "        EnvironmentVariable {{ name: {:?}, summary: {:?}, source: {:?}, confidence: C::{} }},",
            variable.name,
            variable.summary,
            variable.source,
            variant(&variable.confidence)
        );
    }
    let _ = writeln!(text, "    ],\n    source: SOURCE,\n}};\n");
    let _ = writeln!(text, "static SECTIONS: &[SectionSpec] = &[");
    for (number, section) in file.sections.iter().enumerate() {
        section_head(&mut text, section, number, &head.source);
    }
    let _ = writeln!(text, "];");
    for (number, section) in file.sections.iter().enumerate() {
        section_body(&mut text, section, number, &head.source);
    }
    Output { name: format!("{}.rs", module_name(&head.name)), text }
}

fn section_head(text: &mut String, section: &Section, number: usize, source: &str) {
    let head = &section.head;
    let _ = writeln!(text, "    SectionSpec {{");
    let _ = writeln!(text, "        name: {:?},", head.name);
    let _ = writeln!(text, "        aliases: {},", list(&head.aliases));
    let _ = writeln!(text, "        layout: Layout::{},", variant(&head.layout));
    let _ = writeln!(text, "        repeats: {},", head.repeats);
    let _ = writeln!(text, "        second_ignored: {},", head.second_ignored);
    let _ = writeln!(text, "        required: {},", list(&head.required));
    let _ = writeln!(text, "        usual: {},", list(&head.usual));
    let _ = writeln!(text, "        frequent: {},", list(&head.frequent));
    let because = reason(head.required_because.as_ref(), source).unwrap_or("R::NONE".to_owned());
    let _ = writeln!(text, "        required_because: {because},");
    let _ = writeln!(text, "        must_follow: {:?},", head.must_follow);
    let defines = head.defines.as_ref().map_or("None".to_owned(), |it| {
        let (key, what, dropped, with) = (&it.key, &it.what, it.second_dropped, &it.repeats_with);
        format!(
            "Some(Definition {{ key: {key:?}, what: {what:?}, second_dropped: {dropped}, repeats_with: {with:?} }})"
        )
    });
    let _ = writeln!(text, "        defines: {defines},");
    let _ = writeln!(text, "        load_index_names: {},", head.load_index_names);
    let _ = writeln!(text, "        max_rows: {},", head.max_rows);
    let _ = writeln!(text, "        obsolete: {:?},", head.obsolete);
    let _ = writeln!(text, "        summary: {:?},", head.summary);
    let _ = writeln!(text, "        params: PARAMS_{number},");
    let _ = writeln!(text, "        by_name: &BY_NAME_{number},");
    let _ = writeln!(text, "    }},");
}

fn section_body(text: &mut String, section: &Section, number: usize, source: &str) {
    let _ = writeln!(text, "\nstatic PARAMS_{number}: &[ParamSpec] = &[");
    for it in &section.params {
        param(text, it, &section.head.name, source);
    }
    let _ = writeln!(text, "];\n");
    let _ = writeln!(text, "static BY_NAME_{number}: NameTable = NameTable::new();");
}

/// One parameter on one line, only the fields that differ from `ParamSpec::DEFAULT`.
fn param(text: &mut String, param: &Param, section: &str, source: &str) {
    let grammar = grammar(param).expect("validated");
    let _ = writeln!(text, "    {},", param_expression(&param.data, &grammar, section, source));
}

/// A `ParamSpec`; `file_source` is the value of the constant `SOURCE` of its module.
pub(super) fn param_expression(it: &ParamData, grammar: &str, section: &str, file_source: &str) -> String {
    let mut fields = vec![format!("name: {:?}", it.name)];
    let mut string = |name: &str, value: &str| {
        if !value.is_empty() {
            fields.push(format!("{name}: {value:?}"));
        }
    };
    string("section", section);
    string("form", &it.form);
    string("unit", &it.unit);
    string("default", &it.default);
    string("replaced_by", &it.replaced_by);
    string("example", &it.example);
    string("summary", &it.summary);
    string("forbidden_characters", &it.forbidden_characters);
    string("same_limit", &it.same_limit);
    string("above_effect", &it.above_effect);
    let mut strings = |name: &str, items: &[String]| {
        if !items.is_empty() {
            fields.push(format!("{name}: {}", list(items)));
        }
    };
    strings("values", &it.values);
    strings("literals", &it.literals);
    strings("aliases", &it.aliases);
    strings("requires", &it.requires);
    strings("requires_any", &it.requires_any);
    strings("conflicts", &it.conflicts);
    strings("references", &it.references);
    strings("affected_by", &it.affected_by);
    strings("overrides", &it.overrides);
    strings("reserved", &it.reserved);
    strings("alone", &it.alone);
    strings("rivals", &it.rivals);
    strings("not_above", &it.not_above);
    strings("distinct_from", &it.distinct_from);
    strings("useful_with", &it.useful_with);
    strings("void_with", &it.void_with);
    strings("only_with", &it.only_with);
    strings("notes", &it.notes);
    fields.push(format!("kind: K::{}", variant(&it.kind)));
    fields.push(format!("grammar: {grammar}"));
    fields.push(format!("confidence: C::{}", variant(&it.confidence)));
    if it.case_sensitive {
        fields.push("case_sensitive: true".to_owned());
    }
    if let Some(bound) = it.min {
        fields.push(format!("min: Some(Bound::{})", self::bound(bound, it.min_exclusive)));
    }
    if let Some(bound) = it.max {
        fields.push(format!("max: Some(Bound::{})", self::bound(bound, it.max_exclusive)));
    }
    if let Some(percent) = it.max_percent {
        fields.push(format!("max_percent: Some({percent:?})"));
    }
    if let Some(length) = it.max_length {
        fields.push(format!("max_length: Some({length})"));
    }
    if let Some(items) = it.max_items {
        fields.push(format!("max_items: Some({items})"));
    }
    if let Some(length) = it.min_length {
        fields.push(format!("min_length: Some({length})"));
    }
    if let Some(characters) = &it.name_characters {
        fields.push(format!("name_characters: Some({characters:?})"));
    }
    for (name, value) in [("clamped", it.clamped), ("no_leading_digit", it.no_leading_digit), ("absolute", it.absolute)]
    {
        if value {
            fields.push(format!("{name}: true"));
        }
    }
    if !it.loss.is_empty() {
        fields.push(format!("loss: Loss::{}", variant(&it.loss)));
    }
    if !it.slots_of.is_empty() {
        fields.push(format!("slots_of: Some(crate::SlotScope::{})", variant(&it.slots_of)));
    }
    if !it.status.is_empty() {
        fields.push(format!("maturity: M::{}", variant(&it.status)));
    }
    if !it.default_before.is_empty() {
        fields.push(format!("default_before: {:?}", it.default_before));
    }
    for (name, value) in [
        ("since", &it.since),
        ("deprecated_since", &it.deprecated_since),
        ("removed_since", &it.removed_since),
        ("default_since", &it.default_since),
    ] {
        if !value.is_empty() {
            fields.push(format!("{name}: Some({})", version(value).expect("validated")));
        }
    }
    if !it.only_in.is_empty() {
        let dialects: Vec<String> =
            it.only_in.iter().map(|it| format!("Dialect::{}", dialect(it).expect("validated"))).collect();
        fields.push(format!("only_in: &[{}]", dialects.join(", ")));
    }
    let own = if it.source.is_empty() { file_source } else { &it.source };
    for (name, because) in [("status_because", &it.status_because), ("requires_because", &it.requires_because)] {
        fields.extend(reason(because.as_ref(), own).map(|it| format!("{name}: {it}")));
    }
    if !it.name_verified {
        fields.push("name_verified: false".to_owned());
    }
    match it.source.as_str() {
        "" => fields.push("source: SOURCE".to_owned()),
        other if other == file_source => fields.push("source: SOURCE".to_owned()),
        other => fields.push(format!("source: {other:?}")),
    }
    format!("ParamSpec {{ {}, ..ParamSpec::DEFAULT }}", fields.join(", "))
}

/// A `Reason`, whose source is `own` if it names none.
fn reason(reason: Option<&Reason>, own: &str) -> Option<String> {
    let Reason { text, source } = reason?;
    Some(format!("R {{ text: {text:?}, source: {:?} }}", if source.is_empty() { own } else { source }))
}

fn bound(value: f64, exclusive: bool) -> String {
    format!("{}({value:?})", if exclusive { "Exclusive" } else { "Inclusive" })
}

/// The variant of a dialect.
pub(super) fn dialect(word: &str) -> anyhow::Result<&'static str> {
    match word {
        "lsf" => Ok("Lsf"),
        "openlava" => Ok("OpenLava"),
        "volclava" => Ok("Volclava"),
        _ => bail!("unknown dialect `{word}`"),
    }
}
