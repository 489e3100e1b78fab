import {
  type AnyKind,
  type Client,
  type Clock,
  CustomResourceDefinition,
  isKubeError,
  type ObjectOf,
  realClock,
} from '@slipway/kube';

type Definition = ObjectOf<typeof CustomResourceDefinition>;

/** A definition by what is read of it here: typed, or the manifest that `defineCrd` gives. */
interface InstallableDefinition {
  readonly metadata: { readonly name?: string };
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string; readonly plural: string };
    readonly scope: string;
    readonly versions: readonly { readonly name: string; readonly served: boolean }[];
  };
}

/** A definition that lets every field through, with a status: for kinds of which only the types matter. */
export function openDefinition({ group, version, kind, plural, scope }: AnyKind): Definition {
  const openAPIV3Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  return {
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope,
      names: { plural, kind, singular: kind.toLowerCase() },
      versions: [
        { name: version, served: true, storage: true, subresources: { status: {} }, schema: { openAPIV3Schema } },
      ],
    },
  };
}

/**
 * Creates a custom resource definition, or updates the one that is there, and waits until its kind is
 * served. For tests and demonstrations: in production a chart installs definitions, since an operator
 * that may write them may change every custom resource of the cluster.
 */
export async function installDefinition(
  client: Client,
  definition: InstallableDefinition,
  { clock = realClock, signal }: { readonly clock?: Clock; readonly signal?: AbortSignal } = {},
): Promise<void> {
  const { group, names, scope, versions } = definition.spec;
  await createOrUpdate(client, definition as Definition);
  const kinds = versions
    .filter(({ served }) => served)
    .map(({ name: version }) => ({ group, version, kind: names.kind, plural: names.plural, scope }) as const);
  for (const kind of kinds) {
    while (!(await isServed(() => client.live.listMetadata(kind as Parameters<typeof client.live.listMetadata>[0])))) {
      await clock.sleep(50, signal);
    }
  }
}

async function createOrUpdate(client: Client, definition: Definition): Promise<void> {
  try {
    await client.create(CustomResourceDefinition, definition);
  } catch (error) {
    if (!isKubeError(error, 'KUBE_CONFLICT')) throw error;
    const name = definition.metadata.name ?? '';
    await client.patch(CustomResourceDefinition, { name }, { merge: { spec: definition.spec } });
  }
}

async function isServed(list: () => Promise<unknown>): Promise<boolean> {
  try {
    await list();
    return true;
  } catch (error) {
    // Not served yet, or by one API server only.
    if (isKubeError(error, 'KUBE_NOT_FOUND')) return false;
    throw error;
  }
}
