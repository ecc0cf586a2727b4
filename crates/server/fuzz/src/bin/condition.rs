//! Any text as a condition and as a message of a policy, about the demo cluster: no panic, faults lie inside the text,
//! and the evaluation ends.
#![no_main]

use lsflint_fuzz::DEMO;
use lsflint_model::View;
use lsflint_policy::{Condition, Judge, Kind, Message};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let judge = Judge::new(View::new(DEMO.as_read().read()));
    for kind in [Kind::Queue, Kind::Host, Kind::Cluster] {
        let objects: Vec<u32> = (0..judge.names(kind).len() as u32).collect();
        let fault = match Condition::new(&text, kind) {
            Ok(condition) => {
                assert_eq!(judge.outcomes(&condition, &objects).len(), objects.len());
                None
            }
            Err(fault) => Some(fault),
        };
        let of_message = match Message::new(&text, kind) {
            Ok(message) => {
                assert_eq!(judge.texts(&message, &objects).len(), objects.len());
                None
            }
            Err(fault) => Some(fault),
        };
        for fault in fault.into_iter().chain(of_message) {
            assert!(text.get(fault.range.clone()).is_some() && !fault.message.is_empty(), "{fault:?}");
        }
    }
});
