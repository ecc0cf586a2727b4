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
        /// The repository on GitHub: `bytedance/volclava`.
        repository: &'static str,
        /// The path of the file in its repository.
        file: &'static str,
        /// The function.
        function: &'static str,
        /// What the function does, in our words.
        about: &'static str,
    },
    /// The facts of `crates/spec/data`, each of which names its own source.
    Facts {
        /// The facts: `parameters`, `sections and columns`.
        about: &'static str,
    },
    /// No text: the rule is advice about style and hygiene. Never the only source of an error.
    Judgement {
        /// Why the project gives the advice.
        why: &'static str,
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

/// A function of an open-source parser on GitHub.
pub const fn reader(
    repository: &'static str,
    file: &'static str,
    function: &'static str,
    about: &'static str,
) -> Source {
    Source::Reader { repository, file, function, about }
}

/// A function of volclava.
pub const fn volclava(file: &'static str, function: &'static str, about: &'static str) -> Source {
    reader("bytedance/volclava", file, function, about)
}

/// The facts of `crates/spec/data`.
pub const fn facts(about: &'static str) -> Source {
    Source::Facts { about }
}

/// Advice of the project, for rules about style and hygiene.
pub const fn judgement(why: &'static str) -> Source {
    Source::Judgement { why }
}

impl Source {
    /// The URL of the page of the manual in English; `None` for other sources.
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
            Source::Reader { repository, file, function, about } => {
                let name = format!("[{repository}](https://github.com/{repository}/blob/HEAD/{file})");
                with(format!("{name}, `{file}`, `{function}`"), about)
            }
            Source::Facts { about } => format!("the documented {about}; `lsflint explain NAME` names the page of each"),
            Source::Judgement { why } => format!("advice of this project, not of the manual: {why}"),
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
            volclava("lsbatch/lib/lsb.conf.c", "do_Queues", "a queue needs a name"),
            "[bytedance/volclava](https://github.com/bytedance/volclava/blob/HEAD/lsbatch/lib/lsb.conf.c), \
             `lsbatch/lib/lsb.conf.c`, `do_Queues`: a queue needs a name",
        );
        check(
            judgement("names are easier to read"),
            "advice of this project, not of the manual: names are easier to read",
        );
        check(
            ibm("lsf_admin/select_string", "operators"),
            "[select_string](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_admin/select_string.html): operators",
        );
    }
}
