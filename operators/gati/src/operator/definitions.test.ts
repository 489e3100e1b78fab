import { type Cluster, connect, installDefinition } from '@slipway/kube';
import { type LocalCluster, startLocalCluster } from '@slipway/localcluster';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { settingsOf } from '../settings/index.ts';
import { gatiHandlers, gatiModules, gatiVersions } from '../types/index.ts';
import { createOperator, type Operator } from './index.ts';

describe('an operator that is there before its definitions', () => {
  let local: LocalCluster;
  let admin: Cluster;
  let operator: Operator;
  let lines: string[];

  beforeEach(async () => {
    lines = [];
    local = await startLocalCluster({ nodes: 1 });
    admin = await connect({ text: local.kubeconfig });
    operator = await createOperator(settingsOf({}), {
      connect: { text: local.kubeconfig },
      metrics: { address: '127.0.0.1:0' },
      health: { address: '127.0.0.1:0' },
      logStream: { write: (line) => void lines.push(line) },
      exit: () => undefined,
    });
  });
  afterEach(async () => {
    await operator?.stop();
    await admin?.close();
    await local?.stop();
  });

  const statusOf = async (path: string): Promise<number | undefined> => {
    const { health } = operator.manager.ports;
    return health === undefined ? undefined : (await fetch(`http://127.0.0.1:${health}${path}`)).status;
  };
  /** What was logged last of kinds that are missing. */
  const absent = (): unknown =>
    lines.map((line) => (JSON.parse(line) as { absent?: string[] }).absent).findLast((names) => names !== undefined);

  test('G-183 R-80: says which are missing, lives and is not ready, and goes on by itself', async () => {
    await installDefinition(admin.client, gatiHandlers.manifest);
    const started = operator.start();
    await expect.poll(absent).toEqual(['gatimodules.gati.dev', 'gativersions.gati.dev']);
    expect(await statusOf('/healthz')).toBe(200);
    expect(await statusOf('/readyz/kinds')).toBe(500);
    await installDefinition(admin.client, gatiModules.manifest);
    await expect.poll(absent).toEqual(['gativersions.gati.dev']);
    await installDefinition(admin.client, gatiVersions.manifest);
    await started;
    expect(await statusOf('/readyz')).toBe(200);
  });

  test('R-161: asked to end while it waits, it ends', async () => {
    const asked = new AbortController();
    const running = operator.run(asked.signal);
    await expect.poll(absent).toBeDefined();
    asked.abort();
    await running;
    await expect(statusOf('/healthz')).rejects.toThrow();
  });
});
