use lsflint_lint::suggest::distance;
use lsflint_lint::{Applicability, FileContext, Findings, Fix, Item, Reads, rule};
use lsflint_syntax::{TextRange, TextSize};

rule! {
    /// Finds misspelled directives between `#if` and `#endif`.
    ///
    /// # Effect
    /// LSF reads the line as a comment: the lines below it belong to the branch above it.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// #if time(18:00-7:00)
    /// UJOB_LIMIT = 60
    /// #esle
    /// UJOB_LIMIT = 10
    /// #endif
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// #if time(18:00-7:00)
    /// UJOB_LIMIT = 60
    /// #else
    /// UJOB_LIMIT = 10
    /// #endif
    /// End Queue
    /// ```
    ///
    /// Only words alone on their line are reported, and `#elif` with a time expression.
    ///
    /// # Fix safety
    /// Unsafe: enables the directive.
    pub F321 "misspelled-directive" {
        family: File, scope: OwnFile, severity: Warning, fix: Unsafe,
        sources: [
            volclava(
                "lsf/lib/lib.wconf.c",
                "ls_getconf",
                "`if`, `elif`, `else`, `endif` and `define` after `#` are directives, in any letter case",
            ),
        ],
        checks: [PartsOfFile(Reads::DIRECTIVE_LINES, check)],
    }
}

/// The directives that are possible in a block, with whether a condition follows.
const DIRECTIVES: [(&str, bool); 3] = [("else", false), ("endif", false), ("elif", true)];

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    if !context.kind().spec().directives.conditionals {
        return;
    }
    let text = &*context.file.text;
    // The number of `#if` lines that are still open.
    let mut open = 0_usize;
    for hash in context.directive_like().iter().map(|it| *it as usize) {
        let rest = &text[hash + 1..];
        if !rest.starts_with(['i', 'I', 'e', 'E']) || !is_first(&text[..hash]) {
            continue;
        }
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let length = line.find(|it: char| !it.is_ascii_alphabetic()).unwrap_or(line.len());
        let (word, condition) = (line[..length].to_ascii_lowercase(), line[length..].trim());
        match word.as_str() {
            "if" => open += 1,
            "endif" => open = open.saturating_sub(1),
            "else" | "elif" => {}
            _ if open > 0 => {
                let fits = |with: bool| if with { is_time(condition) } else { condition.is_empty() };
                let meant = DIRECTIVES.iter().find(|it| fits(it.1) && distance(&word, it.0) == 1);
                if let Some((meant, _)) = meant {
                    report(hash + 1, &line[..length], meant, findings);
                }
            }
            _ => {}
        }
    }
}

/// Whether only whitespace is before it on its line.
fn is_first(before: &str) -> bool {
    let line = before.trim_end_matches([' ', '\t']);
    line.is_empty() || line.ends_with(['\n', '\u{feff}'])
}

fn is_time(condition: &str) -> bool {
    let word = condition.get(..4).is_some_and(|it| it.eq_ignore_ascii_case("time"));
    word && condition[4..].trim_start().starts_with('(')
}

fn report(at: usize, word: &str, meant: &str, findings: &mut Findings) {
    let start = TextSize::new(u32::try_from(at).unwrap_or(u32::MAX));
    let range = TextRange::at(start, TextSize::of(word));
    findings
        .report(range, format!("`#{word}` looks like a misspelled `#{meant}`"))
        .consequence(Item::Line.ignored().so("the lines below it belong to the branch above it"))
        .help(format!("write `#{meant}`, or add a space after `#`"))
        .fix(Fix::replace(Applicability::Unsafe, format!("write `#{meant}`"), range, meant));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# in a block
        //- each Queue
        #if time(8:00-9:00)
          NICE = 5
          #elsee
           ^^^^^ F321 warning `#elsee` looks like a misspelled `#else`
          NICE = 6
          #ednif
           ^^^^^ F321 warning `#ednif` looks like a misspelled `#endif`
          #endif
            = fixed: #else
            = fixed: #endif
        #if time(8:00-9:00)
          NICE = 5
          #elfi time(9:00-10:00)
           ^^^^ F321 warning `#elfi` looks like a misspelled `#elif`
          NICE = 6
          #ENDIF
            = fixed: #elif time(9:00-10:00)

        //# comments
        //- each Queue
        #elsee
        #if time(8:00-9:00)
          #elsewhere
          #els the day
          # esle
          #else
          #endif
          #esle
    "#]];
}
