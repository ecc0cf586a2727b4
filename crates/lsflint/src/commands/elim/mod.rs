//! `elim plan` and `elim check-output`: elim placement and elim output.

mod output;
mod plan;

pub(crate) use self::output::check_output;
pub(crate) use self::plan::plan;
use crate::arguments::Reading;
use crate::commands::common;
use crate::output::Failure;

/// The arguments with the cluster of `--cluster`, else of the current directory.
fn with_cluster(mut reading: Reading) -> Result<Reading, Failure> {
    if reading.cluster.is_none() {
        reading.cluster = Some(common::current_folder()?.current().to_owned());
    }
    Ok(reading)
}
