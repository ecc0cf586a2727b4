//! The clock of time windows.
//!
//! Source: <https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_admin/time_windows_lsf.html>.

/// The largest hour of a time window: midnight is hour 0.
pub const MAX_HOUR: u32 = 23;
/// The largest minute.
pub const MAX_MINUTE: u32 = 59;
/// The largest day: 0 and 7 are Sunday, 1 is Monday. Before 10.1 it was 6, see [`crate::Switch::DaySeven`].
pub const MAX_DAY: u32 = 7;
/// The interval at which mbatchd evaluates the conditions of `#if`, in minutes.
pub const CONDITION_INTERVAL_MINUTES: u32 = 10;
/// The names of the days by number; 0 and 7 are Sunday.
pub const DAY_NAMES: [&str; 8] =
    ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
