//! Tasks around the code: `cargo xtask --help`.

fn main() {}
