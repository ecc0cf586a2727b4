use lsflint_lint::{Applicability, FileContext, Findings, Fix, Item, Reads, rule};
use lsflint_spec::IncludePlace;
use lsflint_syntax::{TextRange, TextSize};

rule! {
    /// Finds directives that are comments because of whitespace after `#`.
    ///
    /// # Effect
    /// LSF ignores the line: the lines of every branch are active, or the file is not included.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// # if time(18:00-7:00)
    /// PRIORITY   = 60
    /// # endif
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// #if time(18:00-7:00)
    /// PRIORITY   = 60
    /// #endif
    /// End Queue
    /// ```
    ///
    /// Only unambiguous cases are reported: `# if` with a time expression, `# INCLUDE` with a quoted path, and `# else`
    /// or `# endif` alone on a line after such an `# if`.
    ///
    /// # Fix safety
    /// Unsafe: enables the directive.
    pub F308 "blank-before-directive" {
        family: File, scope: OwnFile, severity: Warning, fix: Unsafe,
        sources: [
            volclava(
                "lsf/lib/lib.wconf.c",
                "ls_getconf",
                "a directive is one word: `#` and the keyword without whitespace",
            ),
        ],
        checks: [PartsOfFile(Reads::DIRECTIVE_LINES, check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    let directives = context.kind().spec().directives;
    let text = &*context.file.text;
    // The number of `# if` lines that are still open.
    let mut open = 0;
    for hash in context.directive_like().iter().map(|it| *it as usize) {
        let before = &text[..hash];
        if !text[hash + 1..].starts_with([' ', '\t'])
            || !before.trim_end_matches([' ', '\t']).ends_with(['\n', '\u{feff}']) && !before.trim().is_empty()
        {
            continue;
        }
        let end = text[hash..].find('\n').map_or(text.len(), |at| hash + at);
        let content = text[hash..end].trim_end();
        let directive = content[1..].trim_start();
        let found = is_directive(directive, directives.conditionals, &mut open)
            || directives.include != IncludePlace::Nowhere && is_include(directive);
        if found {
            report(hash, hash + content.len() - directive.len(), directive, findings);
        }
    }
}

fn report(hash: usize, word: usize, directive: &str, findings: &mut Findings) {
    let size = |at: usize| TextSize::new(u32::try_from(at).unwrap_or(u32::MAX));
    let name = directive.split([' ', '\t', '(', '"', '!']).next().unwrap_or_default();
    let range = TextRange::new(size(hash), size(word) + TextSize::of(name));
    let spaces = TextRange::new(size(hash) + TextSize::of('#'), size(word));
    findings
        .report(range, format!("whitespace after `#` turns `#{name}` into a comment"))
        .consequence(Item::Line.ignored().so(match name.eq_ignore_ascii_case("include") {
            true => "the file is not included",
            false => "the lines that it should control are always active",
        }))
        .help(format!("write `#{name}` if this is meant to be a directive"))
        .fix(Fix::replace(Applicability::Unsafe, format!("write `#{name}`"), spaces, ""));
}

fn is_directive(text: &str, known: bool, open: &mut u32) -> bool {
    if !known {
        return false;
    }
    let length = text.find(|it: char| !it.is_ascii_alphabetic()).unwrap_or(text.len());
    let (word, rest) = text.split_at(length);
    let rest = rest.trim_start_matches([' ', '\t', '(', '!']);
    let timed =
        rest.get(..4).is_some_and(|it| it.eq_ignore_ascii_case("time")) && rest[4..].trim_start().starts_with('(');
    let alone = rest.is_empty();
    match word.to_ascii_lowercase().as_str() {
        "if" if timed => *open += 1,
        "elif" if timed => {}
        "else" if alone && *open > 0 => {}
        "endif" if alone && *open > 0 => *open -= 1,
        _ => return false,
    }
    true
}

/// `INCLUDE "path"`.
fn is_include(text: &str) -> bool {
    let word = text.get(..7).is_some_and(|it| it.eq_ignore_ascii_case("include"));
    let path = if word { text[7..].trim() } else { "" };
    path.len() > 2 && path.starts_with('"') && path.ends_with('"') && path.contains(['/', '\\', '.'])
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the directives of a block
        //- each Queue
        # if time(8:00-9:00)
        ^^^^ F308 warning whitespace after `#` turns `#if` into a comment
          NICE = 5
          # else
          ^^^^^^ F308 warning whitespace after `#` turns `#else` into a comment
          #␉endif
          ^^^^^^^ F308 warning whitespace after `#` turns `#endif` into a comment
            = fixed: #if time(8:00-9:00)
            = fixed: #else
            = fixed: #endif

        //# includes
        //- lsb.queues
        # INCLUDE "/etc/lsf/q"
        ^^^^^^^^^ F308 warning whitespace after `#` turns `#INCLUDE` into a comment
            = effect: LSF ignores the line, so the file is not included
        # include "the" rest
        //- fixed lsb.queues
        -# INCLUDE "/etc/lsf/q"
        +#INCLUDE "/etc/lsf/q"

        //# prose is prose
        //- lsb.queues
        # if the time (of day) matters
        # else
        # endif
        //#
        //- lsf.conf
        # if time(8:00-9:00)
        # INCLUDE "a/b"
    "#]];
}
