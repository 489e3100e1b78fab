import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client, ObjectOf } from '@slipway/kube';
import { CustomResourceDefinition } from '@slipway/kube/kinds';
import type { TestCluster } from '@slipway/test/clusters/cluster';
import { runProcess } from '@slipway/tools/processes/index';
import { versions } from '@slipway/tools/versions';
import { vi } from 'vitest';
import { parse } from 'yaml';
import { customKinds } from '../../packages/workloads/test/custom-kinds.ts';
import { HttpRoute, ScaledObject } from './kinds.ts';

type Definition = ObjectOf<typeof CustomResourceDefinition>;

/** The CRDs that clusters really have, as their projects publish them in their Go modules. */
const PUBLISHED = [
  {
    kind: HttpRoute,
    module: 'sigs.k8s.io/gateway-api',
    path: 'config/crd/standard/gateway.networking.k8s.io_httproutes.yaml',
  },
  { kind: ScaledObject, module: 'github.com/kedacore/keda/v2', path: 'config/crd/bases/keda.sh_scaledobjects.yaml' },
] as const;

/**
 * Installs the route of the Gateway API and KEDA's ScaledObject: on a real control plane as they are published, on
 * localcluster, which has to do without Go, the part of them that manifests use.
 */
export async function installDefinitions(client: Client, { flavour }: TestCluster): Promise<void> {
  for (const { kind, module, path } of PUBLISHED) {
    const isPublished = flavour === 'kube';
    const definition = isPublished ? await published(module, path) : withStatus(kind.kind);
    await client.create(CustomResourceDefinition, definition);
    await vi.waitFor(() => client.live.listAll(kind), { timeout: 20_000 });
  }
}

async function published(module: keyof typeof versions.definitions, path: string): Promise<Definition> {
  const wanted = `${module}@v${versions.definitions[module]}`;
  const { exitCode, output, stdout } = await runProcess('go', ['mod', 'download', '-json', wanted]);
  if (exitCode !== 0) throw new Error(`${wanted} was not found: ${output}`);
  const { Dir: folder } = JSON.parse(stdout) as { Dir: string };
  return parse(await readFile(join(folder, path), 'utf8')) as Definition;
}

function withStatus(kind: string): Definition {
  const definition = structuredClone(customKinds.find(({ spec }) => spec.names.kind === kind)) as Definition;
  for (const version of definition.spec.versions) {
    version.subresources = { status: {} };
    const { properties } = version.schema?.openAPIV3Schema ?? {};
    Object.assign(properties ?? {}, { status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } });
  }
  return definition;
}
