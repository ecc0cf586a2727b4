//! Signature help: the documented form of the syntax at the cursor, with the active part: sections of requirement
//! strings, functions, the parts of APS_PRIORITY, shares, the keys and parts of other values, the columns of a table.
//!
//! The label is the documented form; its parts are found by the names of the keywords.

mod form;
mod parts;
mod table;

use std::ops::Range;

use lsflint_spec::{ApsValue, Grammar, KeywordPlace, ParamSpec, RequirementSection, SELECTION_FUNCTIONS, aps_factor};

use self::form::{inner, item_at, pair};
use crate::Snapshot;
use crate::completion::aps::Spot;
use crate::completion::requirement::scan::{Scan, is_name, last_part};
use crate::completion::{CompletionOptions, Context, Cursor};

/// The documented form of the syntax at the cursor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignatureHelp {
    /// The documented form.
    pub label: String,
    /// A one-line description.
    pub documentation: String,
    /// Its parts, in order.
    pub parameters: Vec<SignatureParameter>,
    /// The index of the part that contains the cursor.
    pub active: Option<usize>,
}

/// A part of a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignatureParameter {
    /// The byte range in the label.
    pub range: Range<usize>,
    /// A one-line description; may be empty.
    pub documentation: String,
}

/// The documented form of the syntax at a byte offset, if there is one.
pub fn signature_help(snapshot: &Snapshot, path: &str, offset: u32) -> Option<SignatureHelp> {
    let file = snapshot.file(path)?;
    let cursor = Cursor::new(&file.source, offset);
    let context = Context::new(snapshot, file, &cursor, CompletionOptions::default());
    let of_value = context.typed_value().and_then(|(param, text)| match param.grammar {
        Grammar::ResReq | Grammar::Condition => requirement(text),
        Grammar::ApsPriority => priority(param, text),
        Grammar::Fairshare | Grammar::UserShares => shares(param, text),
        _ => parts::of_value(param, text),
    });
    of_value.or_else(|| table::of_row(&context))
}

fn requirement(text: &str) -> Option<SignatureHelp> {
    let scan = Scan::of(text);
    let Some((name, content)) = scan.open else { return function(scan.outside) };
    let section = scan.section()?;
    match name {
        "select" => function(content).or_else(|| Some(whole(section))),
        "order" | "same" => Some(whole(section)),
        _ => Some(keywords(section, content)),
    }
}

/// The form of a function with an open parenthesis.
fn function(text: &str) -> Option<SignatureHelp> {
    let open = text.rfind('(')?;
    let before = text[..open].trim_end();
    let word = &before[before.trim_end_matches(is_name).len()..];
    let name = SELECTION_FUNCTIONS.iter().find(|it| **it == word)?;
    if text[open..].contains(')') {
        return None;
    }
    let label = format!("{name}(resource)");
    let range = name.len() + 1..label.len() - 1;
    let documentation = "a static Boolean, string or shared resource".to_owned();
    Some(SignatureHelp {
        label,
        documentation: "true on hosts that have the resource".to_owned(),
        parameters: vec![SignatureParameter { range, documentation }],
        active: Some(0),
    })
}

/// The form of a section with a single part: its content.
fn whole(section: &RequirementSection) -> SignatureHelp {
    let range = inner(section.form).unwrap_or(0..section.form.len());
    SignatureHelp {
        label: section.form.to_owned(),
        documentation: section.summary.to_owned(),
        parameters: vec![SignatureParameter { range, documentation: String::new() }],
        active: Some(0),
    }
}

/// The form of a section that contains keywords, or resources with keywords.
fn keywords(section: &RequirementSection, content: &str) -> SignatureHelp {
    let form = section.form;
    let mut parameters = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    // The first word is not a keyword if it names a resource or a processor unit.
    let first = section
        .keywords
        .iter()
        .all(|it| it.place != KeywordPlace::Item || item_at(form, it.name) != form.find('[').map(|at| at + 1));
    if let Some(start) = form.find('[').map(|at| at + 1).filter(|_| first) {
        let end = start + form[start..].find(['[', ':', ']']).unwrap_or(0);
        names.push("");
        parameters.push(SignatureParameter { range: start..end, documentation: String::new() });
    }
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (number, keyword) in section.keywords.iter().enumerate() {
        let named =
            matches!(keyword.place, KeywordPlace::Item | KeywordPlace::UnitOption) && keyword.alias_of.is_empty();
        if let Some(at) = item_at(form, keyword.name).filter(|_| named) {
            found.push((at, number));
        }
    }
    found.sort_unstable();
    for (at, number) in found {
        let keyword = &section.keywords[number];
        names.push(keyword.name);
        let range = at..form::end_of_item(form, at);
        parameters.push(SignatureParameter { range, documentation: keyword.summary.to_owned() });
    }
    let current = current_name(content);
    let exact = names.iter().position(|it| *it == current);
    let begun = names.iter().position(|it| !current.is_empty() && it.starts_with(current));
    let active = exact.or(begun).or(if names.first() == Some(&"") { Some(0) } else { None });
    SignatureHelp { label: form.to_owned(), documentation: section.summary.to_owned(), parameters, active }
}

/// The name of the item at the end of a content.
fn current_name(content: &str) -> &str {
    let mut open = Vec::new();
    for (at, character) in content.char_indices() {
        match character {
            '(' => open.push(at + 1),
            ')' => drop(open.pop()),
            _ => {}
        }
    }
    // Parentheses after `=` belong to the value: `exclusive=(core`.
    while let Some(at) = open.last().copied() {
        if content[..at - 1].trim_end().ends_with('=') {
            open.pop();
        } else {
            break;
        }
    }
    let inner = &content[open.last().copied().unwrap_or(0)..];
    let item = &inner[last_part(inner, &[':', ',', '|'])..];
    item.split('=').next().unwrap_or(item).trim()
}

/// The form of a part of APS_PRIORITY.
fn priority(param: &ParamSpec, text: &str) -> Option<SignatureHelp> {
    let spot = Spot::at(text);
    let part = spot.part?;
    let start = param.form.find(part.name)?;
    let end = form::end_of_item(param.form, start);
    let label = &param.form[start..end];
    let (first, second) = pair(label)?;
    let factor = spot.inner.split(',').next().map(str::trim).and_then(aps_factor);
    let unit = match part.value {
        ApsValue::Weight => "a number; negative numbers lower the priority",
        ApsValue::Limit => "a number greater than zero",
        ApsValue::GracePeriod => "a number with s, m or h; the default is hours",
    };
    let about = factor.filter(|_| spot.depth == 2).map_or(String::new(), |it| it.summary.to_owned());
    Some(SignatureHelp {
        label: label.to_owned(),
        documentation: part.summary.to_owned(),
        parameters: vec![
            SignatureParameter { range: first, documentation: about },
            SignatureParameter { range: second, documentation: unit.to_owned() },
        ],
        active: (spot.depth == 2).then(|| usize::from(spot.inner.contains(','))),
    })
}

/// The form of shares: `[user, shares]`.
fn shares(param: &ParamSpec, text: &str) -> Option<SignatureHelp> {
    let open = text.rfind('[')?;
    if text[open..].contains(']') || text[..open].trim_end().ends_with(|it: char| it.is_alphabetic()) {
        return None;
    }
    let (first, second) = pair(param.form)?;
    let share = "an integer, relative to the sum of all shares";
    Some(SignatureHelp {
        label: param.form.to_owned(),
        documentation: param.summary.to_owned(),
        parameters: vec![
            SignatureParameter {
                range: first,
                documentation: "a user, a user group, `others` or `default`".to_owned(),
            },
            SignatureParameter { range: second, documentation: share.to_owned() },
        ],
        active: Some(usize::from(text[open..].contains(','))),
    })
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::testing::Fixture;

    /// The label with the active part in `<...>`, and what is said of it.
    #[track_caller]
    fn check(line: &str, expect: Expect) {
        let text = format!("//- lsb.queues\nBegin Queue\nQUEUE_NAME = a\n{line}\nEnd Queue\n");
        let fixture = Fixture::new(&text);
        let found = signature_help(&fixture.snapshot, &fixture.path, fixture.offset().into());
        let shown = found.map_or("nothing".to_owned(), |it| match it.active {
            None => it.label,
            Some(active) => {
                let part = &it.parameters[active];
                let Range { start, end } = part.range.clone();
                let label = format!("{}<{}>{}", &it.label[..start], &it.label[start..end], &it.label[end..]);
                if part.documentation.is_empty() { label } else { format!("{label}\n{}", part.documentation) }
            }
        });
        expect.assert_eq(&shown);
    }

    #[test]
    fn sections() {
        check("RES_REQ = select[$0", expect!["select[<expression>]"]);
        check("RES_REQ = order[mem:$0", expect!["order[<[!][-]resource[:[-]resource]...>]"]);
        check("RES_REQ = rusage[$0", expect!["rusage[<resource=amount>[/method][:duration=time][:decay=0|1][, ...]]"]);
        check(
            "RES_REQ = rusage[mem=1:dur$0",
            expect![[r#"
            rusage[resource=amount[/method][:<duration=time>][:decay=0|1][, ...]]
            how long the amount stays reserved, minutes without a letter"#]],
        );
        check(
            "RES_REQ = rusage[mem=1:duration=10, l$0",
            expect!["rusage[<resource=amount>[/method][:duration=time][:decay=0|1][, ...]]"],
        );
        check(
            "RES_REQ = rusage[mem=1:duration=10:decay=$0",
            expect![[r#"
            rusage[resource=amount[/method][:duration=time][:<decay=0|1>][, ...]]
            1: the reserved amount shrinks to nothing over the duration"#]],
        );
        check(
            "RES_REQ = span[ptile=$0",
            expect![[r#"
            span[hosts=1 | <ptile=value> | block=n | stripe[=n] | gtile=n]
            tasks on each host; '!' takes MXJ of lsb.hosts, names are host types or models"#]],
        );
        check("RES_REQ = span[$0", expect!["span[hosts=1 | ptile=value | block=n | stripe[=n] | gtile=n]"]);
        check(
            "RES_REQ = cu[type=a:pref=$0",
            expect![[r#"
            cu[type=name][:<pref=policy>][:maxcus=n][:usablecuslots=n][:balance][:excl]
            order in which compute units are tried"#]],
        );
        check(
            "RES_REQ = affinity[co$0",
            expect![
                "affinity[<unit>[(count[,same=level][,exclusive=(level[,scope])])][*tasks][:cpubind=level][:membind=policy][:distribute=policy]]"
            ],
        );
        check(
            "RES_REQ = affinity[core(2,same=$0",
            expect![[r#"
            affinity[unit[(count[,<same=level>][,exclusive=(level[,scope])])][*tasks][:cpubind=level][:membind=policy][:distribute=policy]]
            all units of a task come from one unit of this higher level"#]],
        );
        check(
            "RES_REQ = affinity[core(2,exclusive=(core,$0",
            expect![[r#"
            affinity[unit[(count[,same=level][,<exclusive=(level[,scope])>])][*tasks][:cpubind=level][:membind=policy][:distribute=policy]]
            no one else uses the enclosing unit of this level"#]],
        );
        check(
            "RES_REQ = affinity[core(2):membind=$0",
            expect![[r#"
            affinity[unit[(count[,same=level][,exclusive=(level[,scope])])][*tasks][:cpubind=level][:<membind=policy>][:distribute=policy]]
            where the memory of a task comes from"#]],
        );
    }

    #[test]
    fn functions() {
        check(
            "RES_REQ = select[mem>1 && defined($0",
            expect![[r#"
            defined(<resource>)
            a static Boolean, string or shared resource"#]],
        );
        check(
            "STOP_COND = defined($0",
            expect![[r#"
            defined(<resource>)
            a static Boolean, string or shared resource"#]],
        );
        check("RES_REQ = select[(mem>1$0", expect!["select[<expression>]"]);
    }

    #[test]
    fn priorities_and_shares() {
        check("APS_PRIORITY = WEIGHT[[$0", expect!["WEIGHT[[<factor>, value] [subfactor, value] ...]"]);
        check(
            "APS_PRIORITY = WEIGHT[[MEM, 1$0",
            expect![[r#"
            WEIGHT[[factor, <value>] [subfactor, value] ...]
            a number; negative numbers lower the priority"#]],
        );
        check(
            "APS_PRIORITY = WEIGHT[[MEM, 1]] GRACE_PERIOD[[MEM, $0",
            expect![[r#"
            GRACE_PERIOD[[factor, <value>] ...]
            a number with s, m or h; the default is hours"#]],
        );
        check(
            "FAIRSHARE = USER_SHARES[[$0",
            expect![[r#"
            USER_SHARES[[<user>, number_shares] ...]
            a user, a user group, `others` or `default`"#]],
        );
        check(
            "FAIRSHARE = USER_SHARES[[a, $0",
            expect![[r#"
            USER_SHARES[[user, <number_shares>] ...]
            an integer, relative to the sum of all shares"#]],
        );
    }

    #[test]
    fn parts_of_other_values() {
        check(
            "JOB_CONTROLS = SUSPEND[SIGTSTP] RESUME[$0",
            expect![
                "SUSPEND[signal | command | CHKPNT] <RESUME[signal | command]> TERMINATE[signal | command | CHKPNT]"
            ],
        );
        check(
            "GPU_REQ = \"num=1:mode=$0",
            expect![[r#"
            "[num=n[/task|host]][:<mode=shared|exclusive_process>][:mps=yes[,shared][,nocvd]|no|per_socket[,shared][,nocvd]|per_gpu[,shared][,nocvd]][:aff=yes|no][:j_exclusive=yes|no][:block=yes|no][:glink=yes][:gpack=yes|no][:gvendor=amd|nvidia][:gmodel=name[#mem]][:gtile=n|'!'][:gmem=mem]"
            whether other processes may use the GPU"#]],
        );
        check(
            "GPU_REQ = $0",
            expect![[
                r#""[num=n[/task|host]][:mode=shared|exclusive_process][:mps=yes[,shared][,nocvd]|no|per_socket[,shared][,nocvd]|per_gpu[,shared][,nocvd]][:aff=yes|no][:j_exclusive=yes|no][:block=yes|no][:glink=yes][:gpack=yes|no][:gvendor=amd|nvidia][:gmodel=name[#mem]][:gtile=n|'!'][:gmem=mem]""#
            ]],
        );
        check("EXCLUSIVE = CU[$0", expect!["Y | N | <CU[cu_type]>"]);
        check(
            "PREEMPTION = PREEMPTIVE[a$0",
            expect![
                "( PREEMPTIVE | <PREEMPTIVE[low_queue[+pref] ...]> ) and/or ( PREEMPTABLE | PREEMPTABLE[hi_queue ...] )"
            ],
        );
        check(
            "REQUEUE_EXIT_VALUES = 1 EXCLUDE($0",
            expect!["[exit_code ...] [<EXCLUDE(exit_code ...)>]   (exit_code: all [~number ...] | number ...)"],
        );
        check("RESUME_COND = $0", expect!["nothing"]);
        check("TASKLIMIT = $0", expect!["[minimum_limit [default_limit]] <maximum_limit>"]);
        check("TASKLIMIT = 1 $0", expect!["[minimum_limit [default_limit]] <maximum_limit>"]);
        check("TASKLIMIT = 1 2 $0", expect!["[minimum_limit [default_limit]] <maximum_limit>"]);
        check("TASKLIMIT = 1 2 3 $0", expect!["nothing"]);
        check(
            "RUNLIMIT = 1:00 2$0",
            expect!["[default_limit] <maximum_limit>   (limit: [hour:]minute[/host_name | /host_model])"],
        );
        check("CHKPNT = /tmp/x $0", expect!["chkpnt_dir [<chkpnt_period>]"]);
        check("ut = 0.5/$0", expect!["loadSched[/<loadStop>]"]);
        check("RC_DEMAND_POLICY = THRESHOLD[[$0", expect!["nothing"]);
    }

    #[test]
    fn columns_of_tables() {
        let at = |row: &str| format!("\nEnd Queue\n//- lsb.hosts\nBegin Host\nHOST_NAME MXJ r1m lic\n{row}\nEnd Host");
        check(
            &at("$0"),
            expect![[r#"
            <HOST_NAME>  MXJ  r1m  lic
            column 1 of 4: HOST_NAME
            Host, model, type or the word default
            host_name | host_model | host_type | condensed range | default"#]],
        );
        check(
            &at("a 1 $0"),
            expect![[r#"
            HOST_NAME  MXJ  <r1m>  lic
            column 3 of 4: r1m
            Scheduling and stopping threshold: 1-minute exponentially averaged run queue length
            loadSched[/loadStop] | -, in processes
            default not set"#]],
        );
        check(
            &at("a 1$0 () ()"),
            expect![[r#"
            HOST_NAME  <MXJ>  r1m  lic
            column 2 of 4: MXJ
            Number of job slots of the host
            integer | ! | -
            default unlimited"#]],
        );
        check(
            &at("a 1 1 1$0"),
            expect![[r#"
            HOST_NAME  MXJ  r1m  <lic>
            column 4 of 4: lic
            Column per load index: r15s r1m r15m ut pg io ls it tmp swp mem or a non-shared external index
            loadSched[/loadStop] | -
            default not set"#]],
        );
        check(&at("a 1 1 1 $0"), expect!["HOST_NAME  MXJ  r1m  lic"]);
        check(&at("a # $0"), expect!["nothing"]);
    }

    #[test]
    fn nothing_outside_of_brackets() {
        check("RES_REQ = select[mem] $0", expect!["nothing"]);
        check("PRIORITY = $0", expect!["nothing"]);
        check("HOSTS = a # select[$0", expect!["nothing"]);
        check("RES_$0", expect!["nothing"]);
    }
}
