//! Files.
use crate::builder::Output;
use lsflint_spec::FileKind;
pub(crate) fn parse(out: &mut Output<'_>, kind: FileKind) {
    let _ = kind;
    out.start(crate::SyntaxKind::FILE);
    let l = out.text().len();
    out.token(crate::SyntaxKind::TEXT, l);
    out.end();
}
