import { type Cluster, silentLogger } from '@slipway/kube';
import { expect, it } from 'vitest';
import { ClusterParts } from './cluster-parts.ts';

function setUp() {
  const members = new Set<string>(['east', 'west']);
  const log: string[] = [];
  const parts = new ClusterParts(
    ({ name }) => {
      log.push(`open ${name}`);
      return { name, close: () => void log.push(`close ${name}`) };
    },
    ({ name }) => members.has(name),
    silentLogger,
  );
  const [east, west] = ['east', 'west'].map((name) => ({ name }) as Cluster) as [Cluster, Cluster];
  return { members, log, parts, east, west };
}

it('R-168: each cluster has one part, opened when it is asked for and closed with its cluster', async () => {
  const { members, log, parts, east, west } = setUp();
  expect(parts.of(east)).toBe(parts.of(east));
  expect(parts.of(west).name).toBe('west');
  members.delete('east');
  await parts.close(east);
  expect(log).toEqual(['open east', 'open west', 'close east']);
  await parts.closeAll();
  expect(log).toContain('close west');
});

it('R-168: a reconcile that outlives its cluster, or the manager, opens nothing', async () => {
  const { members, log, parts, east, west } = setUp();
  members.delete('east');
  expect(() => parts.of(east)).toThrow(/does not work on the cluster east any more/);
  await parts.closeAll();
  expect(() => parts.of(west)).toThrow(expect.objectContaining({ code: 'MANAGER_STATE' }));
  expect(log).toEqual([]);
});
