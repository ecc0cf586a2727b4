//! The format `junit`: XML like that of test runners, for services that only show tests.
//!
//! A file is a test suite and a finding is a test. Errors and warnings are failed tests; an info is often deliberate,
//! so it is a passed test with output. A file without findings is a suite with one passed test, because many readers
//! treat a report without tests as broken. A problem (an unreadable file) is a test with an error.
//!
//! The structure follows the schema of the Jenkins xunit plugin, which pytest also uses. Some readers reject the report
//! because of unknown attributes (`line` of a test), so line and column are part of the name. `classname` is the path:
//! Jenkins treats the part before the last dot as a package and so groups the files of a directory. Times are 0: they
//! are required but have no meaning here. The root element has no counts, because they would have to be known before
//! the first file is written.

use std::io::{self, Write};

use lsflint_lint::Severity;

use crate::finding::{Finding, findings};
use crate::xml::Xml;
use crate::{FileFindings, PathBase, Reporter, Summary};

/// The format `junit`.
#[derive(Debug, Default)]
pub struct Junit {
    base: PathBase,
    suites: usize,
}

impl Junit {
    /// A reporter with paths relative to `base`.
    pub fn new(base: PathBase) -> Junit {
        Junit { base, suites: 0 }
    }

    /// Writes the start of a suite, and the start of the document before the first one.
    fn suite(&mut self, xml: &mut Xml<'_>, name: &str, tests: usize, outcome: Outcome) -> io::Result<()> {
        if self.suites == 0 {
            xml.declaration()?;
            xml.open("testsuites", &[("name", "lsflint")])?;
        }
        self.suites += 1;
        let Outcome { failures, errors } = outcome;
        xml.open(
            "testsuite",
            &[
                ("name", name),
                ("tests", &tests.to_string()),
                ("failures", &failures.to_string()),
                ("errors", &errors.to_string()),
                ("skipped", "0"),
                ("time", "0"),
            ],
        )
    }
}

#[derive(Default)]
struct Outcome {
    failures: usize,
    errors: usize,
}

impl Reporter for Junit {
    fn file(&mut self, file: &FileFindings, out: &mut dyn Write) -> io::Result<()> {
        let mut xml = Xml::new(out);
        let path = self.base.path(&file.source.path);
        let severities = || file.diagnostics.iter().map(|it| it.severity);
        let failures = severities().filter(|it| *it >= Severity::Warning).count();
        let tests = severities().filter(|it| *it > Severity::Hint).count();
        self.suite(&mut xml, &path, tests.max(1), Outcome { failures, errors: 0 })?;
        if tests == 0 {
            xml.empty("testcase", &[("name", "no findings"), ("classname", &path), ("time", "0")])?;
        }
        for it in findings(file) {
            test(&it, &path, &mut xml)?;
        }
        xml.close("testsuite")
    }

    fn finish(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        let mut xml = Xml::new(out);
        if self.suites == 0 || !summary.problems.is_empty() {
            let errors = summary.problems.len();
            self.suite(&mut xml, "lsflint", errors.max(1), Outcome { failures: 0, errors })?;
            if errors == 0 {
                xml.empty("testcase", &[("name", "no files"), ("classname", "lsflint"), ("time", "0")])?;
            }
            for problem in &summary.problems {
                xml.open("testcase", &[("name", problem), ("classname", "lsflint"), ("time", "0")])?;
                xml.text("error", &[("type", "problem"), ("message", problem)], problem)?;
                xml.close("testcase")?;
            }
            xml.close("testsuite")?;
        }
        xml.close("testsuites")
    }
}

fn test(it: &Finding<'_>, path: &str, xml: &mut Xml<'_>) -> io::Result<()> {
    let start = it.placed.range.start;
    let lines = it.lines(path);
    xml.open(
        "testcase",
        &[
            ("name", &format!("{} {} at {}:{}", it.placed.code, it.placed.rule, start.line, start.column)),
            ("classname", path),
            ("time", "0"),
        ],
    )?;
    if it.diagnostic.severity >= Severity::Warning {
        xml.text("failure", &[("type", it.placed.severity), ("message", &it.placed.message)], &lines)?;
    } else {
        xml.text("system-out", &[], &lines)?;
    }
    xml.close("testcase")
}

#[cfg(test)]
mod tests;
