//! Catches panics, so that a panic in one file is reported and the run continues.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, PanicHookInfo};

thread_local! {
    /// Whether [`catch`] is running on this thread.
    static CATCHING: Cell<bool> = const { Cell::new(false) };
    /// The message of the last panic inside [`catch`].
    static LAST: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// A caught panic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Panic {
    /// The message and the source location: `index out of bounds (crates/lint/src/walk.rs:12)`.
    pub message: String,
}

/// Runs a function and turns a panic into an error.
///
/// # Errors
/// The panic. [`install_panic_hook`] must have been called for the message to contain the location and for Rust not to
/// print the panic itself.
pub fn catch<T>(run: impl FnOnce() -> T) -> Result<T, Panic> {
    let outer = CATCHING.replace(true);
    // The values inside are dropped or read-only, so no partly modified value remains.
    let result = std::panic::catch_unwind(AssertUnwindSafe(run));
    CATCHING.set(outer);
    result.map_err(|payload| {
        let message = LAST.take().unwrap_or_else(|| words(&*payload).to_owned());
        Panic { message }
    })
}

/// Replaces Rust's panic output: panics inside [`catch`] are silent, others are passed to `report` as one line.
pub fn install_panic_hook(report: impl Fn(&str) + Send + Sync + 'static) {
    std::panic::set_hook(Box::new(move |info: &PanicHookInfo<'_>| {
        let words = words(info.payload());
        let message = match info.location() {
            Some(place) => format!("{words} ({}:{})", place.file(), place.line()),
            None => words.to_owned(),
        };
        if CATCHING.get() {
            LAST.set(Some(message));
        } else {
            report(&message);
        }
    }));
}

fn words(payload: &(dyn std::any::Any + Send)) -> &str {
    payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_error() {
        let caught = catch(|| -> u32 { panic!("number {}", 7) }).unwrap_err();
        assert!(caught.message.starts_with("number 7"), "{caught:?}");
        assert_eq!(catch(|| 1), Ok(1));
    }
}
