//! Sources that document the behavior of LSF.

/// A source of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// A page of IBM's documentation of LSF 10.1.
    Ibm {
        /// The page: `lsb.queues`, `lsf_admin/select_string`, `topic=lsbqueues-tasklimit`, or `9.1.3:lsf_admin/NAME`
        /// for another version.
        page: &'static str,
        /// The parameter or chapter on the page, or its content in our words; empty for the page as a whole.
        about: &'static str,
    },
    /// A manual, identified by its title.
    Manual {
        /// `Administering Platform LSF 7.3`.
        title: &'static str,
        /// The chapter, or its content in our words.
        chapter: &'static str,
    },
    /// The source code of an open-source parser of the same files.
    Reader {
        /// `openlava-4.0`, `volclava-2.0`.
        reader: &'static str,
        /// The path of the file in its repository.
        file: &'static str,
        /// The function.
        function: &'static str,
    },
    /// The facts of `crates/spec/data`, each of which names its own source.
    Facts {
        /// The facts: `parameters`, `sections and columns`.
        about: &'static str,
    },
}

/// A page of IBM's documentation of LSF 10.1.
pub const fn ibm(page: &'static str, about: &'static str) -> Source {
    Source::Ibm { page, about }
}

/// A chapter of a manual.
pub const fn manual(title: &'static str, chapter: &'static str) -> Source {
    Source::Manual { title, chapter }
}

/// A function of an open-source parser.
pub const fn reader(reader: &'static str, file: &'static str, function: &'static str) -> Source {
    Source::Reader { reader, file, function }
}

/// The facts of `crates/spec/data`.
pub const fn facts(about: &'static str) -> Source {
    Source::Facts { about }
}

impl Source {
    /// The URL of the page in English; `None` for a source that is not on the web.
    pub fn url(&self) -> Option<String> {
        let Source::Ibm { page, .. } = self else { return None };
        let (version, page) = page.split_once(':').unwrap_or(("10.1.0", page));
        Some(if page.starts_with("topic=") {
            format!("https://www.ibm.com/docs/en/spectrum-lsf/{version}?{page}")
        } else if page.contains('/') {
            format!("https://www.ibm.com/docs/en/SSWRJV_{version}/{page}.html")
        } else {
            format!("https://www.ibm.com/docs/en/SSWRJV_{version}/lsf_config_ref/{page}.5.html")
        })
    }

    /// The source as Markdown, with a link if there is one.
    pub fn markdown(&self) -> String {
        let with = |name: String, about: &str| if about.is_empty() { name } else { format!("{name}: {about}") };
        match *self {
            Source::Ibm { page, about } => {
                let name = page.rsplit(['/', '=', ':']).next().unwrap_or(page);
                with(format!("[{name}]({})", self.url().unwrap_or_default()), about)
            }
            Source::Manual { title, chapter } => with(format!("*{title}*"), chapter),
            Source::Reader { reader, file, function } => format!("{reader}, `{file}`, `{function}`"),
            Source::Facts { about } => format!("the documented {about}; `lsflint explain NAME` names the page of each"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        let check = |page, url: &str| assert_eq!(ibm(page, "").url().as_deref(), Some(url));
        check("lsb.queues", "https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_config_ref/lsb.queues.5.html");
        check("lsf_admin/select_string", "https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_admin/select_string.html");
        check("9.1.3:lsf_admin/select_string", "https://www.ibm.com/docs/en/SSWRJV_9.1.3/lsf_admin/select_string.html");
        check("topic=lsbqueues-tasklimit", "https://www.ibm.com/docs/en/spectrum-lsf/10.1.0?topic=lsbqueues-tasklimit");
        assert_eq!(manual("A manual", "a chapter").url(), None);
    }

    #[test]
    fn in_words() {
        let check = |source: Source, expected: &str| assert_eq!(source.markdown(), expected);
        check(manual("Administering LSF 7.3", "usage strings"), "*Administering LSF 7.3*: usage strings");
        check(
            reader("openlava-4.0", "lsbatch/lib/lsb.conf.c", "do_Queues"),
            "openlava-4.0, `lsbatch/lib/lsb.conf.c`, `do_Queues`",
        );
        check(
            ibm("lsf_admin/select_string", "operators"),
            "[select_string](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_admin/select_string.html): operators",
        );
    }
}
