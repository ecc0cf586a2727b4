//! Any bytes as the input of the server: reading ends, and each message is read or refused with a reason.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    lsflint_server::fuzzing::messages(data);
});
