//! Questions as a page asks them, and messages of an editor.

use expect_test::{Expect, expect};
use serde_json::{Value, json};

use super::answer;
use crate::Engine;

const FILES: [(&str, &str); 5] = [
    ("/site/conf/lsf.conf", "LSF_LIM_PORT=7869\n"),
    ("/site/conf/lsf.shared", "Begin Cluster\nClusterName\nc1\nEnd Cluster\n"),
    (
        "/site/conf/lsf.cluster.c1",
        "Begin ClusterAdmins\nAdministrators = root\nEnd ClusterAdmins\nBegin Host\nHOSTNAME model type server RESOURCES\nh1 ! ! 1 ()\nh2 ! ! 1 ()\nEnd Host\n",
    ),
    (
        "/site/conf/lsbatch/c1/configdir/lsb.queues",
        "Begin Queue\nQUEUE_NAME = night\nPRIORITY = 30\nRUN_WINDOW = 20:00-8:00\nRES_REQ = rusage[mem=500]\nHOSTS = h1\nEnd Queue\n",
    ),
    ("/site/jobs/job.sh", "#!/bin/sh\n#BSUB -q nigth\n#BSUB -R \"rusage[mem=100]\"\n./run\n"),
];

fn engine() -> Engine {
    let mut engine = Engine::new();
    for (path, text) in FILES {
        engine.write(path, Some(text.as_bytes().to_vec()));
    }
    engine
}

/// The answer of an engine to a question about the cluster, a part of it as JSON.
#[track_caller]
fn check(engine: &mut Engine, question: &str, options: Value, part: &str, expected: Expect) {
    let about = json!({"folder": "/site", "cluster": "conf"});
    let question = json!({"question": question, "about": about, "options": options}).to_string();
    let shown = match answer(engine.server.disk(), &question) {
        Ok(document) => {
            let document: Value = serde_json::from_str(&document).expect("an answer is JSON");
            document.pointer(part).expect("the document has this part").to_string()
        }
        Err(refused) => refused.message,
    };
    expected.assert_eq(&shown);
}

#[test]
fn findings_of_files_in_memory() {
    let mut engine = engine();
    check(&mut engine, "check", json!({}), "/summary", expect![[r#"{"errors":2,"files":5,"infos":0,"warnings":0}"#]]);
}

#[test]
fn questions_about_requirements() {
    let mut engine = engine();
    let levels = json!({"queue": "@night", "job": ["rusage[mem=100]"]});
    check(&mut engine, "merge", levels, "/result", expect![[r#""rusage[mem=100]""#]]);
    check(
        &mut engine,
        "hosts",
        json!({"queue": "@night"}),
        "/counts",
        expect![[r#"{"always":0,"depends":1,"never":0}"#]],
    );
    check(
        &mut engine,
        "merge",
        json!({"queue": "@nigth"}),
        "",
        expect!["unknown queue `nigth` in lsb.queues; did you mean `night`?"],
    );
    check(
        &mut engine,
        "merge",
        json!({"queues": "@night"}),
        "",
        expect!["`options`: unknown field `queues`, expected one of `queue`, `app`, `job`, `tasks`, `jobResource`"],
    );
}

#[test]
fn questions_about_the_cluster() {
    let mut engine = engine();
    check(&mut engine, "elims", json!({"down": ["h1"]}), "/management_hosts", expect![[r#"["h2"]"#]]);
    check(
        &mut engine,
        "calendar",
        json!({"from": "Tue 12:00", "days": 1}),
        "/events/0/at",
        expect![[r#""Tue 20:00""#]],
    );
    check(
        &mut engine,
        "aps",
        json!({"weights": "WEIGHT[[JPRIORITY, 2]]", "facts": ["JPRIORITY=50"]}),
        "/value",
        expect!["100.0"],
    );
    let over = json!({"weights": "WEIGHT[[APP, 2]] GRACE_PERIOD[[APP, 1h]]", "facts": ["APP=3"], "over": "2h"});
    check(&mut engine, "aps", over, "/steps/1", expect![[r#"{"after":3600.0,"factors":["APP"],"value":6.0}"#]]);
    let queues = json!({"kind": "queues", "now": "Mon 12:00"});
    check(&mut engine, "table", queues, "/rows/0/open/until", expect![[r#""Mon 20:00""#]]);
    check(
        &mut engine,
        "table",
        json!({"kind": "queues"}),
        "",
        expect!["`options`: specify the time `now`, for example `Mon 08:00`"],
    );
    check(&mut engine, "aps", json!({"facts": ["JPRIORITY=high"]}), "", expect!["`options`: `high` is not a number"]);
}

#[test]
fn questions_about_jobs_and_messages() {
    let mut engine = engine();
    check(&mut engine, "job", json!({"file": "jobs/job.sh"}), "/jobs/0/queues/0/name", expect![[r#""nigth""#]]);
    check(&mut engine, "why", json!({"file": "jobs/job.sh"}), "/answers/0/reason", expect![[r#""No such queue""#]]);
    check(&mut engine, "why", json!({"file": "jobs/no.sh"}), "", expect!["`jobs/no.sh` does not exist"]);
    check(&mut engine, "messages", json!({"text": "The queue has not been opened\n"}), "/unknown/0/line", expect!["1"]);
}

#[test]
fn pages_of_rules_and_changes() {
    let mut engine = engine();
    check(&mut engine, "rule", json!({"code": "nothing"}), "", expect!["unknown rule `nothing`"]);
    for (path, text) in FILES {
        let text = text.replace("mem=500", "mem=900");
        engine.write(&path.replace("/site/conf", "/site/new"), Some(text.into_bytes()));
    }
    check(
        &mut engine,
        "change",
        json!({"old": "conf", "new": "new"}),
        "/markdown",
        expect![[
            r##""# Plan against conf\n\n1 notable change; 2 commands to run\n\n## Run, in this order\n\n1. `badmin ckconfig -v`, because of lsb.queues night RES_REQ\n1. `badmin reconfig`, because of the same changes\n\n## Notable changes\n\n- queue night: RES_REQ rusage\\[mem=500] to rusage\\[mem=900] (`new/lsbatch/c1/configdir/lsb.queues:5`)\n  - pending jobs: they are scheduled by the new merged requirement; running jobs: they stay where they are; suspended jobs: the new settings of the queue decide when they resume\n\n## Queues, users and hosts\n\n- queue night: merged requirement\n  - before rusage\\[mem=500] (1 host can match)\n  - after rusage\\[mem=900] (1 host can match)""##
        ]],
    );
}

/// The messages for the client after one from it.
fn messages(engine: &mut Engine, message: Value) -> Vec<Value> {
    let messages = engine.process(&message.to_string());
    messages.iter().map(|it| serde_json::from_str(it).expect("a message is JSON")).collect()
}

#[test]
fn an_editor_is_served() {
    let mut engine = engine();
    let request = |id: u32, method: &str, params: Value| json!({"id": id, "method": method, "params": params});
    let early = messages(&mut engine, request(1, "textDocument/hover", json!({})));
    assert_eq!(early[0]["error"]["code"], -32002);
    let folders = json!([{"uri": "file:///site", "name": "site"}]);
    let started = request(2, "initialize", json!({"capabilities": {}, "workspaceFolders": folders}));
    assert_eq!(messages(&mut engine, started)[0]["result"]["serverInfo"]["name"], "lsflint");
    let ready = messages(&mut engine, json!({"method": "initialized", "params": {}}));
    let found: Vec<&str> = ready.iter().filter_map(|it| it["params"]["uri"].as_str()).collect();
    assert_eq!(found, ["file:///site/conf/lsf.shared", "file:///site/jobs/job.sh"], "{ready:?}");

    let uri = "file:///site/conf/lsbatch/c1/configdir/lsb.queues";
    let text = FILES[3].1;
    let document = json!({"uri": uri, "languageId": "lsf", "version": 1, "text": text});
    messages(&mut engine, json!({"method": "textDocument/didOpen", "params": {"textDocument": document}}));
    let at = json!({"textDocument": {"uri": uri}, "position": {"line": 3, "character": 2}});
    let hover = messages(&mut engine, request(3, "textDocument/hover", at.clone()));
    assert!(hover[0]["result"]["contents"]["value"].as_str().is_some_and(|it| it.contains("RUN_WINDOW")), "{hover:?}");

    // A character that has two columns, and a finding behind it.
    let range = json!({"start": {"line": 1, "character": 18}, "end": {"line": 1, "character": 18}});
    let change =
        json!({"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"range": range, "text": "😀 x y"}]});
    let told = messages(&mut engine, json!({"method": "textDocument/didChange", "params": change}));
    assert_eq!(told[0]["params"]["version"], 2, "{told:?}");

    // Files that are written are checked together, when the page says so or at its next message.
    let script = "#!/bin/sh\n#BSUB -n 1\n./run\n";
    engine.write("/site/jobs/job.sh", Some(script.into()));
    engine.write("/site/jobs/other.sh", Some(script.into()));
    let told: Vec<Value> =
        engine.update().iter().map(|it| serde_json::from_str(it).expect("a message is JSON")).collect();
    assert_eq!(told[0]["params"], json!({"uri": "file:///site/jobs/job.sh", "diagnostics": []}), "{told:?}");
    assert_eq!(engine.update(), Vec::<String>::new());
    let shutdown = messages(&mut engine, request(4, "shutdown", Value::Null));
    assert_eq!(shutdown, [json!({"jsonrpc": "2.0", "result": null, "id": 4})]);
}

#[test]
fn files_come_and_go() {
    let mut engine = engine();
    engine.write("/site/jobs/job.sh", None);
    check(&mut engine, "why", json!({"file": "jobs/job.sh"}), "", expect!["`jobs/job.sh` does not exist"]);
    let broken = engine.process("{");
    assert!(broken[0].contains("-32700"), "{broken:?}");
}
