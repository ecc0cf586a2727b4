//! Runs work on a thread pool or on the calling thread.

use rayon::ThreadPool;
use rayon::prelude::*;

use crate::caught::{Panic, catch};

/// Processes all items and returns the results in order: in parallel inside a pool, else one by one.
pub(crate) fn each<I, T: Send, R: Send>(items: I, work: impl Fn(T) -> R + Send + Sync) -> Vec<R>
where
    I: IntoIterator<Item = T> + IntoParallelIterator<Item = T>,
{
    match rayon::current_thread_index() {
        Some(_) => items.into_par_iter().map(work).collect(),
        None => items.into_iter().map(work).collect(),
    }
}

/// As [`each`], inside of [`catch`]: a panic on another thread of the pool is passed on to the calling one.
pub(crate) fn each_or_panic<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Send + Sync) -> Vec<R> {
    let passed_on = |panic: Panic| -> R { std::panic::resume_unwind(Box::new(panic.message)) };
    each(items, |it| catch(|| work(it))).into_iter().map(|it| it.unwrap_or_else(passed_on)).collect()
}

/// The number of threads that share the work; 1 outside of a pool.
pub(crate) fn count() -> usize {
    rayon::current_thread_index().map_or(1, |_| rayon::current_num_threads())
}

/// Runs `work` in the pool if there is one.
pub(crate) fn in_pool<R: Send>(pool: Option<&ThreadPool>, work: impl FnOnce() -> R + Send) -> R {
    match pool {
        Some(pool) => pool.install(work),
        None => work(),
    }
}

/// Runs a function with a stack of its own, of this size in bytes. Only what is used of it is allocated.
pub(crate) fn with_stack<T: Send>(bytes: usize, run: impl Fn() -> T + Send + Sync) -> Result<T, Panic> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(bytes).spawn_scoped(scope, || catch(&run));
        match thread.map(|it| it.join()) {
            Ok(Ok(done)) => done,
            // The system starts no more threads, so that the stack of this one must do.
            Ok(Err(_)) | Err(_) => catch(&run),
        }
    })
}
