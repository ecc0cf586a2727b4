//! The threads that work runs on.

use rayon::ThreadPool;
use rayon::prelude::*;

/// Works on all items, in their order: on several threads in a pool, one by one outside of any.
pub(crate) fn each<I, T: Send, R: Send>(items: I, work: impl Fn(T) -> R + Send + Sync) -> Vec<R>
where
    I: IntoIterator<Item = T> + IntoParallelIterator<Item = T>,
{
    match rayon::current_thread_index() {
        Some(_) => items.into_par_iter().map(work).collect(),
        None => items.into_iter().map(work).collect(),
    }
}

/// Works in a pool when there is one.
pub(crate) fn in_pool<R: Send>(pool: Option<&ThreadPool>, work: impl FnOnce() -> R + Send) -> R {
    match pool {
        Some(pool) => pool.install(work),
        None => work(),
    }
}
