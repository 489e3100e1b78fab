import type { AnyKind, Client } from '@slipway/kube';
import { CustomResourceDefinition } from '@slipway/kube/kinds';
import { vi } from 'vitest';

/** Installs a CRD that lets every field through, with a status subresource, and waits until it is served. */
export async function installKind(client: Client, { group, version, kind, plural, scope }: AnyKind): Promise<void> {
  const schema = { openAPIV3Schema: { type: 'object' as const, 'x-kubernetes-preserve-unknown-fields': true } };
  await client.create(CustomResourceDefinition, {
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope,
      names: { plural, kind, singular: kind.toLowerCase() },
      versions: [{ name: version, served: true, storage: true, subresources: { status: {} }, schema }],
    },
  });
  await vi.waitFor(() => client.live.listAll({ group, version, kind, plural, scope }), { timeout: 20_000 });
}
