//! Reports parsed by a strict XML parser. The suite in `integrations/formats` checks them against a schema.

use expect_test::expect;
use proptest::prelude::*;
use roxmltree::Document;

use super::*;
use crate::testing::{anything, clean, several, write};
use crate::xml::visible;

#[test]
fn a_report() {
    let text = write(Checkstyle::default(), &[clean(), several()]);
    expect![[r#"
        <?xml version="1.0" encoding="UTF-8"?>
        <checkstyle version="4.3">
        <file name="conf/lsb.queues">
        <error line="1" column="1" severity="info" message="All, of it: 100%." source="lsflint.P301"/>
        <error line="4" column="1" severity="warning" message="Duplicate `PRIORITY`. LSF takes the last one. Remove one of the two." source="lsflint.P003"/>
        <error line="5" column="5" severity="error" message="`End Queues` closes a section `Queue`." source="lsflint.F104"/>
        </file>
        </checkstyle>
    "#]].assert_eq(&text);
}

#[test]
fn without_findings_there_are_no_files() {
    let text = write(Checkstyle::default(), &[clean()]);
    assert_eq!(
        Document::parse(&text).expect("XML").root_element().descendants().filter(|it| it.is_element()).count(),
        1
    );
    assert_eq!(text, write(Checkstyle::default(), &[]));
}

proptest! {
    #[test]
    fn whatever_the_text_it_comes_back(file in anything()) {
        let text = write(Checkstyle::default(), std::slice::from_ref(&file));
        let document = Document::parse(&text).expect("XML");
        let shown = |it: &str| it.chars().map(visible).collect::<String>();
        let errors: Vec<_> = document.descendants().filter(|it| it.has_tag_name("error")).collect();
        let expected: Vec<_> = findings(&file).collect();
        prop_assert_eq!(errors.len(), expected.len());
        for (it, expected) in errors.iter().zip(expected) {
            let name = it.parent().and_then(|it| it.attribute("name"));
            prop_assert_eq!(name, Some(&*shown(&file.source.path)));
            prop_assert_eq!(it.attribute("message"), Some(&*shown(&expected.sentences())));
            prop_assert_eq!(it.attribute("line"), Some(&*expected.placed.range.start.line.to_string()));
            prop_assert_eq!(it.attribute("severity"), Some(expected.placed.severity));
        }
    }
}
