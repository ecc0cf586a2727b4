//! Watches the process of the client. Most clients close stdin when they exit, but if the client is killed, another
//! process may keep the pipe open.

use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use crate::shared::Shared;

/// The polling interval.
const INTERVAL: Duration = Duration::from_millis(500);

/// Waits until the process of the client ends: the one of the command line, else the one that the client sent. Never
/// returns if the process is not visible at first, because it then runs on another machine or in another container.
pub(crate) async fn gone(process: Option<u32>, shared: Arc<Shared>) {
    let mut seen = process.and_then(is_running) == Some(true);
    loop {
        tokio::time::sleep(INTERVAL).await;
        let client = shared.client();
        let Some(process) = process.or(client.process) else { continue };
        seen |= client.was_running;
        match (is_running(process), seen) {
            (Some(true), _) => seen = true,
            (Some(false), true) => return,
            _ => return pending().await,
        }
    }
}

/// Whether a process is running; `None` if unknown (the check uses `/proc`).
pub(crate) fn is_running(process: u32) -> Option<bool> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let Ok(status) = std::fs::read_to_string(format!("/proc/{process}/stat")) else { return Some(false) };
    // The name in parentheses may contain any character; the state follows the last parenthesis.
    let state = status.rsplit(')').next().and_then(|it| it.trim_start().chars().next());
    Some(!matches!(state, Some('Z' | 'X')))
}
