import { KubeError, silentLogger } from '@slipway/kube';
import { FakeClock } from '@slipway/kube/testing';
import type { Transport } from '@slipway/kube/transport';
import { describe, expect, it } from 'vitest';
import { Breaker } from './index.ts';

function breakerOn(probe: () => Promise<string>) {
  const clock = new FakeClock();
  let probes = 0;
  const transport = {
    text: () => {
      probes++;
      return probe();
    },
  } as unknown as Transport;
  const breaker = new Breaker({ cluster: 'far', transport, clock, random: () => 0, logger: silentLogger });
  return { breaker, clock, probes: () => probes };
}
const unreachable = new KubeError('KUBE_UNREACHABLE', 'away');

describe('the breaker', () => {
  it('R-170: five failed connections in a row park the keys of the cluster; fewer, or refusals, do not', () => {
    const { breaker } = breakerOn(async () => 'ok');
    for (let i = 0; i < 4; i++) breaker.failed(unreachable);
    breaker.alive();
    for (let i = 0; i < 4; i++) breaker.failed(unreachable);
    for (let i = 0; i < 9; i++) breaker.failed(new KubeError('KUBE_FORBIDDEN', 'no', { status: 403 }));
    expect(breaker.obstacle()).toBeUndefined();
    breaker.failed(unreachable);
    expect(breaker.obstacle()?.blocker).toBe('cluster far is unreachable');
    breaker.stop();
  });

  it('R-170: a sign of life of a watch lets the keys go', async () => {
    const { breaker } = breakerOn(() => Promise.reject(unreachable));
    for (let i = 0; i < 5; i++) breaker.failed(unreachable);
    const obstacle = breaker.obstacle();
    breaker.alive();
    await obstacle?.over;
    expect(breaker.isOpen).toBe(false);
  });

  it('R-170: without a watch a probe finds out, ever more slowly, and any answer is a sign of life', async () => {
    let answers = false;
    const { breaker, clock, probes } = breakerOn(async () => {
      if (!answers) throw unreachable;
      throw new KubeError('KUBE_FORBIDDEN', 'no', { status: 403 });
    });
    for (let i = 0; i < 5; i++) breaker.failed(unreachable);
    const obstacle = breaker.obstacle();
    await clock.advance(120_000);
    expect(probes()).toBeLessThanOrEqual(8);
    expect(breaker.isOpen).toBe(true);
    answers = true;
    await clock.advance(30_000);
    await obstacle?.over;
    expect(breaker.isOpen).toBe(false);
    expect(clock.pendingTimers).toBe(0);
  });

  it('R-168: stopped, it lets the keys go and leaves no timer', async () => {
    const { breaker, clock } = breakerOn(() => Promise.reject(unreachable));
    for (let i = 0; i < 5; i++) breaker.failed(unreachable);
    const obstacle = breaker.obstacle();
    breaker.stop();
    await obstacle?.over;
    await clock.advance(0);
    expect(clock.pendingTimers).toBe(0);
  });
});
