//! Rust code of the tables that do not belong to a single file of LSF.

use std::fmt::Write as _;

use super::data::Facts;
use super::emit::{dialect, list, param_expression, variant, version};
use super::{
    HEAD, Output, after_change, bsub, connector, displays, enforcement, lists, messages, output, shape, zones,
};

/// Every table, in a fixed order.
pub(super) fn all(facts: &Facts) -> Vec<Output> {
    vec![
        shapes(facts),
        resources(facts),
        versions(facts),
        aps(facts),
        requirement(facts),
        common(facts),
        bsub::output(facts),
        lists::table(&facts.lists),
        messages::table(&facts.messages),
        output::table(&facts.outputs),
        displays::table(&facts.displays),
        zones::table(&facts.zones),
        connector::table(&facts.connector),
        enforcement::table(&facts.enforcement),
        after_change::table(&facts.after_change),
    ]
}

pub(super) fn output(name: &str, text: String) -> Output {
    Output { name: name.to_owned(), text }
}

fn shapes(facts: &Facts) -> Output {
    let mut text = HEAD.to_owned();
    text.push_str(
        "#![allow(unused_imports, dead_code, reason = \"a shape may use few names and serve only other shapes\")]\n",
    );
    text.push_str("use super::prelude::*;\n\n");
    for named in &facts.shapes {
        let name = named.data.name.to_ascii_uppercase();
        let _ = writeln!(text, "pub(crate) const {name}: S = {};", shape::expression(&named.shape, ""));
    }
    output("shapes.rs", text)
}

fn optional_number(number: Option<f64>) -> String {
    number.map_or("None".to_owned(), |it| format!("Some({it:?})"))
}

pub(super) fn optional_version(text: &str) -> String {
    if text.is_empty() { "None".to_owned() } else { format!("Some({})", version(text).expect("validated")) }
}

fn dialects(words: &[String]) -> String {
    let words: Vec<String> = words.iter().map(|it| format!("Dialect::{}", dialect(it).expect("validated"))).collect();
    format!("&[{}]", words.join(", "))
}

fn resources(facts: &Facts) -> Output {
    let data = &facts.resources;
    let mut text = HEAD.to_owned();
    text.push_str(
        "use crate::{BuiltinResource, Confidence, Direction, HostStatus, Namespace, Reading, ResourceType, Version};\n\n",
    );
    text.push_str("/// The built-in resources.\npub static BUILTIN_RESOURCES: &[BuiltinResource] = &[\n");
    for it in &data.resource {
        let direction = match it.direction.as_str() {
            "" => "None".to_owned(),
            word => format!("Some(Direction::{})", variant(word)),
        };
        let names = match it.names.as_str() {
            "" => "None".to_owned(),
            word => format!("Some(Namespace::{})", variant(word)),
        };
        let interval = it.interval.map_or("None".to_owned(), |it| format!("Some({it})"));
        let _ = writeln!(
            text,
            "    BuiltinResource {{ name: {:?}, alias: {:?}, kind: ResourceType::{}, reading: Reading::{}, direction: {direction}, \
             unit: {:?}, range: ({}, {}), interval: {interval}, consumable: {}, order: {}, defined: {}, threshold: {}, \
             size_units: {}, names: {names}, summary: {:?}, since: {}, numbered: {}, confidence: Confidence::{} }},",
            it.name,
            it.alias,
            variant(&it.r#type),
            variant(&it.reading),
            it.unit,
            optional_number(it.min),
            optional_number(it.max),
            it.consumable,
            it.order,
            it.defined,
            it.threshold,
            it.size_units,
            it.summary,
            optional_version(&it.since),
            it.numbered,
            variant(&it.confidence)
        );
    }
    text.push_str("];\n\n");
    let names = &data.names;
    let mut strings = |doc: &str, name: &str, items: &[String]| {
        let _ = writeln!(text, "/// {doc}\npub static {name}: &[&str] = {};\n", list(items));
    };
    strings("Names that lsf.shared may not define.", "RESERVED_NAMES", &names.reserved);
    strings(
        "Reserved names that the installed lsf.shared defines itself, as static Booleans.",
        "SHIPPED_RESERVED_NAMES",
        &names.reserved_but_shipped_as_boolean,
    );
    strings("Keywords of requirement strings that make confusing names.", "DISCOURAGED_NAMES", &names.discouraged);
    strings(
        "Prefixes that a resource name may not have, ignoring case. A digit is not allowed either.",
        "FORBIDDEN_NAME_PREFIXES",
        &names.forbidden_prefixes,
    );
    strings(
        "Built-in sizes in MB without a documented size suffix.",
        "UNDOCUMENTED_SIZE_UNITS",
        &names.size_undocumented,
    );
    strings("Built-in names that `defined()` does not accept, as documented.", "UNDEFINABLE_NAMES", &names.undefinable);
    strings("Host types and models that LIM knows without lsf.shared.", "PREDEFINED_TYPES", &names.predefined_types);
    text.push_str("/// Values that `status` may be compared with.\npub static STATUS_VALUES: &[HostStatus] = &[\n");
    for it in &data.status {
        let _ = writeln!(
            text,
            "    HostStatus {{ name: {:?}, batch: {}, summary: {:?}, confidence: Confidence::{} }},",
            it.name,
            it.batch,
            it.summary,
            variant(&it.confidence)
        );
    }
    text.push_str("];\n");
    output("resources.rs", text)
}

fn versions(facts: &Facts) -> Output {
    let data = &facts.versions;
    let mut text = HEAD.to_owned();
    text.push_str("use crate::{Confidence, Dialect, DialectKeywords, KnownTarget, Switch, SwitchSpec, Version};\n\n");
    let newest = data.target.iter().find(|it| it.dialect == "lsf").expect("the table has an LSF version");
    let _ = writeln!(
        text,
        "/// The newest version of LSF in the table.\npub(crate) const NEWEST: Version = {};\n",
        version(&newest.version).expect("validated")
    );
    let manual = version(&data.manual).expect("validated");
    let _ = writeln!(text, "/// The version of the manual.\npub(crate) const MANUAL: Version = {manual};\n");
    text.push_str("/// The known targets, newest first, then the open-source relatives.\npub static KNOWN_TARGETS: &[KnownTarget] = &[\n");
    for it in &data.target {
        let _ = writeln!(
            text,
            "    KnownTarget {{ name: {:?}, dialect: Dialect::{}, version: {}, summary: {:?} }},",
            it.name,
            dialect(&it.dialect).expect("validated"),
            version(&it.version).expect("validated"),
            it.summary
        );
    }
    text.push_str(
        "];\n\n/// The facts about each [`Switch`], in its order.\npub(crate) static SWITCHES: &[SwitchSpec] = &[\n",
    );
    for it in &data.switch {
        let _ = writeln!(
            text,
            "    SwitchSpec {{ switch: Switch::{}, name: {:?}, since: {}, dialects: {}, summary: {:?}, source: {:?}, confidence: Confidence::{} }},",
            variant(&it.name),
            it.name,
            version(&it.since).expect("validated"),
            dialects(&it.dialects),
            it.summary,
            it.source,
            variant(&it.confidence)
        );
    }
    text.push_str("];\n\n/// The keywords that other programs know in some sections.\npub static DIALECT_KEYWORDS: &[DialectKeywords] = &[\n");
    for it in &data.keywords {
        let _ = writeln!(
            text,
            "    DialectKeywords {{ dialect: Dialect::{}, section: {:?}, source: {:?}, names: {} }},",
            dialect(&it.dialect).expect("validated"),
            it.section,
            it.source,
            list(&it.names)
        );
    }
    text.push_str("];\n");
    output("versions.rs", text)
}

fn aps(facts: &Facts) -> Output {
    let data = &facts.aps;
    let mut text = HEAD.to_owned();
    text.push_str("use crate::{ApsFactor, ApsPart, ApsValue, Respelling, Version};\n\n");
    let _ = writeln!(
        text,
        "/// The largest number that is documented, with low confidence.\npub const APS_LARGEST: f64 = {:?};\n",
        data.largest
    );
    text.push_str("/// The parts of APS_PRIORITY.\npub static APS_PARTS: &[ApsPart] = &[\n");
    for it in &data.part {
        let _ = writeln!(
            text,
            "    ApsPart {{ name: {:?}, value: ApsValue::{}, summary: {:?} }},",
            it.name,
            variant(&it.value),
            it.summary
        );
    }
    text.push_str(
        "];\n\n/// The factors, parents before their sub-factors.\npub static APS_FACTORS: &[ApsFactor] = &[\n",
    );
    for it in &data.factor {
        let _ = writeln!(
            text,
            "    ApsFactor {{ name: {:?}, parent: {:?}, since: {}, configurable: {}, summary: {:?}, data: {:?}, section: {:?}, resource: {:?}, needs: {} }},",
            it.name,
            it.parent,
            optional_version(&it.since),
            it.configurable,
            it.summary,
            it.data,
            it.section,
            it.resource,
            list(&it.needs)
        );
    }
    text.push_str("];\n\n/// Names used in prose or in other products, and the name that LSF reads.\npub static APS_RESPELLINGS: &[Respelling] = &[\n");
    for it in &data.spelling {
        let _ = writeln!(
            text,
            "    Respelling {{ place: \"\", wrong: {:?}, right: {:?}, note: \"\" }},",
            it.wrong, it.right
        );
    }
    text.push_str("];\n");
    output("aps.rs", text)
}

fn requirement(facts: &Facts) -> Output {
    let data = &facts.requirement;
    let mut text = HEAD.to_owned();
    text.push_str(
        "use crate::{Confidence, EmptyWord, GpuOption, KeywordPlace, KeywordValue, RequirementConsumer, RequirementKeyword};\n",
    );
    text.push_str("use crate::{RequirementSection, Respelling, Version};\n\n");
    let lists = &data.lists;
    for (doc, name, items) in [
        ("Units after a size; each step is 1024 times the one before.", "SIZE_UNITS", &lists.size_units),
        ("Units after a duration; minutes without one.", "TIME_UNITS", &lists.time_units),
        ("Reservation methods after an amount in rusage: `/job`.", "RESERVATION_METHODS", &lists.methods),
        ("Resources whose amount in rusage may have several phases: `mem=(9 5)`.", "PHASED_RESOURCES", &lists.phased),
        ("Values of `type` and `model` other than names.", "SELECTION_WORDS", &lists.selection_words),
        ("Functions of select.", "SELECTION_FUNCTIONS", &lists.functions),
    ] {
        let _ = writeln!(text, "/// {doc}\npub static {name}: &[&str] = {};\n", list(items));
    }
    for (doc, name, value) in [
        ("The select section of a requirement that has none.", "DEFAULT_SELECT", &lists.default_select),
        ("The order section of a requirement that has none.", "DEFAULT_ORDER", &lists.default_order),
        ("The resource the GPU words of rusage belong to.", "GPU_RESOURCE", &lists.gpu_resource),
    ] {
        let _ = writeln!(text, "/// {doc}\npub const {name}: &str = {value:?};\n");
    }
    text.push_str("/// The sections of a requirement string, in the order LSF documents them.\n");
    text.push_str("pub static REQUIREMENT_SECTIONS: &[RequirementSection] = &[\n");
    for it in &data.section {
        let _ = writeln!(
            text,
            "    RequirementSection {{ name: {:?}, summary: {:?}, form: {:?}, multiple: {}, compound: {}, since: {}, source: {:?}, keywords: &[",
            it.name,
            it.summary,
            it.form,
            it.multiple,
            it.compound,
            optional_version(&it.since),
            it.source
        );
        for word in &it.keyword {
            let _ = writeln!(
                text,
                "        RequirementKeyword {{ name: {:?}, place: KeywordPlace::{}, value: KeywordValue::{}, form: {:?}, values: {}, \
                 min: {}, alias_of: {:?}, conflicts: {}, compound: {}, since: {}, summary: {:?}, confidence: Confidence::{} }},",
                word.name,
                variant(&word.place),
                variant(&word.value),
                word.form,
                list(&word.values),
                optional_number(word.min),
                word.alias_of,
                list(&word.conflicts),
                word.compound,
                optional_version(&word.since),
                word.summary,
                variant(&word.confidence)
            );
        }
        text.push_str("    ] },\n");
    }
    text.push_str(
        "];\n\n/// The consumers of requirement strings with the sections that they read.\npub static REQUIREMENT_CONSUMERS: &[RequirementConsumer] = &[\n",
    );
    for it in &data.consumer {
        let _ = writeln!(
            text,
            "    RequirementConsumer {{ name: {:?}, sections: {}, several: {}, usage_alternatives: {}, compound: {}, \
             source: {:?} }},",
            it.name,
            list(&it.sections),
            it.several,
            it.usage_alternatives,
            it.compound,
            it.source
        );
    }
    text.push_str(
        "];\n\n/// Words that programs print instead of a value.\npub static EMPTY_WORDS: &[EmptyWord] = &[\n",
    );
    for it in &data.empty_word {
        let _ = writeln!(text, "    EmptyWord {{ word: {:?}, reason: {:?} }},", it.word, it.reason);
    }
    text.push_str("];\n\n/// The options of a GPU requirement.\npub static GPU_OPTIONS: &[GpuOption] = &[\n");
    for it in &data.gpu_option {
        let _ =
            writeln!(text, "    GpuOption {{ name: {:?}, form: {:?}, summary: {:?} }},", it.name, it.form, it.summary);
    }
    text.push_str("];\n\n/// Misspelled words in requirement strings, and the words that LSF reads.\npub static REQUIREMENT_RESPELLINGS: &[Respelling] = &[\n");
    for it in &data.spelling {
        let _ = writeln!(
            text,
            "    Respelling {{ place: {:?}, wrong: {:?}, right: {:?}, note: {:?} }},",
            it.section, it.wrong, it.right, it.note
        );
    }
    text.push_str("];\n");
    output("requirement.rs", text)
}

fn common(facts: &Facts) -> Output {
    let mut text = HEAD.to_owned();
    text.push_str(
        "#![allow(unused_imports, reason = \"not every table needs every name\")]\nuse super::prelude::*;\n\n",
    );
    text.push_str("/// Extensions of templates of configuration files, such as `lsb.queues.in`.\n");
    let endings = list(&facts.common.template_endings);
    let _ = writeln!(text, "pub static TEMPLATE_ENDINGS: &[&str] = {endings};\n");
    text.push_str("/// Files of an installation that set up a shell: neither configuration nor job scripts.\n");
    let _ = writeln!(text, "pub static NOT_READ: &[&str] = {};\n", list(&facts.common.not_read));
    text.push_str("/// Lines that look like comments but are directives, in the order of the documentation.\n");
    text.push_str("pub static DIRECTIVES: &[ParamSpec] = &[\n");
    for it in &facts.common.directive {
        let grammar = format!("G::{}", variant(&it.grammar));
        let _ = writeln!(text, "    {},", param_expression(it, &grammar, "", ""));
    }
    text.push_str("];\n\n/// Plug-ins of lsb.modules with the features that require them.\n");
    text.push_str("pub static PLUGINS: &[crate::Plugin] = &[\n");
    for it in &facts.common.plugin {
        let (params, sections, requirements) = (list(&it.params), list(&it.sections), list(&it.requirements));
        let facts = format!("params: {params}, sections: {sections}, requirements: {requirements}");
        let _ = writeln!(text, "    crate::Plugin {{ name: {:?}, {facts} }},", it.name);
    }
    text.push_str("];\n\n/// Container runtimes of CONTAINER.\n");
    text.push_str("pub static CONTAINER_RUNTIMES: &[crate::ContainerRuntime] = &[\n");
    for it in &facts.common.container_runtime {
        let _ = writeln!(
            text,
            "    crate::ContainerRuntime {{ name: {:?}, driver: {}, skips_pre_post: {}, source: {:?}, confidence: C::{} }},",
            it.name,
            it.driver,
            it.skips_pre_post,
            it.source,
            variant(&it.confidence)
        );
    }
    text.push_str("];\n\n/// The controls of jobs, of queues and of application profiles.\n");
    text.push_str("pub static JOB_ACTIONS: &[crate::JobAction] = &[\n");
    for it in &facts.common.job_action {
        let _ = writeln!(
            text,
            "    crate::JobAction {{ name: {:?}, parameter: {:?}, commands: {}, source: {:?} }},",
            it.name,
            it.parameter,
            list(&it.commands),
            it.source
        );
    }
    text.push_str("];\n");
    output("common.rs", text)
}
