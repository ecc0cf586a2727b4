// A curve of steps, as a picture: the value over time.

import type { Step } from './documents';
import { svg } from './svg';
import { duration } from './view';

const HEIGHT = 240;
const EDGE = { left: 64, right: 14, top: 14, bottom: 30 };

/** About `most` round numbers from the smallest to the largest. */
export function ticks(smallest: number, largest: number, most: number): number[] {
    const rough = (largest - smallest) / most;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((it) => it * power).find((it) => it >= rough) ?? rough;
    const all: number[] = [];
    for (let index = Math.ceil(smallest / step); index * step <= largest + step / 1e6; index++) {
        all.push(Number((index * step).toPrecision(12)));
    }
    return all;
}

/** The marks of a time axis, in seconds; at most this many after the start. */
export function times(end: number, most: number): number[] {
    const steps = [1, 5, 10, 30, 60, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400];
    const step = steps.find((it) => end / it <= most) ?? Math.ceil(end / most / 86_400) * 86_400;
    return Array.from({ length: Math.floor(end / step) + 1 }, (_, index) => index * step);
}

/** The value over time, in a picture of this width in pixels. `mark`: the time for which the terms are shown, with its value. */
export function curve(
    steps: Step[],
    end: number,
    width: number,
    mark: { time: number; value: number } | undefined,
): SVGElement {
    const values = steps.map((it) => it.value);
    let [low, high] = [Math.min(...values), Math.max(...values)];
    const space = (high - low || Math.abs(high) || 1) * 0.1;
    [low, high] = [low - space, high + space];
    const x = (time: number): number => EDGE.left + (Math.min(time, end) / end) * (width - EDGE.left - EDGE.right);
    const y = (value: number): number => EDGE.top + ((high - value) / (high - low)) * (HEIGHT - EDGE.top - EDGE.bottom);
    const round = (it: number): number => Math.round(it * 10) / 10;
    let path = '';
    steps.forEach(({ after, value }, index) => {
        const next = steps[index + 1]?.after ?? end;
        path += `${index === 0 ? 'M' : 'V'}${index === 0 ? `${round(x(after))} ` : ''}${round(y(value))}H${round(x(next))}`;
    });
    const across = { x1: EDGE.left, x2: width - EDGE.right };
    const down = { y1: EDGE.top, y2: HEIGHT - EDGE.bottom };
    const grid = [
        ...ticks(low, high, 5).flatMap((it) => [
            svg('line', { class: 'grid', ...across, y1: y(it), y2: y(it) }),
            svg('text', { x: EDGE.left - 8, y: y(it) + 4, 'text-anchor': 'end' }, String(it)),
        ]),
        ...times(end, Math.max(2, Math.floor(width / 90))).flatMap((it) => [
            svg('line', { class: 'grid', ...down, x1: x(it), x2: x(it) }),
            svg('text', { x: x(it), y: HEIGHT - EDGE.bottom + 18, 'text-anchor': 'middle' }, duration(it)),
        ]),
    ];
    const first = steps[0]?.value ?? 0;
    const last = steps.at(-1)?.value ?? 0;
    const description = `The value is ${first} at first and ${last} at the end, after ${duration(end)}.`;
    const marked =
        mark === undefined || mark.time > end
            ? []
            : [
                  svg('line', { class: 'mark', ...down, x1: x(mark.time), x2: x(mark.time) }),
                  svg('circle', { class: 'mark', cx: x(mark.time), cy: y(mark.value), r: 5 }),
              ];
    return svg(
        'svg',
        { class: 'curve', viewBox: `0 0 ${width} ${HEIGHT}`, role: 'img', 'aria-label': description },
        ...grid,
        svg('path', { class: 'line', d: path }),
        ...marked,
    );
}
