//! Watches the process of the client. Most clients close stdin when they exit, but if the client is killed, another
//! process may keep the pipe open.

use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use crate::client::is_running;
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
