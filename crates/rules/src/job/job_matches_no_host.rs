use lsflint_lint::{Findings, Item, JobContext, rule};
use lsflint_model::job::{Profile, needs};
use lsflint_model::requirement::Simple;
use lsflint_model::satisfy::Selection;
use lsflint_model::{Entity, HostId};

use crate::job::common::{counted_hosts, in_every_queue, queues_in_words, requirement_place};
use crate::job::job_requirements_contradict::contradiction;
use crate::merge::no_host_can_match::has_unknown_text;

rule! {
    /// Finds jobs whose merged resource requirement no host of the queue can meet, according to lsf.cluster.
    ///
    /// # Effect
    /// The job pends forever. The only pending reason that LSF gives is that the hosts do not satisfy the requirement.
    ///
    /// # Example
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q normal
    /// #BSUB -R "select[bigmem]"
    /// ./simulate
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// HOSTS      = hostA hostB
    /// End Queue
    /// //- lsb.params
    /// Begin Parameters
    /// DEFAULT_QUEUE = normal
    /// End Parameters
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
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q large
    /// #BSUB -R "select[bigmem]"
    /// ./simulate
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = large
    /// HOSTS      = hostB hostC
    /// End Queue
    /// //- lsb.params
    /// Begin Parameters
    /// DEFAULT_QUEUE = large
    /// End Parameters
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
    /// Without `-q`, all hosts of the cluster are checked. A host is ruled out only by what the files define: its type
    /// and model when they are set, its static resources, its name. The job is not reported where hosts that are not in
    /// these files can join, or where the queue may send jobs to other clusters. `lsflint resreq hosts` lists the
    /// reason for each host.
    pub J303 "job-matches-no-host" {
        family: Job, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsf_admin/select_string", "Selection string"),
            ibm("lsf.cluster", "the columns of the Host section"),
        ],
        checks: [Job(check)],
    }
}

/// The number of reasons that are listed.
const REASONS: usize = 2;

fn check(context: &JobContext<'_>, findings: &mut Findings) {
    let asks = context.submission().given().iter().any(|it| it.option.name == "R");
    if !asks && matches!(context.job.application, Profile::None | Profile::Unknown) {
        // The requirement of the queue is reported where it is set.
        return;
    }
    let (whose, why) = match context.job.queues.is_empty() {
        true => ("of the cluster".to_owned(), impossible(context, None)),
        false => {
            let Some(queues) = in_every_queue(context, |it| impossible(context, Some(it))) else { return };
            (format!("of {}", queues_in_words(&queues)), queues.into_iter().next().map(|it| it.1))
        }
    };
    let Some(why) = why else { return };
    findings
        .report(requirement_place(context), format!("no host {whose} meets the resource requirement"))
        .consequence(Item::Job.pending().because(why))
        .help("correct the condition or choose another queue; `lsflint resreq hosts` checks each host");
}

/// Why no host of a queue can run the job; `None` when one may, or when another rule reports it.
fn impossible<'a>(context: &JobContext<'a>, queue: Option<&Entity<'a>>) -> Option<String> {
    let merged = context.job.merged(queue)?;
    let (simples, all) = needs(merged.result.as_ref()?);
    let hosts = context.job.hosts(queue)?;
    let found: Vec<Option<String>> = simples.iter().map(|it| of_simple(context, it, &hosts)).collect();
    let why = match all {
        true => found.into_iter().flatten().next(),
        false => found.into_iter().collect::<Option<Vec<String>>>()?.into_iter().next(),
    }?;
    let unknown = simples.iter().flat_map(|it| &it.select).any(|it| has_unknown_text(context.cluster(), it));
    (!unknown && contradiction(context, queue).is_none()).then_some(why)
}

fn of_simple(context: &JobContext<'_>, simple: &Simple, hosts: &[HostId]) -> Option<String> {
    if simple.select.is_empty() {
        return None;
    }
    let selection = Selection::new(context.cluster(), simple.select.iter().map(|it| (it, None)));
    let reasons = selection.impossible_on(hosts.iter().copied())?;
    let named = reasons.iter().take(REASONS);
    let mut words: Vec<String> =
        named.map(|(reason, hosts)| format!("on {} {reason}", counted_hosts(*hosts))).collect();
    let rest: usize = reasons.iter().skip(REASONS).map(|it| it.1).sum();
    if rest > 0 {
        words.push(format!("on {} another condition fails", counted_hosts(rest)));
    }
    Some(words.join("; "))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Queue normal: HOSTS = a b
        //- Queue large: HOSTS = c
        //- Parameters: MAX_JOBS = 5
        //- lsf.conf: LSF_STRICT_RESREQ=Y
        //- HostType of lsf.shared
        TYPENAME
        X86
        ARM
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        big Boolean () () (x)
        load Numeric 60 Y (x)
        //- Host of lsf.cluster.c
        HOSTNAME model type server RESOURCES
        a ! X86 1 ()
        b ! X86 1 ()
        c ! X86 1 (big)
        d ! ARM 0 ()

        //# no host of the queue or of the cluster
        //- job.sh
        #BSUB -q normal
        #BSUB -R 'select[big && mem>5]'
                 ^^^^^^^^^^^^^^^^^^^^^^ J303 warning no host of queue `normal` meets the resource requirement
        bsub -R 'type==ARM' job
                ^^^^^^^^^^^ J303 warning no host of the cluster meets the resource requirement
                = effect: LSF never dispatches the job because on 3 hosts `type==ARM` is false: `type` is `X86`
        bsub -q 'normal' -R '1*{mem>5} + 2*{big}' job
                            ^^^^^^^^^^^^^^^^^^^^^ J303 warning no host of queue `normal` meets the resource requirement

        //# hosts that may match
        //- job.sh
        #BSUB -q large -R 'select[big]'
        bsub -q 'normal large' -R big job
        bsub -q normal -R 'select[load<5]' job
        bsub -R big job
        bsub -q normal -R '{big} || {mem>5}' job
        bsub -q normal job
        bsub -q $Q -R 'type==ARM || big' job

        //# hosts that are not in view
        //- lsf.conf: LSF_DYNAMIC_HOST_WAIT_TIME=60
        //- each job.sh: bsub -q normal -R big job
        //#
        //- job.sh
        bsub -q normal -R big job
        bsub -R 'type==ARM' job
        //- Queue normal
        HOSTS = a b
        SNDJOBS_TO = q@west
        //- lsf.conf
    "#]];
}
