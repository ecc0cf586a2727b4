use lsflint_lint::{Findings, Item, Part, RequirementContext, Severity, rule};
use lsflint_model::View;
use lsflint_syntax::Token;
use lsflint_syntax::ast::resreq::{SameSection, Simple, SpanKind, SpanSection, Tile};

use crate::requirement::common::Judge;
use crate::requirement::content::{sections_in, simples};

rule! {
    /// Finds `ptile` lists for host types or models without a `same` section that restricts a job to one type or model.
    ///
    /// # Effect
    /// LSF rejects the string. In a queue or application profile it is a warning, because another level may add `same`.
    ///
    /// # Example
    /// ```resreq
    /// span[ptile='!',LINUX:2]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// span[ptile='!',LINUX:2] same[type]
    /// span[ptile='!',Xeon:16,Opteron:8] same[model]
    /// ```
    pub R414 "ptile-without-same" {
        family: Requirement, scope: Cluster, severity: Error,
        sources: [ibm("lsf_admin/span_string", "Span string"), manual("Platform LSF 7.3", "span strings")],
        checks: [RequirementPart(Part::SPAN, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    for simple in simples(context) {
        let names = per_host_names(simple);
        let Some(first) = names.first() else { continue };
        let kind = names.iter().find_map(|it| kind_of(context.cluster, *it));
        let same = same_names(simple);
        let has = |kind: Kind| same.iter().any(|it| it.text() == kind.resource());
        if kind.map_or(has(Kind::Type) || has(Kind::Model), has) {
            continue;
        }
        let (message, help) = match kind.map(|it| (it.words(), it.resource())) {
            Some((words, resource)) => (
                format!("`ptile` list for {words} `{}` without `same[{resource}]`", first.text()),
                format!("add `same[{resource}]`"),
            ),
            None => (
                format!("`ptile` list for host type or model `{}` without `same`", first.text()),
                "add `same[type]` for host types, `same[model]` for host models".to_owned(),
            ),
        };
        let found = Judge::of(context).rejects(findings, first.range(), message).help(help);
        if context.setting.is_some() {
            let refused = Item::Job.refused().called("jobs with this requirement").possible();
            found
                .severity(Severity::Warning)
                .consequence(refused.because("only another level can add the `same` section"));
        }
    }
}

/// What a number in `ptile` applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A host type.
    Type,
    /// A host model.
    Model,
}

impl Kind {
    /// The kind in words.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Kind::Type => "host type",
            Kind::Model => "host model",
        }
    }

    /// The resource that `same` compares.
    fn resource(self) -> &'static str {
        match self {
            Kind::Type => "type",
            Kind::Model => "model",
        }
    }
}

/// Whether a name is a host type or a host model; none when it is both or unknown.
pub(crate) fn kind_of(cluster: View<'_>, name: Token<'_>) -> Option<Kind> {
    let text = name.text();
    match (cluster.host_types().contains(&text), cluster.host_models().contains(&text)) {
        (true, false) => Some(Kind::Type),
        (false, true) => Some(Kind::Model),
        _ => None,
    }
}

/// The host types or models in `ptile`.
pub(crate) fn per_host_names(simple: Simple<'_>) -> Vec<Token<'_>> {
    let items = sections_in::<SpanSection<'_>>(simple).filter_map(|it| it.find(SpanKind::Ptile));
    let tiles = items.flat_map(|it| it.tiles().collect::<Vec<_>>());
    tiles
        .filter_map(|it| match it {
            Tile::Named { name, .. } => Some(name),
            Tile::Bang(_) | Tile::Number(_) => None,
        })
        .collect()
}

/// The names in `same`.
pub(crate) fn same_names(simple: Simple<'_>) -> Vec<Token<'_>> {
    sections_in::<SameSection<'_>>(simple).flat_map(|it| it.names().collect::<Vec<_>>()).collect()
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# hosts must be alike
        //- resreq
        span[ptile='!',LINUX:2]
                       ^^^^^ R414 error `ptile` list for host type or model `LINUX` without `same`
        span[ptile='!',LINUX:2] same[rack]
                       ^^^^^ R414 error `ptile` list for host type or model `LINUX` without `same`

        //# types and models have their own
        //- HostType of lsf.shared
        TYPENAME
        LINUX
        AIX
        //- HostModel of lsf.shared
        MODELNAME CPUFACTOR ARCHITECTURE
        XeonGold 30.0 ()
        //- resreq
        span[ptile='!',XeonGold:2] same[type]
                       ^^^^^^^^ R414 error `ptile` list for host model `XeonGold` without `same[model]`
                       = help: add `same[model]`
        span[ptile='!',XeonGold:2] same[model]

        //# another level may set it
        //- each Queue
        RES_REQ = span[ptile='!',LINUX:2]
                                 ^^^^^ R414 warning `ptile` list for host type or model `LINUX` without `same`
                                 = effect: LSF may reject jobs with this requirement at submission because only another
                                 =   level can add the `same` section

        //# one number for all needs no same
        //- resreq
        span[ptile='!'] order[ut]
        same[model] span[ptile='!',Intel_EM64T:16,Intel_a:20]
    "#]];
}
