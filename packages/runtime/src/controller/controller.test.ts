import { KubeError, type Logger } from '@slipway/kube';
import { FakeClock } from '@slipway/kube/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TerminalError } from '../errors.ts';
import { Controller, type ControllerOptions, currentRun, type Obstacle } from './index.ts';

/** Lets every promise that can settle without I/O or time do so. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function deferred<T = void>() {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

function recordingLogger() {
  const lines: { level: string; fields: Readonly<Record<string, unknown>>; message: string }[] = [];
  const at = (level: string) => (fields: Readonly<Record<string, unknown>>, message: string) =>
    void lines.push({ level, fields, message });
  const logger: Logger = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  return { lines, logger };
}

function started(options: Partial<ControllerOptions<string>> & Pick<ControllerOptions<string>, 'reconcile'>) {
  const clock = new FakeClock();
  const controller = new Controller<string>({ name: 'test', clock, ...options });
  controller.start();
  return { clock, controller };
}

describe('the controller', () => {
  it('R-71 R-72: a failing key comes back with backoff, a good one only by an event, a terminal one never', async () => {
    const runs: string[] = [];
    const { clock, controller } = started({
      reconcile: (key) => {
        runs.push(key);
        if (key === 'fails') throw new Error('x');
        if (key === 'terminal') throw new TerminalError('x');
        if (key === 'later') return { requeueAfterMs: 30 };
        return undefined;
      },
    });
    for (const key of ['good', 'fails', 'terminal', 'later']) controller.queue.add(key);
    await settle();
    expect(runs).toEqual(['good', 'fails', 'terminal', 'later']);
    await clock.advance(5);
    await clock.advance(10);
    await clock.advance(15);
    expect(runs.slice(4)).toEqual(['fails', 'fails', 'later']);
    controller.queue.add('terminal');
    await settle();
    expect(runs.at(-1)).toBe('terminal');
    await controller.stop();
  });

  it('R-77: a report of a failure that fails itself neither ends the worker nor loses the key', async () => {
    const runs: string[] = [];
    const { clock, controller } = started({
      reconcile: (key) => {
        runs.push(key);
        if (key === 'fails') throw new Error('x');
      },
      onFailure: () => {
        throw new Error('out of scope');
      },
    });
    controller.queue.add('fails');
    controller.queue.add('good');
    await settle();
    await clock.advance(5);
    expect(runs).toEqual(['fails', 'good', 'fails']);
    await controller.stop();
  });

  it('R-72: a lost race is tried again with backoff and reported in the debug log, until it goes on too long for a race', async () => {
    const { lines, logger } = recordingLogger();
    const { clock, controller } = started({
      logger,
      reconcile: () => {
        throw new KubeError('KUBE_CONFLICT', 'changed', { status: 409 });
      },
    });
    controller.queue.add('a');
    await settle();
    await clock.advance(5);
    expect(lines.map(({ level }) => level)).toEqual(['debug', 'debug']);
    await clock.advance(11_000);
    expect(lines.at(-1)).toMatchObject({ level: 'error', fields: { failures: 12 } });
    await controller.stop();
  });

  it('R-58 R-71: a requeue keeps the priority it was taken with, unless the result names one', async () => {
    const order: string[] = [];
    const { controller } = started({
      reconcile: (key) => {
        order.push(key);
        if (order.length === 1) controller.queue.add('middle', { priority: 5 });
        if (order.filter((other) => other === key).length > 1) return undefined;
        return key === 'raised' ? { requeueAfterMs: 0, priority: 9 } : { requeueAfterMs: 0 };
      },
    });
    controller.queue.add('raised');
    controller.queue.add('kept');
    await settle();
    expect(order).toEqual(['raised', 'raised', 'middle', 'middle', 'kept', 'kept']);
    await controller.stop();
  });

  it('R-73 R-79: never two runs of one key, never more runs than allowed, at 1, 10 and 100', async () => {
    for (const maxConcurrent of [1, 10, 100]) {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(fc.nat(20), fc.nat(5)), { maxLength: 60 }), async (adds) => {
          const inWork = new Set<string>();
          let most = 0;
          const { clock, controller } = started({
            maxConcurrent,
            reconcile: async (key) => {
              expect(inWork.has(key)).toBe(false);
              inWork.add(key);
              most = Math.max(most, inWork.size);
              await clock.sleep(3);
              inWork.delete(key);
            },
          });
          for (const [key, pause] of adds) {
            controller.queue.add(`key-${key}`);
            await clock.advance(pause);
          }
          await clock.advance(1000);
          expect(most).toBeLessThanOrEqual(maxConcurrent);
          expect(controller.queue.size + inWork.size).toBe(0);
          await controller.stop();
        }),
        { numRuns: 30 },
      );
    }
  });

  it('R-74: each run has an id of its own that code deep inside it sees, however runs interleave', async () => {
    const seen: (string | undefined)[][] = [];
    const { clock, controller } = started({
      maxConcurrent: 100,
      reconcile: async (key, { reconcileID }) => {
        await clock.sleep(key.length);
        const deep = async () => {
          await clock.sleep(1);
          return currentRun();
        };
        const run = await deep();
        seen.push([reconcileID, run?.reconcileID, run?.key as string, key]);
      },
    });
    for (let i = 0; i < 100; i++) controller.queue.add('x'.repeat((i % 7) + 1) + i);
    await clock.advance(20);
    expect(seen).toHaveLength(100);
    for (const [id, deepId, deepKey, key] of seen) expect([deepId, deepKey]).toEqual([id, key]);
    expect(new Set(seen.map(([id]) => id)).size).toBe(100);
    expect(currentRun()).toBeUndefined();
    await controller.stop();
  });

  it('R-75: at the time limit the signal fires, and the run counts as an error and a timeout', async () => {
    const ended: unknown[] = [];
    const { clock, controller } = started({
      timeoutMs: 100,
      observer: {
        queue: {},
        taken: () => {},
        ended: ({ result, isTimeout }) => ended.push({ result, isTimeout }),
      },
      reconcile: (_key, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    });
    controller.queue.add('a');
    await clock.advance(100);
    expect(ended).toEqual([{ result: 'error', isTimeout: true }]);
    controller.abort(new Error('test ends'));
    await controller.stop();
  });

  it('R-76: a run that ignores its signal keeps its key and worker, is reported once, and is never run twice', async () => {
    const end = deferred();
    let runs = 0;
    const { lines, logger } = recordingLogger();
    const { clock, controller } = started({
      timeoutMs: 100,
      graceMs: 10,
      logger,
      reconcile: async () => {
        runs++;
        if (runs === 1) await end.promise;
      },
    });
    controller.queue.add('a');
    await settle();
    controller.queue.add('a');
    await clock.advance(109);
    expect(controller.state()).toMatchObject({ isDead: false, stuck: [] });
    await clock.advance(10_000);
    expect(controller.state()).toMatchObject({ isDead: true, stuck: [{ key: 'a' }], longestRunMs: 10_109 });
    expect(lines.filter(({ message }) => message.includes('ignores its signal'))).toHaveLength(1);
    expect(runs).toBe(1);
    end.resolve();
    await clock.advance(100);
    expect(runs).toBeGreaterThan(1);
    expect(controller.state()).toMatchObject({ isDead: false, stuck: [] });
    await controller.stop();
  });

  it('R-77: whatever is thrown, the worker lives on and the cause is in the log', async () => {
    const { lines, logger } = recordingLogger();
    const thrown = [undefined, 'text', Object.freeze({}), new TypeError('x')];
    let runs = 0;
    const { controller } = started({
      logger,
      reconcile: (key) => {
        runs++;
        if (key !== 'last') throw thrown[Number(key)];
      },
    });
    for (const key of ['0', '1', '2', '3', 'last']) controller.queue.add(key);
    await settle();
    expect(runs).toBe(5);
    expect(lines.map(({ fields }) => (fields['error'] as Error).cause ?? fields['error'])).toEqual([
      fields0(lines),
      'text',
      thrown[2],
      thrown[3],
    ]);
    await controller.stop();
  });

  it('R-87: a key that meets an obstacle is parked without a worker, others go on, and it runs when that is over', async () => {
    const over = deferred();
    let obstacle: Obstacle | undefined = { blocker: 'the cache is behind', over: over.promise };
    const runs: string[] = [];
    const { controller } = started({
      gate: (key) => (key === 'behind' ? obstacle : undefined),
      reconcile: (key) => void runs.push(key),
    });
    controller.queue.add('behind');
    controller.queue.add('other');
    await settle();
    controller.queue.add('behind');
    await settle();
    expect(runs).toEqual(['other']);
    expect(controller.state().parked).toEqual([{ key: 'behind', blocker: 'the cache is behind' }]);
    obstacle = undefined;
    over.resolve();
    await settle();
    expect(runs).toEqual(['other', 'behind']);
    expect(controller.state().parked).toEqual([]);
    await controller.stop();
  });

  it('R-135 R-136: no run starts while it may not, and none is lost', async () => {
    let may = false;
    const runs: string[] = [];
    const { controller } = started({
      maxConcurrent: 2,
      mayStart: () => may,
      reconcile: (key) => void runs.push(key),
    });
    for (const key of ['a', 'b', 'c']) controller.queue.add(key);
    await settle();
    expect(runs).toEqual([]);
    may = true;
    controller.resume();
    await settle();
    expect(runs.toSorted()).toEqual(['a', 'b', 'c']);
    await controller.stop();
  });

  it('R-161: stop waits for runs, and their signals fire when asked', async () => {
    let reason: unknown;
    const { controller } = started({
      reconcile: (_key, { signal }) =>
        new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => {
            reason = signal.reason;
            resolve();
          });
        }),
    });
    controller.queue.add('a');
    await settle();
    let stopped = false;
    const stop = controller.stop().then(() => {
      stopped = true;
    });
    await settle();
    expect(stopped).toBe(false);
    controller.abort('shutting down');
    await stop;
    expect(reason).toBe('shutting down');
  });
});

/** A thrown `undefined` has no cause to keep; the error that tells of it stands for it. */
function fields0(lines: readonly { fields: Readonly<Record<string, unknown>> }[]): unknown {
  return lines[0]?.fields['error'];
}
