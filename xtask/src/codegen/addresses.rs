//! The addresses of pages of the manual.
//!
//! The data names the page that was read. Some were only at hand in another language or at the old address of the
//! manual, but a reader wants the page in English at the address of today.

use std::sync::LazyLock;

use regex::Regex;

/// A page of LSF: at the old address or at the one of today, in any language.
static PAGE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"https?://(?:www\.)?ibm\.com/(?:docs|support/knowledgecenter)/(?:[a-z]{2}(?:-[a-z]{2})?/)?(SSWRJV_|spectrum-lsf)")
        .expect("a valid pattern")
});

/// A text in which the addresses lead to pages in English.
pub(super) fn in_english(text: &str) -> String {
    PAGE.replace_all(text, "https://www.ibm.com/docs/en/$1").into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_in_english() {
        let page = "https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_config_ref/lsb.queues.5.html";
        for start in [
            "https://www.ibm.com/docs/en/",
            "https://www.ibm.com/docs/da/",
            "https://www.ibm.com/docs/zh-tw/",
            "https://www.ibm.com/docs/",
            "https://www.ibm.com/support/knowledgecenter/",
            "https://www.ibm.com/support/knowledgecenter/en/",
            "http://www.ibm.com/support/knowledgecenter/",
            "https://ibm.com/support/knowledgecenter/en/",
        ] {
            let found = in_english(&format!("source: \"{start}SSWRJV_10.1.0/lsf_config_ref/lsb.queues.5.html\","));
            assert_eq!(found, format!("source: \"{page}\","));
        }
        let topic = "https://www.ibm.com/docs/en/spectrum-lsf/10.1.0?topic=lsbqueues-tasklimit";
        assert_eq!(in_english("https://www.ibm.com/docs/sl/spectrum-lsf/10.1.0?topic=lsbqueues-tasklimit"), topic);
        for other in ["https://www.ibm.com/support/pages/apar/P102", "https://slurm.schedmd.com/da/SSWRJV_"] {
            assert_eq!(in_english(other), other);
        }
    }
}
