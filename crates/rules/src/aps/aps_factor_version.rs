use lsflint_lint::{Findings, SettingContext, rule};
use lsflint_spec::{Dialect, aps_factor};
use lsflint_syntax::ast::{ApsPair, ApsPart};

use crate::aps::common::{is_priority, line_ignored, priority};

rule! {
    /// Finds factors in APS_PRIORITY that the target version of LSF does not support.
    ///
    /// # Effect
    /// LSF may ignore the line; then the queue does not use absolute priority scheduling.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[APP, 1]]
    /// End Queue
    /// //- lsf.conf
    /// LSF_VERSION=10.1.0.4
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[APP, 1]]
    /// End Queue
    /// //- lsf.conf
    /// LSF_VERSION=10.1.0.5
    /// ```
    pub A105 "aps-factor-version" {
        family: Aps, scope: Cluster, severity: Error,
        sources: [
            ibm(
                "lsf_release_notes/lsf_relnotes_jobschedulingexecution10.1.0.5",
                "the factors APP, USER and UG are new",
            ),
        ],
        checks: [SettingOf(is_priority, check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let target = context.file.cluster.switches().target;
    let Some(priority) = priority(context).filter(|_| target.dialect == Dialect::Lsf) else { return };
    for factor in priority.parts().flat_map(ApsPart::pairs).filter_map(ApsPair::factor) {
        let text = factor.text();
        let Some(since) = aps_factor(&text).and_then(|it| it.since).filter(|it| target.from < *it) else { continue };
        findings
            .report(factor.range(), format!("factor `{text}` requires LSF {since}, but the target is {target}"))
            .consequence(line_ignored())
            .help("remove the pair, or raise the target version after all clusters are upgraded");
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;
    use lsflint_model::{Cluster, SourceFile};
    use lsflint_spec::FileKind;

    use crate::testing::check_in;

    crate::testing::fixture![[r#"
        //# factors came with fix packs
        //- lsf.conf: LSF_VERSION=10.1.0.4
        //- each Queue
        APS_PRIORITY = WEIGHT[[JPRIORITY, 1] [APP, 2]]
                                              ^^^ A105 error
                                        = factor `APP` requires LSF 10.1.0.5, but the target is 10.1.0.4
        //#
        //- lsf.conf: LSF_VERSION=10.1.0.5
        //- each Queue: APS_PRIORITY = WEIGHT[[JPRIORITY, 1] [APP, 2]]
        //#
        //- each Queue: APS_PRIORITY = WEIGHT[[JPRIORITY, 1] [APP, 2]]
    "#]];

    #[test]
    fn some_of_the_clusters_know_the_factor() {
        let target = "10.1.0.4..10.1.0.8".parse().expect("a range");
        let text = "Begin Queue\nQUEUE_NAME = q\nAPS_PRIORITY = WEIGHT[[JPRIORITY, 1] [APP, 2]]\nEnd Queue\n";
        let files = [SourceFile::new("lsb.queues", FileKind::LsbQueues, text)];
        check_in(
            "A105",
            &files[0],
            &Cluster::of(&files, Some(&target)),
            expect![[r#"
                3:39-3:42 error factor `APP` requires LSF 10.1.0.5, but the target is 10.1.0.4..10.1.0.8
                  effect: LSF may ignore the line, so the queue does not use absolute priority scheduling
                  help: remove the pair, or raise the target version after all clusters are upgraded
            "#]],
        );
    }
}
