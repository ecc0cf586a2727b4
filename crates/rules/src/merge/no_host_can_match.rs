use lsflint_lint::{Findings, Item, Part, SectionContext, Setting, breaks_tree, rule};
use lsflint_model::requirement::{Expr, Simple};
use lsflint_model::satisfy::Selection;
use lsflint_model::{Knowledge, View};
use lsflint_spec::{PREDEFINED_TYPES, SELECTION_WORDS};
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::{self, ResReq, Shape};

use crate::requirement::servers::{Level, Servers, jobs_may_leave, servers};

rule! {
    /// Finds requirements of a queue or application profile that no host can meet, according to lsf.cluster.
    ///
    /// # Effect
    /// The jobs pend. The only pending reason that LSF gives is that the hosts do not satisfy the requirement.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = large
    /// HOSTS      = hostA hostB
    /// RES_REQ    = select[bigmem && type == any]
    /// End Queue
    /// //- lsf.conf
    /// LSF_STRICT_RESREQ=Y
    /// //- lsf.shared
    /// Begin HostType
    /// TYPENAME
    /// X86_64
    /// End HostType
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// bigmem       Boolean ()       ()         (much memory)
    /// End Resource
    /// //- lsf.cluster.one
    /// Begin Host
    /// HOSTNAME model type   server RESOURCES
    /// hostA    !     X86_64 1      ()
    /// hostB    !     X86_64 1      ()
    /// hostC    !     X86_64 1      (bigmem)
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = large
    /// HOSTS      = hostB hostC
    /// RES_REQ    = select[bigmem && type == any]
    /// End Queue
    /// //- lsf.conf
    /// LSF_STRICT_RESREQ=Y
    /// //- lsf.shared
    /// Begin HostType
    /// TYPENAME
    /// X86_64
    /// End HostType
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// bigmem       Boolean ()       ()         (much memory)
    /// End Resource
    /// //- lsf.cluster.one
    /// Begin Host
    /// HOSTNAME model type   server RESOURCES
    /// hostA    !     X86_64 1      ()
    /// hostB    !     X86_64 1      ()
    /// hostC    !     X86_64 1      (bigmem)
    /// End Host
    /// ```
    ///
    /// A queue is checked against the hosts in HOSTS, an application profile against all hosts of the cluster. A
    /// compound requirement is reported when one term has no host, an alternative requirement when no alternative has
    /// one. A host is ruled out only by what the files define: its type and model when they are set, its static
    /// resources, its name. Nothing is reported where hosts that are not in these files can join.
    pub M101 "no-host-can-match" {
        family: Merge, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsf_admin/select_string", "Selection string"),
            ibm("lsf.cluster", "the columns of the Host section"),
        ],
        checks: [Section(check)],
    }
}

/// The number of reasons that are listed; the rest is summed up.
const REASONS: usize = 3;

/// Why no host matches a string: its range, and the reasons with the number of hosts.
struct Impossible {
    range: TextRange,
    reasons: Vec<(String, usize)>,
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some(level) = Level::of(context).filter(|_| context.requires(Part::SELECT)) else { return };
    let Some(hosts) = servers(context, level) else { return };
    for setting in context.entries_named("RES_REQ") {
        let Some(requirement) = sound(context, &setting) else { continue };
        let Some(found) = requirement.shape().and_then(|it| impossible(context.file.cluster, it, &hosts)) else {
            continue;
        };
        if level == Level::Profile && jobs_may_leave(context.file.cluster) {
            return;
        }
        report(&found, level, findings);
    }
}

/// The requirement of a setting, unless it has a syntax error.
fn sound<'a>(context: &SectionContext<'a>, setting: &Setting<'a>) -> Option<ResReq<'a>> {
    let requirement = setting.typed::<ResReq<'a>>()?;
    let errors = context.file.file.parse.errors_in(requirement.node().range());
    (!errors.iter().any(|it| breaks_tree(it.kind))).then_some(requirement)
}

/// Why jobs can never be placed: one term of a compound requirement is enough, an alternative one needs all
/// alternatives.
fn impossible(view: View<'_>, shape: Shape<'_>, hosts: &Servers<'_>) -> Option<Impossible> {
    match shape {
        Shape::Simple(it) => simple(view, it, hosts),
        Shape::Compound(it) => it.terms().filter_map(|it| it.simple()).find_map(|it| simple(view, it, hosts)),
        Shape::Alternative(it) => {
            let branches: Option<Vec<Impossible>> =
                it.branches().map(|it| impossible(view, it.body()?, hosts)).collect();
            branches?.into_iter().next()
        }
    }
}

fn simple(view: View<'_>, simple: resreq::Simple<'_>, hosts: &Servers<'_>) -> Option<Impossible> {
    let expr = simple.selection()?;
    let (range, conditions) = (expr.range(), [Expr::of(expr)?]);
    let selection = Selection::new(view, conditions.iter().map(|it| (it, None))).with_more_to_come();
    let reasons = hosts.cannot_match(&selection)?;
    // Whether the other sections are sound is known only now, because most selections match some host.
    Simple::of(simple)?;
    // Conditions that never hold on any host, and undefined names, have their own findings.
    let explained = conditions.iter().any(|it| has_unknown_text(view, it)) || selection.contradiction().is_some();
    (!explained).then_some(Impossible { range, reasons })
}

/// Whether a condition requires a type, a model or a host that no file defines.
pub(crate) fn has_unknown_text(view: View<'_>, condition: &Expr) -> bool {
    if let Some((left, _, right)) = condition.as_comparison() {
        let name = |it: &Expr| match it {
            Expr::Name(name) => Some(name.clone()),
            _ => None,
        };
        let text = |it: &Expr| match it {
            Expr::Text { text, .. } | Expr::Name(text) => Some(text.clone()),
            _ => None,
        };
        let sides = [name(left).zip(text(right)), name(right).zip(text(left))];
        return sides.into_iter().flatten().any(|(name, text)| is_unknown(view, &name, &text));
    }
    condition.operands().into_iter().any(|it| has_unknown_text(view, it))
}

fn is_unknown(view: View<'_>, name: &str, text: &str) -> bool {
    if SELECTION_WORDS.contains(&text) || PREDEFINED_TYPES.contains(&text) {
        return false;
    }
    let names = match name {
        "type" => view.host_types(),
        "model" => view.host_models(),
        "hname" => return !view.hosts().is_known(text),
        _ => return false,
    };
    names.knowledge != Knowledge::Unknown && !names.contains(text)
}

fn report(found: &Impossible, level: Level, findings: &mut Findings) {
    let count: usize = found.reasons.iter().map(|it| it.1).sum();
    let whose = match level {
        Level::Queue => "of the queue",
        Level::Profile => "of the cluster",
    };
    let message = match count {
        1 => format!("the only host {whose} does not meet the requirement"),
        2 => format!("neither of the two hosts {whose} meets the requirement"),
        _ => format!("none of the {count} hosts {whose} meets the requirement"),
    };
    let named = found.reasons.iter().take(REASONS);
    let mut reasons: Vec<String> = named.map(|(reason, hosts)| format!("on {} {reason}", counted(*hosts))).collect();
    let rest: usize = found.reasons.iter().skip(REASONS).map(|it| it.1).sum();
    if rest > 0 {
        reasons.push(format!("on {} another condition fails", counted(rest)));
    }
    let name = level.name();
    findings
        .report(found.range, message)
        .consequence(Item::Job.pending().called(format!("jobs of the {name}")).because(reasons.join("; ")))
        .help(match level {
            Level::Queue => "correct the condition, change HOSTS, or configure a host to meet the condition",
            Level::Profile => "correct the condition, or configure a host to meet it",
        });
}

fn counted(hosts: usize) -> String {
    if hosts == 1 { "1 host".to_owned() } else { format!("{hosts} hosts") }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- lsf.conf: LSF_STRICT_RESREQ=Y
        //- HostType of lsf.shared
        TYPENAME
        X86
        ARM
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        big Boolean () () (x)
        fast Boolean () () (x)
        gpuhost Boolean () () (x)
        os String () () (x)
        load Numeric 60 Y (x)
        //- Host of lsf.cluster.c
        HOSTNAME model type server RESOURCES
        a1 ! X86 1 (big os=el8)
        a2 ! X86 1 (os=el8)
        b1 ! ARM 1 (os=el9)
        g1 ! X86 1 (!gpuhost)
        c1 ! X86 0 ()

        //# hosts of a queue
        //- each Queue
        HOSTS = a2 b1
          RES_REQ = select[big]
                           ^^^ M101 warning neither of the two hosts of the queue meets the requirement
        HOSTS = a1 a2
          RES_REQ = type==ARM && mem>5
                    ^^^^^^^^^^^^^^^^^^ M101 warning neither of the two hosts of the queue meets the requirement
                    = effect: LSF never dispatches jobs of the queue because on 2 hosts `type==ARM` is false: `type` is
                    =   `X86`
        HOSTS = a1 a2 b1 c1
          RES_REQ = select[fast]
                           ^^^^ M101 warning none of the 3 hosts of the queue meets the requirement
        HOSTS = b1
          RES_REQ = select[hname==a1 && type==any]
                           ^^^^^^^^^^^^^^^^^^^^^^ M101 warning the only host of the queue does not meet the requirement
                           = effect: LSF never dispatches jobs of the queue because on 1 host `hname==a1` is false
        HOSTS = b1 a2
          RES_REQ = select[hname==a1]
                           ^^^^^^^^^ M101 warning neither of the two hosts of the queue meets the requirement
                           = effect: LSF never dispatches jobs of the queue because on 2 hosts `hname==a1` is false
        HOSTS = b1
          RES_REQ = select[big]
                           ^^^ M101 warning the only host of the queue does not meet the requirement
                           = effect: LSF never dispatches jobs of the queue because on 1 host `big` is false: the host
                           =   does not have the resource `big`

        //# hosts that may match
        //- each Queue
        HOSTS = a1 a2 b1
          RES_REQ = select[big]
        HOSTS = a2
          RES_REQ = select[load<5 && mem>100 && type==local]
        HOSTS = g1
          RES_REQ = select[type==X86]

        //# terms and branches
        //- each Queue
        HOSTS = a1 b1
          RES_REQ = 1*{select[big]} + 2*{select[big && type==ARM]}
                                                ^^^^^^^^^^^^^^^^ M101 warning
                                        = neither of the two hosts of the queue meets the requirement
                                        = effect: LSF never dispatches jobs of the queue because on 1 host `big` is
                                        =   false: the host does not have the resource `big`; on 1 host `type==ARM` is
                                        =   false: `type` is `X86`
        HOSTS = a2 b1
          RES_REQ = {select[big]} || {select[fast]}@5
                            ^^^ M101 warning neither of the two hosts of the queue meets the requirement
        HOSTS = a1 b1
          RES_REQ = {select[big]} || {select[fast]}@5

        //# profiles may use every host
        //- Queue q
        //- each Application
        RES_REQ = select[fast]
                         ^^^^ M101 warning none of the 4 hosts of the cluster meets the requirement
                         = effect: LSF never dispatches jobs of the application profile because on 4 hosts `fast` is
                         =   false: the host does not have the resource `fast`
                         = help: correct the condition, or configure a host to meet it
        RES_REQ = select[big]
        //#
        //- Queue q: SNDJOBS_TO = a@b
        //- each Application: RES_REQ = select[fast]

        //# other rules speak of what nothing defines
        //- each Queue
        HOSTS = a1 b1
          RES_REQ = select[type==LINXU]
        HOSTS = a1 b1
          RES_REQ = select[hname==nosuch]
        HOSTS = a1 b1
          RES_REQ = select[big && !big]
        HOSTS = a1 b1
          RES_REQ = select[big && ]

        //# hosts may join
        //- lsf.conf
        LSF_STRICT_RESREQ=Y
        LSF_DYNAMIC_HOST_WAIT_TIME=60
        //- each Queue
        HOSTS = a2 b1
          RES_REQ = select[big]
        //#
        //- lsf.conf
        LSF_STRICT_RESREQ=Y
        LSB_RC_EXTERNAL_HOST_FLAG=aws
        //- each Queue
        HOSTS = a2 b1
          RES_REQ = select[big]
        //#
        //- each Queue
        SNDJOBS_TO = a@b
          HOSTS = a2 b1
          RES_REQ = select[big]
        HOSTS = all allremote
          RES_REQ = select[fast]
        HOSTS = {{ hosts }}
          RES_REQ = select[fast]
    "#]];
}
