use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::Confidence;

rule! {
    /// Finds RC_HOSTS values in queues that are not in LSB_RC_EXTERNAL_HOST_FLAG in lsf.conf.
    ///
    /// # Effect
    /// The resource connector borrows only hosts with one of the flags. The queue gets no such hosts.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = cloud
    /// RC_HOSTS   = azurehost
    /// End Queue
    ///
    /// //- lsf.conf
    /// LSB_RC_EXTERNAL_HOST_FLAG="awshost"
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = cloud
    /// RC_HOSTS   = awshost
    /// End Queue
    ///
    /// //- lsf.conf
    /// LSB_RC_EXTERNAL_HOST_FLAG="awshost"
    /// ```
    pub Q533 "rc-hosts-not-flagged" {
        family: Policy, scope: Cluster, severity: Warning,
        sources: [ibm("lsb.queues", "RC_HOSTS"), ibm("lsf.conf", "LSB_RC_EXTERNAL_HOST_FLAG")],
        checks: [SettingNamed(&["RC_HOSTS"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let (setting, view) = (&context.setting, context.file.cluster);
    let Some(value) = setting.known_value().filter(|_| !context.broken) else { return };
    let literal =
        |word: &str| setting.spec.is_some_and(|it| it.literals.iter().any(|it| it.eq_ignore_ascii_case(word)));
    let words: Vec<&str> =
        context.file.text(value.range()).split_ascii_whitespace().filter(|it| !literal(it)).collect();
    let Some(field) = view.conf("LSB_RC_EXTERNAL_HOST_FLAG").field() else { return };
    let Some(flags) = field.known() else { return };
    let flags: Vec<&str> = flags.split([' ', '\t', '"', '\'', ',']).filter(|it| !it.is_empty()).collect();
    let Some(missing) = words.iter().find(|it| !flags.contains(it)) else { return };
    findings
        .report(value.range(), format!("`LSB_RC_EXTERNAL_HOST_FLAG` in `lsf.conf` does not list `{missing}`"))
        .capped(Confidence::Medium)
        .consequence(
            Item::Value.ignored().called(format!("`{missing}`")).possible().so("the queue borrows no such hosts"),
        )
        .help(format!(
            "write one of {}, or add `{missing}` to the parameter",
            flags.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ")
        ))
        .related_at(field.place(), "the flags are set here");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the flag names them
        //- lsf.conf: LSB_RC_EXTERNAL_HOST_FLAG="aws gcp"
        //- each Queue
        RC_HOSTS = azurehost
                   ^^^^^^^^^ Q533 warning `LSB_RC_EXTERNAL_HOST_FLAG` in `lsf.conf` does not list `azurehost`
                   = help: write one of `aws`, `gcp`, or add `azurehost` to the parameter
        RC_HOSTS = aws
        //#
        //- lsf.conf: LSB_RC_EXTERNAL_HOST_FLAG=aws
        //- each Queue: RC_HOSTS = all
        //#
        //- lsf.conf
        //- each Queue: RC_HOSTS = azurehost
    "#]];
}
