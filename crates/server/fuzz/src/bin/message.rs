//! Any bytes as the input of the server: reading ends, and the library accepts what it is given.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    for body in lsflint_server::fuzzing::messages(data) {
        let value: serde_json::Value = serde_json::from_slice(&body).expect("JSON");
        assert!(value.is_object(), "{value}");
    }
});
