import { type AnyKind, defineKind, KubeError, silentLogger } from '@slipway/kube';
import { FakeClock } from '@slipway/kube/testing';
import type { KubeRequest, Transport } from '@slipway/kube/transport';
import { describe, expect, it } from 'vitest';
import { AbsentKinds } from './absent-kinds.ts';

const kindOf = (kind: string): AnyKind =>
  defineKind({ group: 'demo.io', version: 'v1', kind, plural: `${kind.toLowerCase()}s`, scope: 'Namespaced' });

/** A server with some kinds, and a waiter for two of them. */
function waiting() {
  const clock = new FakeClock();
  const served = new Set<string>();
  const reported: string[] = [];
  const transport = {
    async json({ path }: KubeRequest) {
      expect(path).toBe('/apis/demo.io/v1');
      if (served.has('down')) throw new KubeError('KUBE_UNREACHABLE', 'away');
      if (served.size === 0) throw new KubeError('KUBE_NOT_FOUND', 'no such group', { status: 404 });
      return { resources: [...served].map((name) => ({ name })) };
    },
  } as unknown as Transport;
  const warn = (fields: object): void => void reported.push(JSON.stringify(fields));
  const logger = { ...silentLogger, warn: warn as typeof silentLogger.warn };
  const absent = new AbsentKinds({ cluster: { transport }, kinds: [kindOf('Shop'), kindOf('Till')], clock, logger });
  const stop = new AbortController();
  let isOver = false;
  const over = absent.arrival(stop.signal).then(
    () => {
      isOver = true;
    },
    () => undefined,
  );
  return { clock, served, reported, absent, stop, over, isOver: () => isOver };
}

describe('kinds that are absent at the start', () => {
  it('R-80: are named, and waited for without a limit', async () => {
    const { clock, served, reported, absent, isOver, over } = waiting();
    await clock.advance(10_000);
    expect(absent.names).toEqual(['shops.demo.io', 'tills.demo.io']);
    expect(reported).toEqual(['{"absent":["shops.demo.io","tills.demo.io"]}']);
    served.add('shops');
    await clock.advance(1_000);
    expect(absent.names).toEqual(['tills.demo.io']);
    await clock.advance(24 * 3_600_000);
    expect(isOver()).toBe(false);
    served.add('tills');
    await clock.advance(1_000);
    await over;
    expect([isOver(), absent.names]).toEqual([true, []]);
  });

  it('R-80: are logged again now and then, not at each look', async () => {
    const { clock, reported, stop, over } = waiting();
    await clock.advance(150_000);
    expect(reported).toHaveLength(3);
    stop.abort();
    await over;
  });

  it('R-80: a server that does not answer is not one without the kind', async () => {
    const { clock, served, isOver, over } = waiting();
    served.add('down');
    await clock.advance(1_000);
    await over;
    expect(isOver()).toBe(true);
  });

  it('R-161: a stop ends the wait', async () => {
    const { clock, stop, over, isOver } = waiting();
    await clock.advance(1_000);
    stop.abort();
    await over;
    expect(isOver()).toBe(false);
  });
});
