//! All 64 combinations of nothing, simple, compound and alternative at the three levels.

use expect_test::expect;

use super::{Input, merged};

/// The four shapes, with the names of hosts `{0}` and `{1}` of a level.
const SHAPES: [(&str, &str); 4] = [
    ("-", ""),
    ("S", "select[0] order[ut] span[hosts=1] same[0]"),
    ("C", "1*{select[0]} + 2*{select[1]}"),
    ("A", "{select[0]} || {select[1]}"),
];

fn of_level(shape: &str, names: [&str; 2]) -> String {
    shape.replace("[0]", &format!("[{}]", names[0])).replace("[1]", &format!("[{}]", names[1]))
}

#[test]
fn every_combination_of_shapes() {
    let mut rows = String::new();
    for (job, job_text) in SHAPES {
        for (application, application_text) in SHAPES {
            for (queue, queue_text) in SHAPES {
                let job_text = of_level(job_text, ["j1", "j2"]).replace("order[ut] ", "");
                let queue_text = of_level(queue_text, ["q1", "q2"]).replace("ut", "mem");
                let application_text = of_level(application_text, ["a1", "a2"]);
                let merged = merged(&Input {
                    job: &[&job_text],
                    application: &application_text,
                    queue: &queue_text,
                    ..Input::default()
                });
                let stages = merged.steps.iter().map(|it| it.rule).filter(|it| it.starts_with(['A', 'B']));
                let stages: Vec<&str> = stages.collect();
                let result = merged.result.map(|it| it.to_string()).unwrap_or_default();
                let shape = merged.shape.name();
                rows += format!("{job} {application} {queue}  {}  {shape:<11}  {result}", stages.join(" ")).trim_end();
                rows.push('\n');
            }
        }
    }
    expect![[r#"
        - - -  A1 B1  none
        - - S  A1 B1  simple       select[q1] order[mem] span[hosts=1] same[q1]
        - - C  A1 B1  compound     1*{select[q1]} + 2*{select[q2]}
        - - A  A1 B1  alternative  {select[q1]} || {select[q2]}
        - S -  A1 B2  simple       select[a1] order[ut] span[hosts=1] same[a1]
        - S S  A1 B3  simple       select[(q1) && (a1)] order[ut] span[hosts=1] same[q1:a1]
        - S C  A1 B5  simple       select[a1] order[ut] span[hosts=1] same[a1]
        - S A  A1 B4  simple       select[a1] order[ut] span[hosts=1] same[a1]
        - C -  A1 B2  compound     1*{select[a1]} + 2*{select[a2]}
        - C S  A1 B6  compound     1*{select[(q1) && (a1)] order[mem] span[hosts=1]} + 2*{select[(q1) && (a2)] order[mem] span[hosts=1]}
        - C C  A1 B5  compound     1*{select[a1]} + 2*{select[a2]}
        - C A  A1 B4  compound     1*{select[a1]} + 2*{select[a2]}
        - A -  A1 B2  alternative  {select[a1]} || {select[a2]}
        - A S  A1 B7  alternative  {select[(q1) && (a1)] order[mem] span[hosts=1]} || {select[(q1) && (a2)] order[mem] span[hosts=1]}
        - A C  A1 B5  alternative  {select[a1]} || {select[a2]}
        - A A  A1 B4  alternative  {select[a1]} || {select[a2]}
        S - -  A2 B2  simple       select[j1] span[hosts=1] same[j1]
        S - S  A2 B3  simple       select[(q1) && (j1)] order[mem] span[hosts=1] same[q1:j1]
        S - C  A2 B5  simple       select[j1] span[hosts=1] same[j1]
        S - A  A2 B4  simple       select[j1] span[hosts=1] same[j1]
        S S -  A4 B2  simple       select[(a1) && (j1)] order[ut] span[hosts=1] same[a1:j1]
        S S S  A4 B3  simple       select[(q1) && (a1) && (j1)] order[ut] span[hosts=1] same[q1:a1:j1]
        S S C  A4 B5  simple       select[(a1) && (j1)] order[ut] span[hosts=1] same[a1:j1]
        S S A  A4 B4  simple       select[(a1) && (j1)] order[ut] span[hosts=1] same[a1:j1]
        S C -  A3 B2  simple       select[j1] span[hosts=1] same[j1]
        S C S  A3 B3  simple       select[(q1) && (j1)] order[mem] span[hosts=1] same[q1:j1]
        S C C  A3 B5  simple       select[j1] span[hosts=1] same[j1]
        S C A  A3 B4  simple       select[j1] span[hosts=1] same[j1]
        S A -  A3 B2  simple       select[j1] span[hosts=1] same[j1]
        S A S  A3 B3  simple       select[(q1) && (j1)] order[mem] span[hosts=1] same[q1:j1]
        S A C  A3 B5  simple       select[j1] span[hosts=1] same[j1]
        S A A  A3 B4  simple       select[j1] span[hosts=1] same[j1]
        C - -  A2 B2  compound     1*{select[j1]} + 2*{select[j2]}
        C - S  A2 B6  compound     1*{select[(q1) && (j1)] order[mem] span[hosts=1]} + 2*{select[(q1) && (j2)] order[mem] span[hosts=1]}
        C - C  A2 B5  compound     1*{select[j1]} + 2*{select[j2]}
        C - A  A2 B4  compound     1*{select[j1]} + 2*{select[j2]}
        C S -  A3 B2  compound     1*{select[j1]} + 2*{select[j2]}
        C S S  A3 B6  compound     1*{select[(q1) && (j1)] order[mem] span[hosts=1]} + 2*{select[(q1) && (j2)] order[mem] span[hosts=1]}
        C S C  A3 B5  compound     1*{select[j1]} + 2*{select[j2]}
        C S A  A3 B4  compound     1*{select[j1]} + 2*{select[j2]}
        C C -  A3 B2  compound     1*{select[j1]} + 2*{select[j2]}
        C C S  A3 B6  compound     1*{select[(q1) && (j1)] order[mem] span[hosts=1]} + 2*{select[(q1) && (j2)] order[mem] span[hosts=1]}
        C C C  A3 B5  compound     1*{select[j1]} + 2*{select[j2]}
        C C A  A3 B4  compound     1*{select[j1]} + 2*{select[j2]}
        C A -  A3 B2  compound     1*{select[j1]} + 2*{select[j2]}
        C A S  A3 B6  compound     1*{select[(q1) && (j1)] order[mem] span[hosts=1]} + 2*{select[(q1) && (j2)] order[mem] span[hosts=1]}
        C A C  A3 B5  compound     1*{select[j1]} + 2*{select[j2]}
        C A A  A3 B4  compound     1*{select[j1]} + 2*{select[j2]}
        A - -  A2 B2  alternative  {select[j1]} || {select[j2]}
        A - S  A2 B7  alternative  {select[(q1) && (j1)] order[mem] span[hosts=1]} || {select[(q1) && (j2)] order[mem] span[hosts=1]}
        A - C  A2 B5  alternative  {select[j1]} || {select[j2]}
        A - A  A2 B4  alternative  {select[j1]} || {select[j2]}
        A S -  A3 B2  alternative  {select[j1]} || {select[j2]}
        A S S  A3 B7  alternative  {select[(q1) && (j1)] order[mem] span[hosts=1]} || {select[(q1) && (j2)] order[mem] span[hosts=1]}
        A S C  A3 B5  alternative  {select[j1]} || {select[j2]}
        A S A  A3 B4  alternative  {select[j1]} || {select[j2]}
        A C -  A3 B2  alternative  {select[j1]} || {select[j2]}
        A C S  A3 B7  alternative  {select[(q1) && (j1)] order[mem] span[hosts=1]} || {select[(q1) && (j2)] order[mem] span[hosts=1]}
        A C C  A3 B5  alternative  {select[j1]} || {select[j2]}
        A C A  A3 B4  alternative  {select[j1]} || {select[j2]}
        A A -  A3 B2  alternative  {select[j1]} || {select[j2]}
        A A S  A3 B7  alternative  {select[(q1) && (j1)] order[mem] span[hosts=1]} || {select[(q1) && (j2)] order[mem] span[hosts=1]}
        A A C  A3 B5  alternative  {select[j1]} || {select[j2]}
        A A A  A3 B4  alternative  {select[j1]} || {select[j2]}
    "#]].assert_eq(&rows);
}
