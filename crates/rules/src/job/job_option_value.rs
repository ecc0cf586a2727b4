use lsflint_lint::{Findings, JobContext, rule};
use lsflint_model::job::{Given, JobSize, RunTime, Tasks};
use lsflint_spec::BsubArgument;

use crate::job::common;
use crate::policy::gpu_options;

rule! {
    /// Finds invalid arguments of `bsub` options: times with seconds, invalid task ranges, sizes with unknown units.
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
        ],
        checks: [Job(check)],
    }
}

fn check(context: &JobContext<'_>, findings: &mut Findings) {
    for given in context.submission().given() {
        let is_gpu = given.option.argument == BsubArgument::Gpu;
        let Some(text) = given.text().filter(|it| is_gpu || is_written(it)) else { continue };
        let Some(help) = refused(given, text) else { continue };
        let name = given.option.name;
        findings
            .report(given.range(), format!("invalid value `{text}` for `-{name}`"))
            .severity(context.refused())
            .consequence(common::refused(context))
            .help(help);
    }
}

/// Whether the text is a value and not a placeholder.
fn is_written(text: &str) -> bool {
    let usual = |it: char| it.is_alphanumeric() || matches!(it, ':' | ',' | '.' | '/' | '-' | '!' | ' ' | ';' | '=');
    text.contains(|it: char| it.is_ascii_digit()) && text.chars().all(usual)
}

/// What to write instead of an invalid argument.
fn refused(given: &Given, text: &str) -> Option<String> {
    match given.option.argument {
        BsubArgument::Tasks if Tasks::parse(text).is_none() => Some(match reversed(text) {
            Some((least, most)) => format!("write the minimum first: `{least},{most}`"),
            None => "write a positive integer, or a minimum and a maximum, such as `8,16`".to_owned(),
        }),
        BsubArgument::Time if RunTime::parse(text).is_none() => Some(match without_seconds(text) {
            Some(time) => format!("write `{time}`: the format is `[hour:]minute`"),
            None => "write a number of minutes, or `hour:minute`".to_owned(),
        }),
        BsubArgument::Size if JobSize::parse(text).is_none() => {
            Some("write a number, with or without a unit, such as `4000` or `4GB`".to_owned())
        }
        BsubArgument::Count if text.trim().parse::<u64>().is_err() => Some("write an integer".to_owned()),
        // A variable or a placeholder can be any value; `-` is the default.
        BsubArgument::Gpu if text != "-" && !text.starts_with(':') && !text.contains(['$', '<', '{', '@', '%']) => {
            gpu_options::mistake(text).map(|at| gpu_options::help(text, at))
        }
        _ => None,
    }
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

        //# is silent about what bsub takes and what is filled in
        //- job.sh
        #BSUB -W 90 -n 4,8 -M 4GB
        #BSUB -c 1:30/hostA -v 2000 -p 5 -T 4
        bsub -W HH:MM -n $N -M <4GB> -p +str(2)+ job
        bsub -W {{ hours }}:00 -n @N1@ -M 4000! -c 0:30 job
        bsub -M 4000 ! -W 3000 job
    "#]];
}
