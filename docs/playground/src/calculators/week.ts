// The events of a calendar as values over a week.

import type { CalendarEvent } from './documents';

export const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
const HOUR = 60;
const DAY = 24 * HOUR;
export const WEEK = 7 * DAY;

/** The minute of the week of `Tue 08:30`, from Monday. */
export function minuteOf(at: string): number {
    const [day = '', time = ''] = at.split(' ');
    const [hours = '', minutes = ''] = time.split(':');
    return DAYS.findIndex((it) => it === day) * DAY + Number(hours) * HOUR + Number(minutes);
}

/** `Tue 08:30` */
export function timeOf(minute: number): string {
    const two = (it: number): string => String(it).padStart(2, '0');
    return `${DAYS[Math.floor(minute / DAY)] ?? ''} ${two(Math.floor((minute % DAY) / HOUR))}:${two(minute % HOUR)}`;
}

/** What changes together: a parameter of an object, or whether the object exists. */
export interface Row {
    key: string;
    words: string;
    events: CalendarEvent[];
}

export function keyOf({ object, parameter }: CalendarEvent): string {
    return [object.kind, object.name, parameter ?? ''].join(' ');
}

export function rowsOf(events: CalendarEvent[]): Row[] {
    const rows = new Map<string, Row>();
    for (const event of events) {
        const key = keyOf(event);
        const row = rows.get(key);
        if (row === undefined) {
            rows.set(key, { key, words: wordsOf(event), events: [event] });
        } else {
            row.events.push(event);
        }
    }
    return [...rows.values()];
}

/** `queue night: RUN_WINDOW` */
export function wordsOf({ object, names, parameter }: CalendarEvent): string {
    const others = names.length > 1 ? ` and ${names.length - 1} more` : '';
    return `${object.kind} ${object.name}${others}${parameter === null ? '' : `: ${parameter}`}`;
}

/** The values in an hour, in order; more than one if it changes within. `events`: those of one row, by time. */
export function valuesIn(events: CalendarEvent[], hour: number): string[] {
    const start = hour * HOUR;
    const before = events.filter((it) => minuteOf(it.at) <= start).at(-1) ?? events.at(-1);
    const within = events.filter((it) => minuteOf(it.at) > start && minuteOf(it.at) < start + HOUR);
    return [before?.new ?? '', ...within.map((it) => it.new)];
}

/** The number of changes in an hour. */
export function changesIn(events: CalendarEvent[], hour: number): number {
    return events.filter((it) => Math.floor(minuteOf(it.at) / HOUR) === hour).length;
}

/** The same change at the same time of several days. */
export interface Change {
    time: string;
    days: string[];
    event: CalendarEvent;
}

/** The changes by time of day: one that happens every day is one row. */
export function byTime(events: CalendarEvent[]): Change[] {
    const changes = new Map<string, Change>();
    for (const event of events) {
        const [day = '', time = ''] = event.at.split(' ');
        const key = JSON.stringify([time, keyOf(event), event.old, event.new]);
        const change = changes.get(key);
        if (change === undefined) {
            changes.set(key, { time, days: [day], event });
        } else {
            change.days.push(day);
        }
    }
    return [...changes.values()].sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
}

/** `Mon-Fri`, `Sat, Sun`, `every day` */
export function daysInWords(days: string[]): string {
    if (days.length === DAYS.length) {
        return 'every day';
    }
    const numbers = days.map((it) => DAYS.findIndex((day) => day === it));
    const first = numbers[0] ?? 0;
    const isRange = numbers.length > 2 && numbers.every((it, index) => it === first + index);
    return isRange ? `${days[0] ?? ''}-${days.at(-1) ?? ''}` : days.join(', ');
}

/** The times of a week at which a value begins and ends, for a bar. `events`: those of one row, by time. */
export function spans(events: CalendarEvent[]): { from: number; to: number; value: string }[] {
    const first = events[0];
    if (first === undefined) {
        return [];
    }
    const starts = [{ from: 0, value: first.old }, ...events.map((it) => ({ from: minuteOf(it.at), value: it.new }))];
    return starts
        .map(({ from, value }, index) => ({ from, to: starts[index + 1]?.from ?? WEEK, value }))
        .filter((it) => it.to > it.from);
}
