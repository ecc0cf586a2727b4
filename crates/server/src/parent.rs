//! Watches the process of the client. Most clients close stdin when they exit; a killed client does not if another
//! process holds the pipe.

use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use crate::shared::Shared;

/// How often we look.
const INTERVAL: Duration = Duration::from_millis(500);

/// Waits until the process of the client has ended: the one of the command line, else the one the client names. Never,
/// if it was not to be seen in the first place: then it lives on another machine or in another container.
pub(crate) async fn gone(process: Option<u32>, shared: Arc<Shared>) {
    let mut seen = false;
    loop {
        tokio::time::sleep(INTERVAL).await;
        let Some(process) = process.or_else(|| shared.client().process) else { continue };
        match (is_running(process), seen) {
            (Some(true), _) => seen = true,
            (Some(false), true) => return,
            _ => return pending().await,
        }
    }
}

/// Whether a process runs, where the system says so in files.
fn is_running(process: u32) -> Option<bool> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let Ok(status) = std::fs::read_to_string(format!("/proc/{process}/stat")) else { return Some(false) };
    // The name in parentheses may contain anything; the letter of the state comes after it.
    let state = status.rsplit(')').next().and_then(|it| it.trim_start().chars().next());
    Some(!matches!(state, Some('Z' | 'X')))
}
