import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client, ObjectOf } from '@slipway/kube';
import { CustomResourceDefinition } from '@slipway/kube/kinds';
import { definitionsPath } from '@slipway/tools/foreign-definitions/index';
import { waitUntil } from '@slipway/tools/processes/index';
import { parse } from 'yaml';

type Definition = ObjectOf<typeof CustomResourceDefinition>;

/** Installs the standard channel of the Gateway API as it is published, and waits until it is served. */
export async function installGatewayApi(client: Client, signal: AbortSignal): Promise<void> {
  const folder = await definitionsPath('sigs.k8s.io/gateway-api', 'config/crd/standard', signal);
  const files = (await readdir(folder)).filter((name) => name.startsWith('gateway.networking.k8s.io_'));
  for (const file of files) {
    const definition = parse(await readFile(join(folder, file), 'utf8')) as Definition;
    await client.apply(CustomResourceDefinition, definition, { fieldManager: 'test-gateway', force: true, signal });
    await waitUntil(async () => {
      const found = await client.live.get(CustomResourceDefinition, { name: definition.metadata.name ?? '' });
      return found?.status?.conditions?.find(({ type, status }) => type === 'Established' && status === 'True');
    }, signal);
  }
}
