import type { GatiHandler } from '@gati-framework/operator';
import type { GatiHandlerStatus } from '@gati-framework/operator/client';
import { describe, expect, it } from 'vitest';
import { pageOf } from './status.ts';

const NOW = Date.UTC(2030, 0);
const page = (status: GatiHandlerStatus): string => {
  const handler: GatiHandler = {
    metadata: { namespace: 'shop', name: 'users' },
    spec: { handlerPath: '/users', version: 'v2', replicas: 2, image: 'users:2', port: 80 },
    status,
  };
  return pageOf(handler, NOW);
};
const version = (versionId: string, weight: number) => ({ name: `users-${versionId}`, versionId, weight, ready: 1 });
const rows = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => /^v\d {2,}/.test(line))
    .map((line) => line.trim().split(/ {2,}/));

describe('slipway gati status', () => {
  it('G-88: the shares that were reached add up to 100, and where nobody knows them there is none', () => {
    const versions = [version('v1', 50), version('v2', 50)];
    const traffic = { mode: 'Approximate' as const, wanted: { v1: 50, v2: 50 }, achieved: { v1: 100 } };
    expect(rows(page({ versions, traffic })).map((row) => row.slice(2, 4))).toEqual([
      ['50', '100'],
      ['50', '0'],
    ]);
    expect(rows(page({ versions })).map((row) => row.slice(2, 4))).toEqual([
      ['-', '-'],
      ['-', '-'],
    ]);
  });

  it('G-63: says what a version needs that is held at no traffic, and that pods wait for their window', () => {
    const at = '2030-01-01T00:00:00Z';
    const conditions = [
      { type: 'Progressing', status: 'False' as const, reason: 'HeaderOnly', message: 'v2 is held.' },
      { type: 'Scaled', status: 'True' as const, reason: 'ScaleDownWaits', message: 'It has 4 pods and needs 2.' },
    ].map((one) => ({ ...one, lastTransitionTime: at }));
    expect(page({ conditions })).toContain('Progressing: HeaderOnly: v2 is held.');
    expect(page({ conditions })).toContain('Scaled: ScaleDownWaits: It has 4 pods and needs 2.');
  });

  it('G-87: of a rollout that nothing reads it shows the condition, and all that can be read', () => {
    const lastTransitionTime = '2030-01-01T00:00:00Z';
    const message = 'The stored rollout cannot be read.';
    const unread = { type: 'Progressing', status: 'Unknown' as const, reason: 'RolloutUnreadable', message };
    const text = page({
      versions: [version('v1', 50)],
      rollout: { phase: 'Verifying', encoded: 'damaged' },
      conditions: [{ ...unread, lastTransitionTime }],
    });
    expect(text).toContain('Progressing: RolloutUnreadable: The stored rollout cannot be read.');
    expect(rows(text)).toHaveLength(1);
  });
});
