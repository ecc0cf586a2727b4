use lsflint_lint::{CommandsContext, Findings, Item, Severity, rule};
use lsflint_model::job::{Given, RunTime, ValueMistake};
use lsflint_spec::{BsubArgument, BsubOption, Dialect, Grammar, option_reader};
use lsflint_syntax::TextRange;

use crate::policy::gpu_options;

rule! {
    /// Finds invalid arguments of `bsub` and `bmod` options: times with seconds, invalid task ranges, sizes with
    /// unknown units, job arrays and dependency conditions with syntax errors.
    ///
    /// # Effect
    /// `bsub` rejects the job.
    ///
    /// # Example
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -W 1:30:00
    /// #BSUB -n 8-16
    /// #BSUB -M 4Gig
    /// ./simulate
    /// ```
    ///
    /// # Use instead
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -W 1:30
    /// #BSUB -n 8,16
    /// #BSUB -M 4GB
    /// ./simulate
    /// ```
    ///
    /// A time is `[hour:]minute`. To normalize it to a machine, add a slash and the name of a host or host model. An
    /// argument without any digit is taken for a placeholder and is not reported.
    pub J001 "job-option-value" {
        family: Job, scope: OwnFile, severity: Error,
        sources: [
            ibm("lsf_command_ref/bsub.__w.1", "-W"),
            ibm("lsf_command_ref/bsub.n.1", "-n"),
            ibm("lsf_command_ref/bsub.__m.1", "-M"),
            ibm("lsf_command_ref/bsub.gpu.1", "-gpu"),
            ibm("lsf_command_ref/bsub.__q.1", "-Q"),
            ibm("lsf_admin/job_arrays_lsf", "the name of a job array"),
            ibm("topic=scheduling-dependency-conditions", "-w"),
            ibm("lsf_command_ref/bsub.m.1", "a preference is a positive integer after `+`"),
            volclava("lsbatch/lib/lsb.sub.c", "gettimefor", "the fields of -b and -t"),
            volclava("lsbatch/lib/lsb.sub.c", "setOption_", "`-M`, `-D`, `-S`, `-F`, `-C` and `-v` are not negative"),
            volclava("lsf/lib/lib.sig.c", "getSigVal", "`-s` is a number, or a name with or without `SIG`"),
        ],
        checks: [Commands(check)],
    }
}

fn check(context: &CommandsContext<'_>, findings: &mut Findings) {
    for command in context.commands {
        for given in &command.given {
            let Some(word) = &given.argument else { continue };
            let Some(text) = word.text() else { continue };
            let Some((at, help)) = mistake(given, text) else { continue };
            let name = given.option.name;
            let found = findings
                .report(at.map_or(word.range(), |it| word.place(it)), format!("invalid value `{text}` for `-{name}`"));
            let severity = if is_sure(given.option) { context.refused(command) } else { Severity::Warning };
            found.severity(severity).help(help);
            match command.program.submits() {
                true => found.consequence(Item::Job.refused().possible_unless(severity == Severity::Error)),
                false => found.effect(format!("`{}` rejects the option", command.program.name)),
            };
        }
    }
}

/// Whether a page or a known reader says that LSF rejects other values. Forms are read from pages, which may not say
/// so.
fn is_sure(option: &BsubOption) -> bool {
    let is_form = matches!(option.argument, BsubArgument::Value(Grammar::Shape(_)));
    !is_form || option_reader(Dialect::Volclava).is_some_and(|it| it.options.contains(&option.name))
}

/// The place of a mistake in an argument, if it is not all of it, and what to write instead.
fn mistake(given: &Given, text: &str) -> Option<(Option<TextRange>, String)> {
    let argument = given.option.argument;
    if argument == BsubArgument::Gpu {
        // A variable or a placeholder can be any value; `-` is the default.
        let is_written = text != "-" && !text.starts_with(':') && !text.contains(['$', '<', '{', '@', '%']);
        return gpu_options::mistake(text).filter(|_| is_written).map(|at| (None, gpu_options::help(text, at)));
    }
    let mistake = ValueMistake::of(argument, text)?;
    let help = match argument {
        BsubArgument::Tasks if is_written(text) => match reversed(text) {
            Some((least, most)) => format!("write the minimum first: `{least},{most}`"),
            None => "write a positive integer, or a minimum and a maximum, such as `8,16`".to_owned(),
        },
        BsubArgument::Time if is_written(text) => match without_seconds(text) {
            Some(time) => format!("write `{time}`: the format is `[hour:]minute`"),
            None => "write a number of minutes, or `hour:minute`".to_owned(),
        },
        BsubArgument::Size if is_written(text) => {
            "write a number, with or without a unit, such as `4000` or `4GB`".to_owned()
        }
        BsubArgument::Count if is_written(text) => "write an integer".to_owned(),
        BsubArgument::DateTime if is_written(text) => {
            return Some((
                Some(mistake.at),
                format!("write {}; the format is `{}`", mistake.expected, given.option.form),
            ));
        }
        BsubArgument::Hosts
        | BsubArgument::JobName
        | BsubArgument::Dependency
        | BsubArgument::Signal
        | BsubArgument::Value(_)
            if !is_filled_in(text) || argument == BsubArgument::Signal && is_near_signal(text) =>
        {
            let form = given.option.form.trim_matches(['"', '\'']);
            let help = match mistake.expected.as_str() {
                "" if form.contains('[') && text.starts_with('[') => {
                    format!("leave out the brackets: in the form `{form}`, they enclose what is optional")
                }
                "" => format!("write it as `{form}`"),
                expected => format!("write {expected}"),
            };
            return Some((Some(mistake.at).filter(|it| !it.is_empty()), help));
        }
        _ => return None,
    };
    Some((None, help))
}

/// Whether the text is a value and not a placeholder.
fn is_written(text: &str) -> bool {
    let usual = |it: char| it.is_alphanumeric() || matches!(it, ':' | ',' | '.' | '/' | '-' | '!' | ' ' | ';' | '=');
    // A word in lowercase is a mistake; `HH:MM` or `N` is replaced by hand.
    let is_word = text.len() > 2 && text.bytes().all(|it| it.is_ascii_lowercase());
    let is_path = text.starts_with(['/', '~']) || text.starts_with("./");
    is_word || is_path || text.contains(|it: char| it.is_ascii_digit()) && text.chars().all(usual)
}

/// Whether a word in uppercase is a misspelled signal: `SIGUSR`, `SUR2`. `SIGNAL` and `S` are replaced by hand.
fn is_near_signal(text: &str) -> bool {
    text.starts_with("SIG") && text != "SIGNAL" || text.len() > 3 && text.ends_with(['1', '2'])
}

/// Whether another program fills in a part of the text.
fn is_filled_in(text: &str) -> bool {
    let in_brackets = text.split_once('[').map_or("", |it| it.1);
    in_brackets.contains(|it: char| it.is_ascii_uppercase())
        || text.contains(['<', '{', '}', '$', '@', '`']) && !text.contains("> ")
        || text.contains("%s")
        || text.contains("%d")
        || text.contains("%(")
        || text.chars().any(|it| it.is_ascii_uppercase())
            && !text.starts_with(|it: char| it.is_ascii_digit())
            && !text.contains(|it: char| it.is_ascii_lowercase() || it == '(')
}

/// The two numbers of `16,8`.
fn reversed(text: &str) -> Option<(u64, u64)> {
    let (most, least) = text.split_once(',')?;
    let (most, least) = (most.trim().parse().ok()?, least.trim().parse().ok()?);
    (0 < least && least < most).then_some((least, most))
}

/// `1:30` of `1:30:00`.
fn without_seconds(text: &str) -> Option<&str> {
    let (time, seconds) = text.rsplit_once(':')?;
    let is_time = RunTime::parse(time).is_some_and(|it| it.host.is_none());
    (is_time && time.contains(':') && seconds.len() == 2 && seconds.parse::<u8>().is_ok()).then_some(time)
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# points at the argument
        //- job.sh
        #!/bin/sh
        #BSUB -W 1:30:00 -n 16,8
                 ^^^^^^^ J001 error invalid value `1:30:00` for `-W`
                            ^^^^ J001 error invalid value `16,8` for `-n`
                            = help: write the minimum first: `8,16`
        #BSUB -c 2h
                 ^^ J001 error invalid value `2h` for `-c`
                 = help: write a number of minutes, or `hour:minute`
        #BSUB -p many1
                 ^^^^^ J001 error invalid value `many1` for `-p`
                 = help: write an integer
        bsub -n0 -M '4 apples 2' -v 12Q job
               ^ J001 error invalid value `0` for `-n`
                    ^^^^^^^^^^^^ J001 error invalid value `4 apples 2` for `-M`
                                    ^^^ J001 error invalid value `12Q` for `-v`

        //# a command or a unit instead of a number
        //- job.sh
        bsub -n ./run job
                ^^^^^ J001 error invalid value `./run` for `-n`
        bsub -smt 4Q -n N -m 'a+2 b+x' job
                   ^ J001 error invalid value `4Q` for `-smt`
                                    ^ J001 error invalid value `a+2 b+x` for `-m`
                                    = help: write a number after `+`
        bsub -m 'a+2 b! c+ west' -m "a+$N" -m '<host>+N' job

        //# options of GPUs are those of GPU_REQ
        //- job.sh
        #BSUB -gpu "nums=1"
                   ^^^^^^^^ J001 error invalid value `nums=1` for `-gpu`
                   = help: did you mean `num`?
        bsub -gpu num=1:mode=exclusive job
                  ^^^^^^^^^^^^^^^^^^^^ J001 error invalid value `num=1:mode=exclusive` for `-gpu`
                  = help: write `mode=shared|exclusive_process`
        bsub -gpu - job
        bsub -gpu "num=2:mode=shared:j_exclusive=yes" job
        bsub -gpu "num=$N" job

        //# signals, and sizes below zero
        //- job.sh
        bsub -M -1MB -v -5 -s SIGUSR9 job
                ^^^^ J001 error invalid value `-1MB` for `-M`
                        ^^ J001 error invalid value `-5` for `-v`
                              ^^^^^^^ J001 error invalid value `SIGUSR9` for `-s`
                              = help: write a signal, such as `USR2`
        bsub -s SUR2 job
                ^^^^ J001 error invalid value `SUR2` for `-s`
        bsub -s 12 -sUSR1 -s S -s HUP -s SIGUSR2 -s term -s RTMIN+1 -s $SIG -s SIGNAL -M 0 job

        //# names, conditions, exit codes and points in time
        //- job.sh
        #BSUB -J "a[1-10" -n four
                   ^ J001 error invalid value `a[1-10` for `-J`
                   = help: write a closing `]`
                             ^^^^ J001 error invalid value `four` for `-n`
        #BSUB -w "done(12" -Q "1 2 x"
                      ^ J001 error invalid value `done(12` for `-w`
                                   ^ J001 error invalid value `1 2 x` for `-Q`
                                   = help: write exit codes, such as `1 2 EXCLUDE(3)`
        bsub -b 25:00 -t 13:1:18:30 -w "don(12)" -J 'a[0-5]' -sp high job
                ^^ J001 error invalid value `25:00` for `-b`
                = help: write an hour from 0 to 23; the format is `[[[year:]month:]day:]hour:minute`
                         ^^ J001 error invalid value `13:1:18:30` for `-t`
                         = help: write a month from 1 to 12; the format is `[[[year:]month:]day:]hour:minute`
                                        ^^^ J001 error invalid value `don(12)` for `-w`
                                        = help: write a condition such as `done`, `ended`, `exit` or `started`
                                                       ^^^ J001 error invalid value `a[0-5]` for `-J`
                                        = help: write `start-end:step` with indices from 1
                                                                 ^^^^ J001 error invalid value `high` for `-sp`
        bsub -f "a b" -k "dir often" -w 'done(1) done(2)' job
                   ^ J001 error invalid value `a b` for `-f`
                   = help: write it as `local_file operator [remote_file]`
                              ^^^^^ J001 error invalid value `dir often` for `-k`
                                                 ^ J001 error invalid value `done(1) done(2)` for `-w`
                                        = help: write `&&` or `||`
        bsub -notify "[exit ] [done ]" -core_isolation 7 job
                      ^^^^^ J001 warning invalid value `[exit ] [done ]` for `-notify`
                      = effect: LSF may reject the job at submission
                      = help: leave out the brackets: in the form `[exit ] [done ] [start ] [suspend]`, they enclose
                      =   what is optional
                                                       ^ J001 warning invalid value `7` for `-core_isolation`
        bmod -W 1:30:00 12
                ^^^^^^^ J001 error invalid value `1:30:00` for `-W`
                = effect: `bmod` rejects the option

        //# is silent about valid names, conditions and points in time
        //- job.sh
        #BSUB -J a[1-10:2]%5 -w "done(12) && (ended(\"b*\") || exit(3,>5))" -Q "1 2 EXCLUDE(3)"
        bsub -w 'exit (12) && ! done ( "b*" )' -w 'numdone (12, > 5)' -w 'time (18:00-8:00)' job
        bsub -b 18:30 -t 5:18:30 -J "a b" -sp 50 -f "a > b" -k "dir 30" -Q "all ~1" job
        bsub -J "name[1-N]" -w "done($ID" -w 'done({id})' -b HH:MM -J "a[<list>]" job

        //# is silent about what bsub takes and what is filled in
        //- job.sh
        #BSUB -W 90 -n 4,8 -M 4GB
        #BSUB -c 1:30/hostA -v 2000 -p 5 -T 4
        bsub -W HH:MM -n $N -M <4GB> -p +str(2)+ job
        bsub -W {{ hours }}:00 -n @N1@ -M 4000! -c 0:30 job
        bsub -M 4000 ! -W 3000 job
    "#]];
}
