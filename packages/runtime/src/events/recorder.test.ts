import { KubeError, silentLogger } from '@slipway/kube';
import { Namespace, Pod } from '@slipway/kube/kinds';
import { FakeClock } from '@slipway/kube/testing';
import type { KubeRequest, Transport } from '@slipway/kube/transport';
import { describe, expect, it } from 'vitest';
import { Controller } from '../controller/index.ts';
import { cut, reportingController } from './event.ts';
import { EventSink } from './index.ts';

/** A transport that keeps what it is sent and answers as set. */
function scripted(answer: (request: KubeRequest, nth: number) => unknown = () => ({})) {
  const requests: { method: string; path: string; body: Record<string, unknown> }[] = [];
  const transport = {
    url: 'https://test',
    async json(request: KubeRequest) {
      requests.push({
        method: request.method,
        path: request.path,
        body: JSON.parse(String(request.body)) as Record<string, unknown>,
      });
      return answer(request, requests.length);
    },
  } as unknown as Transport;
  return { requests, transport };
}

function sinkOn(transport: Transport) {
  const clock = new FakeClock();
  let dropped = 0;
  const sink = new EventSink({
    transport,
    instance: 'pod-1',
    clock,
    logger: silentLogger,
    onDropped: () => {
      dropped++;
    },
  });
  return { clock, sink, recorder: sink.recorder('demo.io/website'), dropped: () => dropped };
}

const pod = { metadata: { namespace: 'a', name: 'web', uid: 'u' } };
const event = (note = 'it did') => ({ type: 'Normal', reason: 'Did', action: 'Do', note }) as const;
const unreachable = () => {
  throw new KubeError('KUBE_UNREACHABLE', 'away');
};

describe('the event recorder', () => {
  it('R-145: an event names its object, its source and its time; a cluster-scoped object tells in default', async () => {
    const { requests, transport } = scripted();
    const { clock, sink, recorder } = sinkOn(transport);
    recorder.record(Pod, pod, event());
    recorder.record(Namespace, { metadata: { name: 'n', uid: 'x' } }, event());
    await clock.advance(0);
    expect(requests[0]).toMatchObject({
      method: 'POST',
      path: '/apis/events.k8s.io/v1/namespaces/a/events',
      body: {
        kind: 'Event',
        eventTime: '2026-01-01T00:00:00.000000Z',
        reportingController: 'demo.io/website',
        reportingInstance: 'pod-1',
        regarding: { apiVersion: 'v1', kind: 'Pod', namespace: 'a', name: 'web', uid: 'u' },
        ...event(),
      },
    });
    expect(requests[1]?.path).toBe('/apis/events.k8s.io/v1/namespaces/default/events');
    await sink.flush(AbortSignal.timeout(240_000));
  });

  it('R-74: an event carries the id of the run that recorded it', async () => {
    const { requests, transport } = scripted();
    const { clock, recorder, sink } = sinkOn(transport);
    let reconcileID = '';
    const controller = new Controller<string>({
      name: 'test',
      clock,
      reconcile: (_key, run) => {
        ({ reconcileID } = run);
        recorder.record(Pod, pod, event());
      },
    });
    controller.start();
    controller.queue.add('a');
    await clock.advance(0);
    expect(requests[0]?.body).toMatchObject({
      metadata: { annotations: { 'slipway.dev/reconcile-id': reconcileID } },
    });
    await controller.stop();
    await sink.flush(AbortSignal.timeout(240_000));
  });

  it('R-145: a thousand equal events are three requests, the last one at flush', async () => {
    const { requests, transport } = scripted();
    const { clock, sink, recorder } = sinkOn(transport);
    for (let i = 0; i < 1000; i++) recorder.record(Pod, pod, event());
    await clock.advance(0);
    await sink.flush(AbortSignal.timeout(240_000));
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'PATCH', 'PATCH']);
    expect(requests[2]?.body).toMatchObject({ series: { count: 1000 } });
  });

  it('R-145: long texts are cut on a character and marked; a controller becomes a qualified name', () => {
    expect(cut('ä'.repeat(600), 1024)).toMatch(/^ä+…$/);
    expect(Buffer.byteLength(cut('ä'.repeat(600), 1024))).toBeLessThanOrEqual(1024);
    expect(cut('short', 1024)).toBe('short');
    expect(reportingController('demo.io/website')).toBe('demo.io/website');
    expect(reportingController(`demo.io/${'x'.repeat(80)}`)).toHaveLength('demo.io/'.length + 63);
    expect(reportingController('My Controller!')).toBe('My-Controller');
  });

  it('R-146: while the server is away events wait, twelve tries ten seconds apart, then they are given up', async () => {
    const { requests, transport } = scripted(unreachable);
    const { clock, recorder, dropped, sink } = sinkOn(transport);
    recorder.record(Pod, pod, event());
    await clock.advance(109_999);
    expect([requests.length, dropped()]).toEqual([11, 0]);
    await clock.advance(1);
    expect([requests.length, dropped()]).toEqual([12, 1]);
    await sink.flush(AbortSignal.timeout(240_000));
  });

  it('R-146: over a thousand waiting, the oldest go and are counted; recording never throws', async () => {
    const { transport } = scripted(unreachable);
    const { clock, recorder, dropped, sink } = sinkOn(transport);
    for (let i = 0; i < 1100; i++) recorder.record(Pod, { metadata: { namespace: 'a', name: `p${i}` } }, event());
    expect(dropped()).toBe(100);
    const flushed = sink.flush(AbortSignal.abort('time is up'));
    await clock.advance(0);
    await flushed;
    expect(dropped()).toBe(1100);
  });

  it('R-146: what is one too many of an object and reason is counted, not lost in silence', async () => {
    const { requests, transport } = scripted();
    const { clock, recorder, dropped, sink } = sinkOn(transport);
    for (let i = 0; i < 30; i++) recorder.record(Pod, pod, event(`step ${i}`));
    recorder.record(Pod, pod, { ...event(), reason: 'Ended' });
    await clock.advance(0);
    expect([requests.length, dropped()]).toEqual([26, 5]);
    await sink.flush(AbortSignal.timeout(240_000));
  });

  it('R-146: a refusal is not tried again, and a series whose event expired is created anew', async () => {
    const { requests, transport } = scripted((request, nth) => {
      if (nth === 1) throw new KubeError('KUBE_FORBIDDEN', 'no', { status: 403 });
      if (request.method === 'PATCH') throw new KubeError('KUBE_NOT_FOUND', 'expired', { status: 404 });
      return {};
    });
    const { clock, recorder, dropped, sink } = sinkOn(transport);
    recorder.record(Pod, pod, event('refused'));
    recorder.record(Pod, pod, event('series'));
    recorder.record(Pod, pod, event('series'));
    await clock.advance(0);
    expect(dropped()).toBe(1);
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'PATCH', 'POST']);
    expect(requests[3]?.body).toMatchObject({ note: 'series', series: { count: 2 } });
    await sink.flush(AbortSignal.timeout(240_000));
  });
});
