//! Everything at once, at random, for a while: edits, requests, cancellations, files on the disk, folders, settings.
//! The server must answer, must not fall, and must know in the end what a fresh server and the command line know.
//!
//! `LSFLINT_CHAOS_SEED` and `LSFLINT_CHAOS_SECONDS` choose what happens and for how long; `cargo xtask chaos` sets
//! them. The same seed makes the same session, as far as the clock lets it.

mod random;
mod session;
mod text;

use std::time::{Duration, Instant};

use session::Session;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(default)
}

#[test]
fn chaos() {
    let first = number("LSFLINT_CHAOS_SEED", 1);
    let end = Instant::now() + Duration::from_secs(number("LSFLINT_CHAOS_SECONDS", 12));
    let mut seed = first;
    let mut steps = 0;
    while seed == first || Instant::now() < end {
        steps += Session::new(seed).run(end);
        seed += 1;
    }
    eprintln!("{steps} steps in {} sessions, seeds {first} to {}", seed - first, seed - 1);
}
