//! One file may panic: the run goes on and says so.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, PanicHookInfo};

thread_local! {
    /// Panics of this thread are being caught.
    static CATCHING: Cell<bool> = const { Cell::new(false) };
    /// The words of the last panic that was caught.
    static LAST: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// A panic that was caught: its message and place in our source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Panic {
    /// `index out of bounds (crates/lint/src/walk.rs:12)`.
    pub message: String,
}

/// Runs a function; a panic inside becomes an error.
///
/// # Errors
/// The panic. Its place is known when [`install_panic_hook`] was called, and then nothing is printed by Rust itself.
pub fn catch<T>(run: impl FnOnce() -> T) -> Result<T, Panic> {
    let outer = CATCHING.replace(true);
    // The values inside are dropped or read-only: nothing half-changed survives.
    let result = std::panic::catch_unwind(AssertUnwindSafe(run));
    CATCHING.set(outer);
    result.map_err(|payload| {
        let message = LAST.take().unwrap_or_else(|| words(&*payload).to_owned());
        Panic { message }
    })
}

/// Replaces Rust's panic output: panics inside [`catch`] are silent, others are handed to `report` in one line.
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
