import { tracingChannel } from 'node:diagnostics_channel';
import { diag, type Span, type Tracer, trace } from '@opentelemetry/api';
import { describe, expect, it, onTestFinished } from 'vitest';
import { RecordingTracer } from '../../test/opentelemetry/recording-tracer.ts';
import { Controller } from '../controller/index.ts';
import { activeContext, instrument } from './index.ts';

function instrumented(tracer: Tracer): void {
  onTestFinished(instrument({ tracer }));
}

/** Runs one reconcile of the key `a` to its end. */
async function reconciled(reconcile: () => Promise<void>): Promise<void> {
  let hasRun = false;
  const controller = new Controller<string>({
    name: 'things',
    reconcile: () => {
      hasRun = true;
      return reconcile();
    },
  });
  controller.start();
  controller.queue.add('a');
  await expect.poll(() => hasRun).toBe(true);
  await controller.stop();
}

const requests = tracingChannel<unknown, object>('slipway:request');
const request = () => ({
  server: 'https://127.0.0.1:6443',
  method: 'PATCH',
  path: '/api/v1/a',
  lane: 'request',
  controller: 'things',
  tries: 2,
  status: 200,
});

describe('spans of tracing channels', () => {
  it('R-176: one trace leads from the wait in the queue over the reconcile to its requests and spans of the user', async () => {
    const tracer = new RecordingTracer();
    instrumented(tracer);
    await reconciled(async () => {
      await requests.tracePromise(async () => {}, request());
      tracer.startSpan('of the user', {}, activeContext()).end();
    });
    const [wait, run, patch, own] = tracer.spans;
    expect(wait).toMatchObject({ name: 'wait things', parent: undefined, isEnded: true });
    expect(run).toMatchObject({
      name: 'reconcile things',
      parent: wait?.id,
      attributes: { 'slipway.controller': 'things', 'slipway.key': '"a"', 'slipway.result': 'success' },
      isEnded: true,
      isError: false,
    });
    expect(run?.attributes['slipway.reconcile_id']).toMatch(/^[\da-f-]{36}$/);
    expect(patch).toMatchObject({
      name: 'PATCH',
      parent: run?.id,
      attributes: {
        'server.address': '127.0.0.1',
        'server.port': 6443,
        'url.path': '/api/v1/a',
        'http.response.status_code': 200,
        'http.request.resend_count': 1,
      },
      isEnded: true,
    });
    expect(own).toMatchObject({ name: 'of the user', parent: run?.id });
    expect(trace.getSpan(activeContext())).toBeUndefined();
  });

  it('R-176: a failure is on its span', async () => {
    const tracer = new RecordingTracer();
    instrumented(tracer);
    const failure = new Error('no such thing');
    await reconciled(() => Promise.reject(failure));
    await expect
      .poll(() => tracer.spans[1])
      .toMatchObject({ isError: true, isEnded: true, attributes: { 'slipway.result': 'error' } });
    expect(tracer.spans[1]?.exceptions).toHaveLength(1);
  });

  it('R-176: syncs, watches and acts of an election are spans; a loss takes no time', () => {
    const tracer = new RecordingTracer();
    instrumented(tracer);
    const watch = { cluster: 'a', resource: 'pods', namespace: undefined, resourceVersion: '1', events: 0 };
    const channel = tracingChannel<unknown, object>('slipway:watch');
    channel.start.publish(watch);
    channel.end.publish(watch);
    Object.assign(watch, { events: 3, endedBy: 'idle' });
    expect(tracer.spans[0]?.isEnded).toBe(false);
    channel.asyncEnd.publish(watch);
    tracingChannel<unknown, object>('slipway:election').traceSync(() => {}, {
      lease: 'a/b',
      identity: 'me',
      act: 'lost',
      reason: 'late',
    });
    expect(tracer.spans).toMatchObject([
      { name: 'watch pods', attributes: { 'slipway.events': 3, 'slipway.ended_by': 'idle' }, isEnded: true },
      { name: 'election lost', attributes: { 'slipway.reason': 'late' }, isEnded: true },
    ]);
    expect(tracer.spans[0]?.attributes).not.toHaveProperty('k8s.namespace.name');
  });

  it('R-177: a tracer that fails in every way fails nothing, and is reported once', async () => {
    const reported: unknown[] = [];
    diag.setLogger({ error: (...args) => reported.push(args), warn() {}, info() {}, debug() {}, verbose() {} });
    onTestFinished(() => diag.disable());
    const fail = (): never => {
      throw new Error('the tracer is broken');
    };
    const halfBroken = { setAttributes: fail, recordException: fail, setStatus: fail, end: fail, spanContext: fail };
    for (const startSpan of [fail, () => halfBroken as unknown as Span]) {
      reported.length = 0;
      const stop = instrument({ tracer: { startSpan, startActiveSpan: fail } });
      let isDone = false;
      await reconciled(async () => {
        await requests.tracePromise(async () => {}, request());
        isDone = true;
      });
      await reconciled(() => Promise.reject(new Error('a failure of its own')));
      stop();
      expect(isDone).toBe(true);
      expect(reported).toHaveLength(1);
    }
    diag.setLogger({ error: fail, warn() {}, info() {}, debug() {}, verbose() {} });
    instrumented({ startSpan: fail, startActiveSpan: fail });
    await reconciled(async () => {});
  });

  it('R-177: after its end nothing subscribes', () => {
    instrument({ tracer: new RecordingTracer() })();
    for (const name of ['queue', 'reconcile', 'request', 'watch', 'sync', 'election']) {
      expect(tracingChannel(`slipway:${name}`).hasSubscribers).toBe(false);
    }
  });
});
