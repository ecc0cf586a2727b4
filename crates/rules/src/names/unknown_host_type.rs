use lsflint_lint::select::{Against, Constant, text_of};
use lsflint_lint::suggest::{did_you_mean, near_defined};
use lsflint_lint::{Applicability, Findings, Fix, Item, RequirementContext, SettingContext, Severity, rule};
use lsflint_model::{Knowledge, Referent, View};
use lsflint_spec::{FileKind, PREDEFINED_TYPES, ParamSpec, SELECTION_WORDS, lists};
use lsflint_syntax::ast::resreq::OperatorKind;

use crate::names::undefined::{may_hold, undefined};

rule! {
    /// Finds host types and host models that are not defined in lsf.shared, in the Host section and in comparisons of
    /// `type` and `model`.
    ///
    /// # Effect
    /// LSF ignores the row of a host with an undefined type or model: the host is not in the cluster. In a selection
    /// string no host matches: with `==` jobs stay pending, with `!=` the condition has no effect.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = select[type == LINXU]
    /// End Queue
    /// //- lsf.shared
    /// Begin HostType
    /// TYPENAME
    /// LINUX
    /// End HostType
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = select[type == LINUX]
    /// End Queue
    /// //- lsf.shared
    /// Begin HostType
    /// TYPENAME
    /// LINUX
    /// End HostType
    /// ```
    ///
    /// Nothing is reported unless lsf.shared is loaded with its list of types or models, except for `ANY` and `LOCAL`,
    /// which are not the words `any` and `local`.
    ///
    /// # Fix safety
    /// Unsafe: the condition starts to match hosts, and the similar name may be a different type.
    pub X002 "unknown-host-type" {
        family: Names, scope: Names, severity: Warning, fix: Unsafe,
        sources: [
            ibm("lsf.shared", "the sections HostType and HostModel"),
            ibm("lsf.conf.lsf_windows_host_type", "LIM warns about types that HostType does not define, except for the three"),
            volclava("lsf/intlib/resreq.c", "validValue", "`any`, `local`, types and models are compared with case"),
        ],
        checks: [Requirement(check), SettingOf(has_types, named)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    if context.broken {
        return;
    }
    for against in &context.parts.against {
        if against.name.is("type") {
            judge(against, context.cluster, Referent::HostType, findings);
        } else if against.name.is("model") {
            judge(against, context.cluster, Referent::HostModel, findings);
        }
    }
}

const TYPES: [Referent; 2] = [Referent::HostType, Referent::HostModel];

fn has_types(spec: &ParamSpec) -> bool {
    may_hold(spec, &TYPES)
}

/// Types and models in the Host section and in parameters.
fn named(context: &SettingContext<'_>, findings: &mut Findings) {
    // The types of the default are known without a row; about others, LIM only logs a warning.
    let default = context.setting.spec.map_or("", |it| it.default);
    let is_known = |name: &str| default.split(' ').any(|it| it == name);
    let with_default = default.split(' ').any(|it| lists::WINDOWS_HOST_TYPES.contains(&it));
    for name in undefined(context, &TYPES).into_iter().filter(|it| !is_known(&it.text)) {
        let consequence = match context.file.kind() {
            FileKind::LsfCluster => Item::Row.ignored().so("the host is not in the cluster"),
            _ => Item::Value.ignored(),
        };
        let found = name.report(consequence, findings);
        if name.is_sure && !with_default {
            found.severity(Severity::Error);
        }
    }
}

fn judge(against: &Against<'_>, view: View<'_>, referent: Referent, findings: &mut Findings) {
    let (what, known) = match referent {
        Referent::HostModel => ("model", view.host_models()),
        _ => ("type", view.host_types()),
    };
    if let Some((token, name)) = text_of(against.value)
        && let Some(word) = SELECTION_WORDS.iter().find(|it| **it != name && it.eq_ignore_ascii_case(name))
        && !known.contains(name)
    {
        let severity = if known.knowledge == Knowledge::Complete { Severity::Warning } else { Severity::Info };
        findings
            .report(token.range(), format!("`{name}` is a host {what}, not the word `{word}`"))
            .severity(severity)
            .consequence(Item::String.rejected().called("the condition").possible())
            .help(format!("write `{word}`"))
            .fix(Fix::replace(Applicability::Unsafe, format!("write `{word}`"), token.range(), *word));
        return;
    }
    let severity = match known.knowledge {
        Knowledge::Unknown => return,
        Knowledge::Partial => Severity::Info,
        Knowledge::Complete => Severity::Warning,
    };
    let Some((token, name)) = text_of(against.value) else { return };
    let equality = matches!(against.operator, OperatorKind::Equal | OperatorKind::Assign | OperatorKind::NotEqual);
    if !equality || SELECTION_WORDS.contains(&name) || PREDEFINED_TYPES.contains(&name) || known.contains(name) {
        return;
    }
    let message = match severity {
        Severity::Info => format!("host {what} `{name}` is not defined in the loaded files"),
        _ => format!("unknown host {what} `{name}`"),
    };
    let never = against.operator != OperatorKind::NotEqual;
    // It may be part of a larger condition.
    let consequence = match never {
        true => Item::Job.pending().called("jobs with the condition").because("no host meets it"),
        false => Item::String.no_effect().called("the condition").because("every host meets it"),
    };
    let found = findings.report(token.range(), message).severity(severity).consequence(consequence.possible());
    let Some(near) = near_defined(view, referent, name, || known.iter()) else {
        found.help(format!("define it in the Host{} section of lsf.shared, or correct the name", capital(what)));
        return;
    };
    found.help(did_you_mean(near.name));
    if near.unique && severity == Severity::Warning {
        let new = if matches!(against.value, Constant::Quoted(_)) {
            format!("'{}'", near.name)
        } else {
            near.name.to_owned()
        };
        found.fix(Fix::replace(Applicability::Unsafe, format!("write `{}`", near.name), token.range(), new));
    }
}

fn capital(what: &str) -> &'static str {
    if what == "type" { "Type" } else { "Model" }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- HostType of lsf.shared
        TYPENAME
        LINUX
        X86_64
        //- HostModel of lsf.shared
        MODELNAME CPUFACTOR ARCHITECTURE
        XeonGold 60 ()

        //# types and models are defined
        //- resreq
        type == LINXU || type != SPARC
                ^^^^^ X002 warning unknown host type `LINXU`
                                 ^^^^^ X002 warning unknown host type `SPARC`
                                 = effect: the condition may have no effect because every host meets it
                                 = help: define it in the HostType section of lsf.shared, or correct the name
            = fixed: type == LINUX || type != SPARC
        model == 'XeonGodl' && model = NoSuch
                 ^^^^^^^^^^ X002 warning unknown host model `XeonGodl`
                                       ^^^^^^ X002 warning unknown host model `NoSuch`
                                       = help: define it in the HostModel section of lsf.shared, or correct the name
            = fixed: model == 'XeonGold' && model = NoSuch

        //# rows of hosts
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        m1 ! ! 1 ()
        m2 EpycZ LINUX 1 ()
           ^^^^^ X002 error unknown host model `EpycZ`
            = effect: LSF ignores the row, so the host is not in the cluster
        m3 XeonGodl LINXU 1 ()
           ^^^^^^^^ X002 error unknown host model `XeonGodl`
                    ^^^^^ X002 error unknown host type `LINXU`
        //- fixed lsf.cluster.c1
        -m3 XeonGodl LINXU 1 ()
        +m3 XeonGold LINUX 1 ()
        //#
        //- without lsf.shared
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        m1 ! ! 1 ()
        m2 EpycZ LINUX 1 ()
        m3 XeonGodl LINXU 1 ()

        //# parameters
        //- lsf.conf
        LSB_RC_DEFAULT_HOST_TYPE=ARMX
                                 ^^^^ X002 error unknown host type `ARMX`
                                 = effect: LSF ignores the value
        LSF_LOCAL_RESOURCES="[type LINXU] [model XeonGold]"
                                   ^^^^^ X002 error unknown host type `LINXU`
        LSF_WINDOWS_HOST_TYPES="NTX86 NTX64 aaa"
                                            ^^^ X002 warning unknown host type `aaa`
        //- fixed lsf.conf
        -LSF_LOCAL_RESOURCES="[type LINXU] [model XeonGold]"
        +LSF_LOCAL_RESOURCES="[type LINUX] [model XeonGold]"

        //# special words and defined names are known
        //- resreq
        type==any && model!=local && type==X86_64 && model==DEFAULT
        type > A && hname == LINXU

        //# words have lowercase letters
        //- without lsf.shared
        //- resreq: type == ANY
                            ^^^ X002 info `ANY` is a host type, not the word `any`
                            = effect: LSF may reject the condition
                            = help: write `any`
            = fixed: type == any
        //#
        //- resreq: type == Local
                            ^^^^^ X002 warning `Local` is a host type, not the word `local`
            = fixed: type == local

        //# what is not in view is not judged
        //- without lsf.shared
        //- resreq: type == LINXU
        //#
        //- without lsf.shared
        //- HostType of lsf.shared
        TYPENAME
        A
        //- resreq: model == NoSuch
    "#]];
}
