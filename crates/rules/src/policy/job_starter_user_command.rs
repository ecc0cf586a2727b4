use lsflint_lint::{Findings, Item, SettingContext, Severity, rule};
use lsflint_syntax::{TextRange, TextSize};

rule! {
    /// Finds job starters with `%USRCMD` outside quotes, where the shell splits the user command.
    ///
    /// # Effect
    /// LSF replaces `%USRCMD` with the user command and runs the line in a shell. Outside quotes, the shell interprets
    /// `;`, `&` and `|` after it, and the starter gets only the first part.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME  = night
    /// JOB_STARTER = csh -c %USRCMD;sleep 10
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME  = night
    /// JOB_STARTER = csh -c "%USRCMD;sleep 10"
    /// End Queue
    /// ```
    pub Q305 "job-starter-user-command" {
        family: Policy, scope: Cluster, severity: Error,
        sources: [
            ibm("lsb.queues", "JOB_STARTER: `%USRCMD` and the commands after it are enclosed in quotes"),
        ],
        checks: [SettingNamed(&["JOB_STARTER"], check)],
    }
}

/// The placeholder for the user command.
const PLACEHOLDER: &str = "%USRCMD";

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(value) = context.setting.known_value().filter(|_| !context.broken) else { return };
    let text = context.file.text(value.range());
    let place = |at: usize| {
        let at = TextSize::try_from(at).ok()?;
        Some(TextRange::at(value.range().start() + at, TextSize::of(PLACEHOLDER)))
    };
    let mut places = text.match_indices(PLACEHOLDER).map(|it| it.0);
    let Some(first) = places.next() else { return };
    let outside = open_quote(&text[..first]).is_none();
    if let (true, Some(range)) = (outside && text[first..].contains([';', '&', '|']), place(first)) {
        findings
            .report(range, format!("`{PLACEHOLDER}` is not quoted up to the end of the command"))
            .effect("the shell ends the command of the job starter at the first `;`, `&` or `|`")
            .help(format!("write `\"{PLACEHOLDER}...\"`, with the closing quote at the end of the command"));
    }
    if let (Some(range), Some(first)) = (places.next().and_then(place), place(first)) {
        findings
            .report(range, format!("duplicate `{PLACEHOLDER}`"))
            .severity(Severity::Warning)
            .consequence(Item::Value.ignored().called("the second one").possible().because("only one is documented"))
            .help("remove one of the two")
            .related(first, "first used here");
    }
}

/// The quote that is open at the end of a text, as a shell reads it.
fn open_quote(text: &str) -> Option<char> {
    text.chars().fold(None, |open, it| match (open, it) {
        (None, '"' | '\'') => Some(it),
        (Some(quote), _) if quote == it => None,
        _ => open,
    })
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# looks for quotes
        //- each Queue
        JOB_STARTER = csh -c %USRCMD;sleep 10
                             ^^^^^^^ Q305 error `%USRCMD` is not quoted up to the end of the command
        JOB_STARTER = csh -c "%USRCMD; %USRCMD"
                                       ^^^^^^^ Q305 warning duplicate `%USRCMD`
                                       = effect: LSF may ignore the second one because only one is documented
                                       = help: remove one of the two
                                       = related 1:23 first used here

        //# is silent about quoted and plain starters
        //- each Queue
        JOB_STARTER = csh -c "%USRCMD;sleep 10"
        JOB_STARTER = sh -c '%USRCMD; sleep 10'
        JOB_STARTER = sh -c 'echo "a"; %USRCMD; sleep 10'
        JOB_STARTER = /opt/starter %USRCMD
        JOB_STARTER = /bin/time
    "#]];
}
