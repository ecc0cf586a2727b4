//! Shapes.

use lsflint_spec::Shape;

use super::{ValueParser, scalar};

/// Matches a shape.
pub(super) fn shape(parser: &mut ValueParser<'_, '_>, shape: &'static Shape) {
    let _ = shape;
    scalar::words(parser);
}
