//! The sources of rules: an error rests on a text that a reader of the finding can open.

use lsflint_lint::{Severity, Source};

/// Whether a source names the place where it says so: a page, a function, a fact, or a constant of lsbatch.h.
fn has_place(source: &Source) -> bool {
    match *source {
        Source::Ibm { page, about } => !page.is_empty() && !about.is_empty(),
        Source::Reader { function, about, .. } => !function.is_empty() && !about.is_empty(),
        Source::Facts { .. } => true,
        Source::Manual { title, chapter } => {
            let has_page =
                |it: &str| it.split("page ").skip(1).any(|rest| rest.starts_with(|digit: char| digit.is_ascii_digit()));
            has_page(title) || has_page(chapter) || title.contains("LSBE_") || is_section(chapter)
        }
        Source::Judgement { .. } => false,
    }
}

/// Whether the chapter is a numbered one, as in `2.3 Token Recognition`.
fn is_section(chapter: &str) -> bool {
    chapter.split(' ').next().is_some_and(|it| it.split('.').all(|part| part.parse::<u32>().is_ok()))
}

#[test]
fn an_error_has_a_source_with_a_page_or_a_function() {
    let wrong: Vec<&str> = (crate::all().iter())
        .filter(|it| it.meta.severity == Severity::Error && !it.meta.sources.iter().any(has_place))
        .map(|it| it.meta.code)
        .collect();
    assert_eq!(wrong, [""; 0], "no source of these errors has a page or a function");
}

#[test]
fn a_manual_has_a_place_if_it_names_a_page_a_section_or_an_error() {
    let check = |title, chapter, expected| {
        assert_eq!(has_place(&Source::Manual { title, chapter }), expected, "{title}: {chapter}");
    };
    check("Administering Platform LSF 7.3", "usage strings", false);
    check("Administering Platform LSF 7.3, page 505", "several values need a `'!'`", true);
    check("Platform LSF 7.3", "Release Notes, page 14: percentages", true);
    check("lsbatch.h, LSBE_CU_EXCLUSIVE (399)", "the queue does not accept such jobs", true);
    check("lsbatch.h", "error 399", false);
    check("POSIX.1-2017, Shell Command Language", "2.3 Token Recognition", true);
    assert!(!has_place(&Source::Judgement { why: "easier to read" }));
}
