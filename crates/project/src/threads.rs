//! Runs work on a thread pool or on the calling thread.

use rayon::ThreadPool;
use rayon::prelude::*;

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

/// Runs `work` in the pool if there is one.
pub(crate) fn in_pool<R: Send>(pool: Option<&ThreadPool>, work: impl FnOnce() -> R + Send) -> R {
    match pool {
        Some(pool) => pool.install(work),
        None => work(),
    }
}
