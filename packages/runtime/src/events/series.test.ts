import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordedEvent } from './event.ts';
import { EventSeries, type Send } from './series.ts';

const regarding = { apiVersion: 'v1', kind: 'Pod', namespace: 'a', name: 'web', uid: 'u' };
const event = (note = 'n'): RecordedEvent => ({ type: 'Normal', reason: 'R', action: 'A', note, regarding });
const MINUTE = 60_000;
const isSent = (send: ReturnType<EventSeries['record']>): send is Send => typeof send === 'object';

describe('event series', () => {
  it('R-145: of a thousand equal events the first, the second and the last count are sent', () => {
    const series = new EventSeries();
    const sends = Array.from({ length: 1000 }, (_, i) => series.record(event(), i * 10)).filter(isSent);
    sends.push(...series.due(10_000), ...series.due(10_000 + 6 * MINUTE));
    expect(sends.map((send) => send.do)).toEqual(['create', 'update', 'update']);
    expect(sends.at(-1)?.series).toMatchObject({ count: 1000, sentCount: 1000 });
    expect(series.due(60 * MINUTE)).toEqual([]);
  });

  it('R-145: six minutes without an equal event end the series; the next one is a new event', () => {
    const series = new EventSeries();
    series.record(event(), 0);
    series.record(event(), 1);
    expect(series.record(event(), 1 + 6 * MINUTE)).toMatchObject({ do: 'create' });
  });

  it('R-145: a series that goes on is written again every half hour', () => {
    const series = new EventSeries();
    const updates: number[] = [];
    for (let now = 0; now <= 120 * MINUTE; now += MINUTE) {
      const send = series.record(event(), now);
      if (isSent(send) && send.do === 'update') updates.push(now);
      for (const send of series.due(now)) updates.push(send.series.lastAt);
    }
    expect(updates).toEqual([1, 31, 61, 91].map((minute) => minute * MINUTE));
  });

  it('R-145: a thousand different events of one object and reason in ten minutes are at most 27', () => {
    const series = new EventSeries();
    const sends = Array.from({ length: 1000 }, (_, i) => series.record(event(`n${i}`), i * 600)).filter(isSent);
    expect(sends.length).toBeLessThanOrEqual(27);
    expect(sends.length).toBeGreaterThanOrEqual(25);
  });

  it('R-145: what happens often leaves room for how it ends', () => {
    const series = new EventSeries();
    const steps = Array.from({ length: 40 }, (_, i) => series.record(event(`step ${i}`), i));
    expect(steps.filter((send) => send === 'refused')).toHaveLength(15);
    expect(series.record({ ...event(), reason: 'Ended' }, 40)).toMatchObject({ do: 'create' });
  });

  it('R-145: names are unique, fit, and start with the name of the object', () => {
    const series = new EventSeries();
    const named = (name: string, i: number): string => {
      const send = series.record({ ...event(), regarding: { ...regarding, name, uid: `${i}` } }, 5);
      return isSent(send) ? send.series.name : '';
    };
    const names = Array.from({ length: 100 }, (_, i) => named('x'.repeat(253), i));
    expect(new Set(names).size).toBe(100);
    for (const name of names) expect(name.length).toBeLessThanOrEqual(253);
    expect(named('web', 1)).toMatch(/^web\.[0-9a-f]+$/);
  });

  it('R-145: whatever the order, every occurrence is counted once in what was sent', () => {
    const step = fc.record({ note: fc.constantFrom('a', 'b'), gapMs: fc.integer({ min: 0, max: 8 * MINUTE }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const series = new EventSeries();
        const counts = new Map<string, number>();
        let now = 0;
        for (const { note, gapMs } of steps) {
          now += gapMs;
          for (const send of series.due(now)) counts.set(send.series.name, send.series.count);
          const send = series.record(event(note), now);
          if (isSent(send)) counts.set(send.series.name, send.series.count);
        }
        for (const send of series.due(now, true)) counts.set(send.series.name, send.series.count);
        expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(steps.length);
      }),
    );
  });
});
