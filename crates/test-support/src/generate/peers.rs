//! Input of equal size for tools of other languages: configuration-like TOML, plain Python.

use std::fmt::Write;

use super::{Random, comment, remark};

const PROOF: &str = "writing to a string cannot fail";

/// A TOML file of at least `bytes`: tables with a dozen keys, like queues with parameters.
pub fn toml_file(seed: u64, bytes: usize) -> String {
    let mut random = Random::new(seed);
    let mut text = String::new();
    let mut number = 0;
    while text.len() < bytes {
        comment(&mut random, &mut text);
        write!(
            text,
            "[queue.q{number}]\npriority = {}\nnice = {}\nrun_limit = \"{}:00\"\nhosts = [\"rack{}\", \"rack{}\", \"others\"]\nfairshare = {{ rtl = {}, verif = {}, \
             default = 1 }}\nrequirement = \"type==any && mem>{} && scratch>={}\"\nexclusive = {}\nload = [{}.5, 4.0]\ndescription = \"{}\"\n\n",
            random.between(1, 90),
            random.between(0, 20),
            random.between(1, 96),
            random.between(0, 90),
            random.between(0, 90),
            random.between(1, 60),
            random.between(1, 60),
            random.between(1, 64) * 1000,
            random.between(1, 9) * 1024,
            random.percent(20),
            random.between(1, 4),
            remark(&mut random, 7),
        )
        .expect(PROOF);
        number += 1;
    }
    text
}

/// A Python file of at least `bytes`: dictionaries and small functions.
pub fn python_file(seed: u64, bytes: usize) -> String {
    let mut random = Random::new(seed);
    let mut text = String::new();
    let mut number = 0;
    while text.len() < bytes {
        comment(&mut random, &mut text);
        write!(
            text,
            "def queue_{number}(load, memory={}):\n    limits = {{\"run\": {}, \"memory\": {}, \"hosts\": [\"rack{}\", \"others\"]}}\n    if load < 0.{} and memory > limits[\"memory\"]:\n        \
             return limits[\"run\"] * {}\n    return len(\"{}\") + limits[\"run\"]\n\n\n",
            random.between(1, 64) * 1000,
            random.between(1, 96),
            random.between(1, 64) * 500,
            random.between(0, 90),
            random.between(1, 9),
            random.between(2, 9),
            remark(&mut random, 4),
        )
        .expect(PROOF);
        number += 1;
    }
    text
}
