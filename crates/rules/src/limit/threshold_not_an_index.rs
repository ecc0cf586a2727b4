use lsflint_lint::{Consequence, FileContext, Findings, Item, SectionContext, Severity, TableContext, rule};
use lsflint_model::Resource;
use lsflint_spec::{FileKind, Reading, ResourceType, builtin_resource};
use lsflint_syntax::Token;

rule! {
    /// Finds load thresholds on resources that are not load indices: static, Boolean, string, and shared resources.
    ///
    /// # Effect
    /// LSF reports the name as unknown and ignores the line; with a column of that name, LSF ignores the whole Host
    /// section. Only lsf.cluster accepts a column for a shared resource, but never compares it: this has the severity
    /// warning.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// maxmem     = 64000
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = select[maxmem>64000]
    /// End Queue
    /// ```
    ///
    /// Site resources are checked if lsf.shared is loaded.
    pub L202 "threshold-not-an-index" {
        family: Limit, scope: Cluster, severity: Error,
        sources: [
            volclava(
                "lsf/lib/lib.conf.c",
                "initkeylist",
                "the load indices of lsf.shared are keywords, other resources are not",
            ),
            volclava("lsbatch/lib/lsb.conf.c", "readHvalues_conf", "queues: `bad keyword`, the line is ignored"),
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "do_Hosts",
                "lsb.hosts: `Keyword line format error`, the section is ignored",
            ),
        ],
        checks: [Section(section), Table(table)],
    }
}

const SHARED: &str = "is shared by several hosts";

fn section(context: &SectionContext<'_>, findings: &mut Findings) {
    if !context.spec.is_some_and(|it| it.load_index_names) {
        return;
    }
    for setting in context.entries.iter().filter(|it| it.spec.is_none()) {
        check(context.file, setting.name, Item::Line.ignored(), findings);
    }
}

fn table(context: &TableContext<'_>, findings: &mut Findings) {
    if !context.section.spec.is_some_and(|it| it.load_index_names) {
        return;
    }
    for (name, _) in context.columns.iter().filter(|(_, spec)| spec.is_none()) {
        check(context.section.file, *name, Item::Section.ignored().called("the whole section"), findings);
    }
}

fn check(file: FileContext<'_>, name: Token<'_>, lost: Consequence, findings: &mut Findings) {
    let text = name.text();
    if file.settings.allows_parameter(&text) || lsflint_syntax::is_templated(&text) {
        return;
    }
    let Some(why) = file.cluster.resources().get(&text).and_then(|it| why_not(&text, &it)) else { return };
    let found = findings.report(name.range(), format!("resource `{text}` cannot have a threshold: it {why}"));
    if why == SHARED && file.kind() == FileKind::LsfCluster {
        // LIM accepts the column of any dynamic numeric resource before it reads the map.
        found
            .severity(Severity::Warning)
            .consequence(Item::Value.no_effect().called("the threshold").because("LIM never compares it"));
    } else {
        found.consequence(lost.logged().because("it does not know the name"));
    }
    found.help("use it in `RES_REQ`, `STOP_COND` or `RESUME_COND` of a queue");
}

/// Why a resource is not a load index; `None` if it may be one.
pub(crate) fn why_not(name: &str, resource: &Resource) -> Option<&'static str> {
    match resource.kind {
        Some(ResourceType::Boolean) => return Some("is Boolean"),
        Some(ResourceType::String) => return Some("is a string"),
        Some(ResourceType::Numeric) => {}
        None => return None,
    }
    match (resource.reading, resource.shared) {
        (Some(Reading::Static), _) => Some("is static"),
        (Some(Reading::Scheduler), _) => Some("is known only to the scheduler"),
        (_, Some(true)) => Some(SHARED),
        _ if resource.builtin && builtin_resource(name).is_some_and(|it| !it.threshold) => {
            Some("is not compared by LSF")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# knows built in resources
        //- each Queue
        ncpus = 4
        ^^^^^ L202 error resource `ncpus` cannot have a threshold: it is static
          type = x
          ^^^^ L202 error resource `type` cannot have a threshold: it is a string
        //#
        //- Host of lsb.hosts
        HOST_NAME MXJ maxmem
                      ^^^^^^ L202 error resource `maxmem` cannot have a threshold: it is static
                      = effect: LSF logs an error and ignores the whole section because it does not know the name
        h1 4 5

        //# knows resources of the site
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        bigmem Boolean () () (x)
        lanes Numeric () N (x)
        scratch Numeric 30 N (x)
        lic Numeric 30 N (x)
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        lic [all]
        scratch [default]
        //- each Queue
        bigmem = 1/2
        ^^^^^^ L202 error resource `bigmem` cannot have a threshold: it is Boolean
          lanes = 5
          ^^^^^ L202 error resource `lanes` cannot have a threshold: it is static
          scratch = 10/5
          lic = 1/0
          ^^^ L202 error resource `lic` cannot have a threshold: it is shared by several hosts
          unknown = 5
        //#
        //- each Queue
        bigmem = 1/2
          lanes = 5
          scratch = 10/5
          lic = 1/0
          unknown = 5

        //# columns of shared resources are never compared
        //- Host of lsf.cluster.c1
        HOSTNAME model type server freegb scratch RESOURCES
                                   ^^^^^^ L202 warning
                                   = resource `freegb` cannot have a threshold: it is shared by several hosts
                                   = effect: the threshold has no effect because LIM never compares it
        m1 ! ! 1 5 5 ()
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        freegb [all]
        scratch [default]
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        freegb Numeric 30 N (x)
        scratch Numeric 30 N (x)
    "#]];
}
