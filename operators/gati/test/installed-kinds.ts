import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readYaml } from '@slipway/crd/schema';
import type { TestCluster } from '@slipway/test/clusters/cluster';
import { requestAs } from '@slipway/tools/control-plane/index';
import { waitUntil } from '@slipway/tools/processes/index';
import { gatiDefinitions } from '../src/types/index.ts';

/** Installs the three kinds and waits until all of them are served. */
export async function installKinds({ kubeconfig }: TestCluster): Promise<void> {
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  for (const { manifest, crd } of gatiDefinitions) {
    const answer = await requestAs(kubeconfig, definitions, { method: 'POST', body: manifest });
    if (answer.status !== 201) throw new Error(`${crd.spec.names.kind}: ${answer.status} ${answer.body}`);
    const path = `/apis/gati.dev/v1alpha1/${crd.spec.names.plural}`;
    await waitUntil(async () => ((await requestAs(kubeconfig, path)).status === 200 ? true : undefined));
  }
}

/** One of the YAML samples that users copy: `gati-handler`. */
export function sample(name: string): {
  kind: string;
  metadata: Record<string, unknown>;
  spec: Record<string, unknown>;
} {
  const text = readFileSync(join(import.meta.dirname, 'samples', `${name}.yaml`), 'utf8');
  return readYaml(text, name)[0]?.value as unknown as ReturnType<typeof sample>;
}
