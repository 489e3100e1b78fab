import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cluster, connect } from '@slipway/kube';
import { PersistentVolumeClaim, Pod } from '@slipway/kube/kinds';
import { waitUntil } from '@slipway/tools/processes/index';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalCluster, startLocalCluster } from '../../src/index.ts';

const namespace = 'default';
const FILE = "require('node:path').join(process.env.POD_ROOT, 'data/deep/note')";
const program = (text: string) => ({ command: [process.execPath, '-e', `const fs = require('node:fs'); ${text}`] });
const processes = {
  'example/writer': program(`fs.writeFileSync(${FILE}, 'kept')`),
  // Exits with an error where there is nothing to read.
  'example/reader': program(`if (fs.readFileSync(${FILE}, 'utf8') !== 'kept') process.exit(2)`),
};

describe('claims of process pods', () => {
  let folder: string;
  let local: LocalCluster;
  let cluster: Cluster;
  const start = async (): Promise<void> => {
    local = await startLocalCluster({ nodes: 1, processes, folder });
    cluster = await connect({ text: local.kubeconfig });
  };
  const stop = async (): Promise<void> => {
    await cluster?.close();
    await local?.stop();
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slipway-claims-'));
    await start();
  });
  afterAll(async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  });

  const until = <T>(look: () => Promise<T | undefined>): Promise<T> => waitUntil(look, AbortSignal.timeout(240_000));
  /** Runs a pod to its end and returns how it ended. */
  const run = async (name: string, image: string): Promise<string> => {
    await cluster.client.create(Pod, {
      metadata: { namespace, name },
      spec: {
        restartPolicy: 'Never',
        containers: [{ name: 'c', image, volumeMounts: [{ name: 'data', mountPath: '/data/deep', subPath: 'sub' }] }],
        volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
      },
    });
    const phase = await until(async () => {
      const pod = await cluster.client.live.get(Pod, { namespace, name });
      return pod?.status?.phase === 'Succeeded' || pod?.status?.phase === 'Failed' ? pod.status.phase : undefined;
    });
    await cluster.client.delete(Pod, { namespace, name });
    return phase;
  };

  it('L-23 L-26: what one pod writes to a claim the next one reads, after a restart too, until the claim is deleted', {
    timeout: 300_000,
  }, async () => {
    await cluster.client.create(PersistentVolumeClaim, {
      metadata: { namespace, name: 'data' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    });
    expect(await run('writer', 'example/writer')).toBe('Succeeded');
    expect(await run('reader', 'example/reader')).toBe('Succeeded');
    await stop();
    await start();
    expect(await run('later-reader', 'example/reader')).toBe('Succeeded');
    expect(await readdir(join(folder, 'claims'))).toHaveLength(1);
    await cluster.client.delete(PersistentVolumeClaim, { namespace, name: 'data' });
    await until(async () => ((await readdir(join(folder, 'claims'))).length === 0 ? true : undefined));
  });
});
