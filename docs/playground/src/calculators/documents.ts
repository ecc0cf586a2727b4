// The documents of the command line that the calculators show; docs/reference/output.md describes them.

export interface Finding {
    code: string;
    severity: 'error' | 'warning' | 'info' | 'hint';
    file: string;
    range: { start: { line: number; column: number }; end: { line: number; column: number } };
    message: string;
    effect?: string;
    help?: string;
}

export type Level = 'queue' | 'application' | 'job';

export interface Part {
    text: string;
    from: Level | null;
}

export interface Reservation {
    part?: number;
    resource: string;
    written: string;
    amount: string;
    unit?: string;
    tasks: number;
    per: string;
    because: string;
    per_host?: { least: string; most: string };
    per_job?: { least: string; most: string };
}

/** `resreq merge`. */
export interface Merge {
    outcome: 'merged' | 'rejected' | 'none';
    shape: string;
    result: string;
    reason: string;
    steps: { rule: string; text: string }[];
    parts: Part[];
    notes: string[];
    as_read?: string;
    reservations?: Reservation[];
    diagnostics?: Finding[];
}

export type Verdict = 'always' | 'depends' | 'never';

export type Counts = Record<Verdict, number>;

export interface HostRow {
    host: string;
    verdict: Verdict;
    because: string[];
}

export interface FromType {
    type: string;
    counts: Counts;
}

/** `resreq hosts`. */
export interface Hosts {
    requirement: string;
    as_read?: string;
    counts: Counts;
    hosts: HostRow[];
    parts?: { name: string; requirement: string; counts: Counts; hosts: HostRow[]; submitted?: FromType[] }[];
    submitted?: FromType[];
    reservations?: Reservation[];
    notes: string[];
    diagnostics: Finding[];
}

export interface Term {
    factor: string;
    weight: number;
    default_weight: boolean;
    amount: number | null;
    from?: string;
    value: number;
    limit: number | null;
    grace: number | null;
    counted: boolean;
    because?: string;
    terms: Term[];
}

export interface Step {
    after: number;
    value: number;
    factors: string[];
}

/** `aps explain`. */
export interface Aps {
    queue?: string;
    formula_of?: string;
    value: number | null;
    system?: number;
    pending: number | null;
    formula: string;
    numbers: string;
    terms: Term[];
    steps?: Step[];
    diagnostics?: Finding[];
}

/** `elim plan`. */
export interface Elims {
    management_hosts: string[];
    hosts: {
        host: string;
        starts_elims: boolean;
        resources: string[];
        because: string[];
        state: 'up' | 'down' | 'client';
        management_host: boolean;
    }[];
    instances: { resource: string; hosts: string[]; reported_by: string | null; successors: string[] }[];
    unmapped: string[];
    changes?: string[];
}

export interface CalendarEvent {
    at: string;
    object: { kind: string; name: string };
    names: string[];
    parameter: string | null;
    old: string;
    new: string;
}

/** `calendar`. */
export interface Calendar {
    from: string;
    to: string;
    zone: string | null;
    events: CalendarEvent[];
    uncertain: number;
}

export interface Place {
    file?: string;
    line?: number;
}

export interface Condition extends Place {
    text: string;
    hosts?: string[];
}

export interface JobLimit extends Place {
    parameter: string;
    option: string;
    value: string | null;
    words?: string;
    from: string;
    maximum?: { value: string } & Place;
}

export interface JobQueue extends Place {
    name: string;
    from: string;
    defined: boolean;
    access: 'yes' | 'no' | 'unknown';
    opens?: { when: string } & Place;
    requirement?: {
        outcome: string;
        result: string;
        reason?: string;
        origins: ({ text: string; from: Level } & Place)[];
    };
    hosts?: { words: string } & Counts;
    limits: JobLimit[];
}

export interface SubmittedJob {
    line: number;
    name: string;
    elements?: number;
    tasks?: { least: number; most: number };
    user?: string;
    application?: { name: string; from: string; defined: boolean } & Place;
    asked?: ({ name: string; preference?: string; first: boolean; hosts?: number } & Place)[];
    queues: JobQueue[];
    reasons: { code: string; line: number; message: string }[];
    notes: string[];
}

/** `show job`. */
export interface Job {
    jobs: SubmittedJob[];
}

/** `why`. */
export interface Why {
    answers: {
        reason: string;
        meaning: string;
        message: string;
        check?: string;
        outcome?: string;
        certain: boolean;
        severity: Finding['severity'];
        line: number;
        rules: string[];
        conditions: Condition[];
    }[];
}

/** `check`. */
export interface Check {
    diagnostics: Finding[];
    summary: { files: number; errors: number; warnings: number; infos: number };
}

/** `explain -`. */
export interface Messages {
    answers: {
        reason: string;
        line: number;
        meaning: string;
        check?: string;
        conditions: Condition[];
        hosts: { count?: number; names?: string[] };
        rules: string[];
        id?: number;
        queue?: string;
        jobs?: string[];
    }[];
    unknown: { line: number; text: string }[];
    outputs?: { command: string; lines: number }[];
}

/** The page of a change. */
export interface Change {
    markdown: string;
}

/** `show KINDS`. */
export interface Table {
    rows: { name: string; exists: boolean | null }[];
}
