use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::{Confidence, ParamSpec, lists};
use lsflint_syntax::{TextRange, TextSize};

use crate::repeated::repeated;

rule! {
    /// Finds keywords that a value repeats: `BASE[60] BASE[90]`.
    ///
    /// # Effect
    /// Each keyword may be given once. Which of the two takes effect is not documented.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME  = night
    /// EXEC_DRIVER = starter[/opt/a.py] starter[/opt/b.py]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME  = night
    /// EXEC_DRIVER = starter[/opt/a.py] monitor[/opt/b.py]
    /// End Queue
    /// ```
    pub P219 "repeated-keyword" {
        family: Parameter, scope: OwnFile, severity: Warning,
        sources: [
            ibm("lsf_gpu/lsf_gpu_config", "GPU_REQ and LSB_GPU_REQ: the syntax has each keyword once"),
            ibm("lsf_docker/lsf_docker_config", "CONTAINER and EXEC_DRIVER: the same"),
            facts("parameters whose keywords may be given once"),
        ],
        checks: [SettingOf(takes_keywords, check)],
    }
}

fn takes_keywords(spec: &ParamSpec) -> bool {
    let listed = |it: &&str| it.split_once(':').is_some_and(|it| it.1 == spec.name);
    lists::KEYWORDS_ONCE.iter().any(listed) && spec.confidence != Confidence::Low
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(value) = context.setting.known_value().filter(|_| !context.broken) else { return };
    let text = context.file.text(value.range());
    let range = |(at, word): (usize, &str)| {
        TextRange::at(value.range().start() + TextSize::of(&text[..at]), TextSize::of(word))
    };
    for (first, second) in repeated(keywords(text), |it| it.1.to_ascii_lowercase()) {
        findings
            .report(range(second), format!("duplicate `{}` in `{}`", second.1, context.setting.display_name()))
            .consequence(Item::Value.ignored().called("one of the two").possible())
            .help("keep one of them")
            .related(range(first), "the first one");
    }
}

/// The words before `[` or `=` outside of brackets, with their places.
fn keywords(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let (mut depth, mut start) = (0_usize, None);
    for (at, it) in text.char_indices() {
        let word = it.is_ascii_alphanumeric() || it == '_';
        match it {
            '[' | '=' if depth == 0 => {
                found.extend(start.take().map(|start: usize| (start, text[start..at].trim_end())))
            }
            _ if depth == 0 && word && start.is_none() => start = Some(at),
            _ if !word && it != ' ' => start = None,
            _ => {}
        }
        match it {
            '[' | '(' => depth += 1,
            ']' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# keywords with brackets
        //- each Queue
        EXEC_DRIVER = context[user(default)] starter[/a] STARTER [/b]
                                                         ^^^^^^^ P219 warning duplicate `STARTER` in `EXEC_DRIVER`
        EXTENDABLE_RUNLIMIT = BASE[60] INCREMENT[30] BASE[90]
                                                     ^^^^ P219 warning duplicate `BASE` in `EXTENDABLE_RUNLIMIT`
        EXTENDABLE_RUNLIMIT = BASE[60] INCREMENT[30] GRACE[10]
        //- each ServiceClass
        ACCESS_CONTROL = QUEUES[a b] USERS[QUEUES] QUEUES[c]
                                                   ^^^^^^ P219 warning duplicate `QUEUES` in `ACCESS_CONTROL`
        ACCESS_CONTROL = QUEUES[a b] USERS[QUEUES]

        //# options of GPUs
        //- each Queue
        GPU_REQ = "num=1:mode=shared:num=2"
                                     ^^^ P219 warning duplicate `num` in `GPU_REQ`
        GPU_REQ = "num=1:mode=shared:mps=yes,shared"
    "#]];
}
