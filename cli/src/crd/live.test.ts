import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareCrds, type Scan } from '@slipway/crd/compatibility';
import { type Crd, parseCrd } from '@slipway/crd/schema';
import { type Kind, KubeError } from '@slipway/kube';
import { Namespace } from '@slipway/kube/kinds';
import { describe, expect, it } from 'vitest';
import { withCluster } from '../cluster/index.ts';
import { type ScannedCluster, scanObjects } from './live.ts';

interface Version {
  readonly name: string;
  readonly served?: boolean;
}

/** A CRD that is stored at the first of its versions. */
function crdOf(values: readonly string[], ...versions: readonly Version[]): Crd {
  const spec = { type: 'object', properties: { mode: { type: 'string', enum: values } } };
  return parseCrd({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'paints.example.dev', resourceVersion: '7' },
    spec: {
      group: 'example.dev',
      names: { plural: 'paints', kind: 'Paint' },
      scope: 'Namespaced',
      versions: versions.map(({ name, served = true }, at) => ({
        name,
        served,
        storage: at === 0,
        schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
      })),
    },
  });
}

const paint = (name: string, mode: string) => ({ metadata: { namespace: 'n', name }, spec: { mode } });
const gone = new KubeError('KUBE_GONE', 'the continue token is too old');

/** A cluster whose lists give these pages, one list after the other; a page that is an error ends its list. */
function clusterOf(...lists: readonly (readonly (readonly object[] | Error)[])[]) {
  const asked: string[] = [];
  const list = async function* ({ version }: Kind) {
    const pages = lists[asked.length] ?? [];
    asked.push(version);
    for (const items of pages) {
      if (items instanceof Error) throw items;
      yield { items };
    }
  };
  return { asked, cluster: { name: 'c', client: { live: { list } } } as unknown as ScannedCluster };
}

function scan(cluster: ScannedCluster, ...versions: readonly Version[]): Promise<Scan> {
  const [old, now] = [crdOf(['a', 'b'], ...versions), crdOf(['a'], ...versions)];
  return scanObjects(cluster, compareCrds(old, now), { old, new: now }, 0);
}

describe('a scan of live objects', () => {
  it('CRD-L02: reads page after page at the storage version', async () => {
    const { asked, cluster } = clusterOf([[paint('x', 'a')], [paint('y', 'b')]]);
    const result = await scan(cluster, { name: 'v1alpha1' }, { name: 'v1' });
    expect(asked).toEqual(['v1alpha1']);
    expect(result).toMatchObject({ state: 'complete', isConverted: false, total: 2, crdResourceVersion: '7' });
    expect(Object.values(result.results).map(({ objects }) => objects)).toContainEqual(['n/y']);
  });

  it('CRD-L02: reads at the preferred version, and says so, where the storage version is not served', async () => {
    const { asked, cluster } = clusterOf([[]]);
    const versions = [{ name: 'v2', served: false }, { name: 'v1beta1' }, { name: 'v1' }, { name: 'v1alpha1' }];
    expect(await scan(cluster, ...versions)).toMatchObject({ state: 'complete', isConverted: true });
    expect(asked).toEqual(['v1']);
  });

  it('CRD-L02: starts over once when the server forgot the list, from zero', async () => {
    const again = clusterOf([[paint('x', 'b')], gone], [[paint('x', 'b')], [paint('y', 'b')]]);
    expect(await scan(again.cluster, { name: 'v1' })).toMatchObject({ state: 'complete', total: 2 });
    const never = clusterOf([[paint('x', 'b')], gone], [gone], [[]]);
    expect(await scan(never.cluster, { name: 'v1' })).toMatchObject({ state: 'incomplete' });
    expect(never.asked).toHaveLength(2);
  });

  it('CRD-L05: what may not be read, or is not served, is incomplete', async () => {
    const forbidden = clusterOf([[paint('x', 'b')], new KubeError('KUBE_FORBIDDEN', 'no')]);
    expect(await scan(forbidden.cluster, { name: 'v1' })).toMatchObject({ state: 'incomplete' });
    expect(await scan(clusterOf().cluster, { name: 'v1', served: false })).toMatchObject({ state: 'incomplete' });
  });
});

it('R-8: a command gives a server up that does not answer after a few tries: a person waits for it', async () => {
  let tries = 0;
  const server = createServer((_request, response) => {
    tries++;
    response.writeHead(503).end();
  });
  const folder = await mkdtemp(join(tmpdir(), 'slipway-tries-'));
  try {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const kubeconfig = join(folder, 'kubeconfig');
    const context = 'contexts: [{ name: a, context: { cluster: a } }]\ncurrent-context: a\n';
    await writeFile(kubeconfig, `clusters: [{ name: a, cluster: { server: 'http://127.0.0.1:${port}' } }]\n${context}`);
    const read = withCluster({ kubeconfig }, ({ client }) => client.live.get(Namespace, { name: 'default' }));
    await expect(read).rejects.toMatchObject({ code: 'KUBE_BAD_RESPONSE' });
    expect(tries).toBe(5);
  } finally {
    server.close();
    await rm(folder, { recursive: true });
  }
});
