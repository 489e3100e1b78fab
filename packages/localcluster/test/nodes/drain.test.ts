import { waitUntil } from '@slipway/tools/processes/index';
import { describe, expect, it } from 'vitest';
import { useKubectl } from '../../../apiserver/test/support/kubectl.ts';
import { useCluster } from '../support/fixture.ts';

describe('kubectl on a whole cluster', () => {
  const fixture = useCluster(() => ({ nodes: 2 }));
  const kubectl = useKubectl(fixture);
  const until = (test: () => Promise<boolean>): Promise<true> =>
    waitUntil(async () => ((await test()) ? true : undefined), AbortSignal.timeout(240_000));

  it('L-21 L-22: a Deployment rolls out, and a drained node is left by its pods', async () => {
    await kubectl('create', 'deployment', 'web', '--image=web:1', '--replicas=4');
    expect(await kubectl('rollout', 'status', 'deployment/web', '--timeout=60s')).toContain('successfully rolled out');
    const wide = await kubectl('get', 'pods', '-o', 'wide', '--no-headers');
    expect(wide.match(/node-1/g)).toHaveLength(2);
    expect(await kubectl('get', 'nodes', '--no-headers')).toMatch(/node-1\s+Ready/);

    await kubectl('drain', 'node-1', '--timeout=60s', '--delete-emptydir-data');
    expect(await kubectl('get', 'nodes', 'node-1', '--no-headers')).toContain('Ready,SchedulingDisabled');
    await until(async () => {
      const pods = (await kubectl('get', 'pods', '-o', 'wide', '--no-headers')).trim().split('\n');
      return pods.length === 4 && pods.every((line) => line.includes('node-2') && line.includes('Running'));
    });
    await kubectl('uncordon', 'node-1');
    await until(async () => {
      const columns = 'custom-columns=R:.reason,C:.reportingComponent';
      const events = await kubectl('get', 'events', '-o', columns, '--no-headers');
      return /Scheduled\s+default-scheduler/.test(events) && /Killing\s+kubelet/.test(events);
    });
  });

  it('L-21: describe tells why a pod is not placed', async () => {
    await kubectl(
      'run',
      'greedy',
      '--image=web:1',
      '--overrides',
      JSON.stringify({ spec: { nodeSelector: { no: 'such' } } }),
    );
    await until(async () => (await kubectl('describe', 'pod', 'greedy')).includes('FailedScheduling'));
    expect(await kubectl('describe', 'pod', 'greedy')).toContain(
      "0/2 nodes are available: 2 node(s) didn't match Pod's node affinity/selector. no new claims to deallocate, preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.",
    );
  });
});
