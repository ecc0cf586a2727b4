use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_syntax::{TextRange, TextSize};

rule! {
    /// Finds ENV_VARS values that are no list of variables.
    ///
    /// # Effect
    /// LSF reads one string in double quotes: `name='value'` pairs with commas between them. Of another spelling it takes a part or nothing,
    /// and the jobs of the profile run without the variables.
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
        sources: [ibm("lsb.applications", "ENV_VARS")],
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
        .consequence(Item::Value.ignored().possible().called("a part of the list or all of it"))
        .help("write `\"NAME='value',OTHER='value'\"`: one string in double quotes, with commas and no blanks between the pairs");
}

/// The first place where the text is no list of pairs: where, how long, and what is wrong.
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
            return Some((at, name.max(1).min(rest.len().max(1)), "the name of a variable and `=` are wanted here"));
        }
        at += name + 1;
        at += match text[at..].strip_prefix('\'') {
            Some(inside) => match inside.find('\'') {
                Some(end) => end + 2,
                None => return Some((at, 1, "this quote is never closed")),
            },
            None => text[at..].find(|it: char| it == ',' || it.is_ascii_whitespace()).unwrap_or(text.len() - at),
        };
        let rest = text[at..].trim_start();
        if rest.is_empty() {
            return None;
        }
        let comma = text.len() - rest.len();
        if !rest.starts_with(',') {
            return Some((
                comma,
                rest.find(['=', ',']).unwrap_or(rest.len()),
                "a comma is missing before this variable",
            ));
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
                       ^ P134 warning a comma is missing before this variable
        ENV_VARS = "A='1' B='2'"
                          ^ P134 warning a comma is missing before this variable
        ENV_VARS = "A='1',B-C='2'"
                          ^^^ P134 warning the name of a variable and `=` are wanted here
        ENV_VARS = "A='1"
                      ^ P134 warning this quote is never closed
        ENV_VARS = "A='1',"
                          ^ P134 warning the name of a variable and `=` are wanted here
        ENV_VARS = "A='1',B='two words, and $HOME'"
        ENV_VARS = "A='1', B=2"
        ENV_VARS = A='1'
    "#]];
}
