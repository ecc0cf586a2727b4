use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_syntax::{TextRange, TextSize};

rule! {
    /// Finds ENV_VARS values that are not a list of environment variables.
    ///
    /// # Effect
    /// LSF expects one string in double quotes: `name='value'` pairs separated by commas. From any other form, LSF
    /// reads only a part or nothing, and jobs of the application profile run without the variables.
    ///
    /// # Example
    /// ```lsb.applications
    /// Begin Application
    /// NAME     = fluent
    /// ENV_VARS = LM_HOST=license1 LM_PORT=7000
    /// End Application
    /// ```
    ///
    /// # Use instead
    /// ```lsb.applications
    /// Begin Application
    /// NAME     = fluent
    /// ENV_VARS = "LM_HOST='license1',LM_PORT='7000'"
    /// End Application
    /// ```
    pub P134 "environment-list" {
        family: Parameter, scope: OwnFile, severity: Error,
        sources: [
            ibm("lsb.applications", "ENV_VARS: pairs of name and value in single quotes, separated by commas"),
        ],
        checks: [SettingNamed(&["ENV_VARS"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let (Some(value), Some(spec)) = (context.setting.known_value(), context.setting.spec) else { return };
    let text = context.file.text(value.range());
    if context.broken || text.contains('\\') {
        return;
    }
    let quoted = text.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
    let offset = usize::from(quoted.is_some());
    let Some((at, length, what)) = fault(quoted.unwrap_or(text)) else { return };
    let (Ok(start), Ok(length)) = (TextSize::try_from(at + offset), TextSize::try_from(length)) else { return };
    findings
        .report(TextRange::at(value.range().start() + start, length), what)
        .capped(spec.confidence)
        .consequence(Item::Value.ignored().possible().called("part or all of the list"))
        .help("write one string in double quotes, without spaces between the pairs: `\"NAME='value',OTHER='value'\"`");
}

/// The first error in the list of pairs: its position, its length, and the message.
fn fault(text: &str) -> Option<(usize, usize, &'static str)> {
    let mut at = 0;
    loop {
        let rest = &text[at..];
        let name = rest.find('=').unwrap_or(rest.len());
        let is_name = |it: &str| {
            let mut characters = it.chars();
            characters.next().is_some_and(|it| it.is_ascii_alphabetic() || it == '_')
                && characters.all(|it| it.is_ascii_alphanumeric() || it == '_')
        };
        if name == rest.len() || !is_name(rest[..name].trim()) {
            return Some((at, name.max(1).min(rest.len().max(1)), "expected a variable name and `=`"));
        }
        at += name + 1;
        at += match text[at..].strip_prefix('\'') {
            Some(inside) => match inside.find('\'') {
                Some(end) => end + 2,
                None => return Some((at, 1, "unclosed `'`")),
            },
            None => text[at..].find(|it: char| it == ',' || it.is_ascii_whitespace()).unwrap_or(text.len() - at),
        };
        let rest = text[at..].trim_start();
        if rest.is_empty() {
            return None;
        }
        let comma = text.len() - rest.len();
        if !rest.starts_with(',') {
            return Some((comma, rest.find(['=', ',']).unwrap_or(rest.len()), "missing comma before this variable"));
        }
        at = comma + 1;
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# pairs with commas
        //- each Application
        ENV_VARS = A=1 B=2
                       ^ P134 warning missing comma before this variable
        ENV_VARS = "A='1' B='2'"
                          ^ P134 warning missing comma before this variable
        ENV_VARS = "A='1',B-C='2'"
                          ^^^ P134 warning expected a variable name and `=`
        ENV_VARS = "A='1"
                      ^ P134 warning unclosed `'`
        ENV_VARS = "A='1',"
                          ^ P134 warning expected a variable name and `=`
        ENV_VARS = "A='1',B='two words, and $HOME'"
        ENV_VARS = "A='1', B=2"
        ENV_VARS = A='1'
    "#]];
}
