//! Typed nodes over values.
