import { realClock } from '@slipway/apimachinery/clock';
import { type ObjectRef } from '@slipway/apimachinery/references';
import { describeObject, type LiveReader, type Writer } from '../client/index.ts';
import { isKubeError, KubeError } from '../errors.ts';
import { type AnyKind, CustomResourceDefinition, type ObjectOf } from '../kinds/index.ts';
import { establishmentBlocker } from './blocker.ts';
import { type InstallDefinitionOptions, installDefinitionDefaults } from './options.ts';

/** A definition by what is read of it here, as in the `manifest` that `defineCrd` gives. */
interface DefinitionManifest {
  readonly metadata: { readonly name?: string };
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string; readonly plural: string };
    readonly scope: string;
    readonly versions: readonly { readonly name: string; readonly served: boolean }[];
  };
}

/** What `defineCrd` gives as `manifest`, or a definition that is written out. */
export type InstallableDefinition = DefinitionManifest | ObjectOf<typeof CustomResourceDefinition>;

/** What is asked of a client here. */
interface DefinitionClient extends Pick<Writer, 'apply'> {
  readonly live: Pick<LiveReader, 'get' | 'list'>;
}

const FIRST_LOOK_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

/**
 * Applies a custom resource definition and waits until its kind is served.
 *
 * **Expected flow.** Before the manager is created, once for each kind. A definition that the cluster has already is
 * not written again.
 *
 * **Guarantees.** When it returns, the definition is established and the API server that answered serves every version
 * of it. A definition that ends meanwhile is applied again once it is gone.
 *
 * **Caveats.** An account that may write definitions may change every custom resource of the cluster. In production let
 * a chart install them (`slipway crd generate` writes the YAML).
 *
 * **Errors.** `KUBE_FORBIDDEN` with the rule that is missing; `APPLY_CONFLICT` where another field manager owns a field
 * and has another value; `KUBE_INVALID` with the server's words; `KUBE_NOT_ESTABLISHED` with what blocks.
 */
export async function installDefinition(
  client: DefinitionClient,
  definition: InstallableDefinition,
  options: InstallDefinitionOptions = {},
): Promise<void> {
  const { clock = realClock, signal, ...given } = options;
  const { fieldManager, force, deadlineMs } = { ...installDefinitionDefaults, ...given };
  const { metadata, spec } = definition;
  const ref = { name: metadata.name ?? `${spec.names.plural}.${spec.group}` };
  const call = signal ? { signal } : {};
  const body = { ...definition, metadata: { ...metadata, ...ref } };
  const apply = (): Promise<unknown> =>
    client.apply(CustomResourceDefinition, body, { fieldManager, force, ...call }).catch((error: unknown) => {
      throw refusalOf(error, ref);
    });

  async function blocker(): Promise<string | undefined> {
    const found = await client.live.get(CustomResourceDefinition, ref, call).catch((error: unknown) => {
      throw refusalOf(error, ref);
    });
    if (!found) {
      await apply();
      return 'it was deleted while it was awaited, and is applied again.';
    }
    return establishmentBlocker(found) ?? (await unservedVersion(client, spec, call));
  }

  await apply();
  const until = clock.now() + deadlineMs;
  for (let pauseMs = FIRST_LOOK_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const reason = await blocker();
    if (reason === undefined) return;
    if (clock.now() >= until) {
      const what = describeObject(CustomResourceDefinition, ref);
      throw new KubeError('KUBE_NOT_ESTABLISHED', `${what} is not established after ${deadlineMs / 1000} s: ${reason}`);
    }
    await clock.sleep(pauseMs, signal);
  }
}

/** A version that the server does not serve yet: it can be established and still unknown to one of several servers. */
async function unservedVersion(
  client: DefinitionClient,
  { group, names, scope, versions }: InstallableDefinition['spec'],
  call: { readonly signal?: AbortSignal },
): Promise<string | undefined> {
  for (const { name: version } of versions.filter(({ served }) => served)) {
    const kind = { group, version, kind: names.kind, plural: names.plural, scope: scopeOf(scope) };
    if (!(await isServed(client, kind, call))) return `it is established, but ${version} is not served yet.`;
  }
  return undefined;
}

async function isServed(
  { live }: DefinitionClient,
  kind: AnyKind,
  call: { readonly signal?: AbortSignal },
): Promise<boolean> {
  try {
    // One object at most, where there are any.
    await live.list(kind, { pageSize: 1, ...call }).next();
    return true;
  } catch (error) {
    if (isKubeError(error, 'KUBE_NOT_FOUND')) return false;
    // The right to write a definition is not that to read its objects; the server's own condition has to do.
    if (isKubeError(error, 'KUBE_FORBIDDEN')) return true;
    throw error;
  }
}

function scopeOf(scope: string): AnyKind['scope'] {
  return scope === 'Cluster' ? 'Cluster' : 'Namespaced';
}

/** A refusal with what a person can do about it. */
function refusalOf(error: unknown, ref: ObjectRef): unknown {
  const what = describeObject(CustomResourceDefinition, ref);
  if (isKubeError(error, 'KUBE_FORBIDDEN'))
    return new KubeError(
      'KUBE_FORBIDDEN',
      `${what} cannot be installed by this account: ${error.message.replace(/\.$/, '')}. Let an administrator apply it (slipway crd ` +
        'generate writes its YAML), or allow it: kubectl create clusterrole <name> --verb=get,create,patch ' +
        '--resource=customresourcedefinitions.apiextensions.k8s.io, then bind it to this account.',
      { status: 403, ...(error.body && { body: error.body }), cause: error },
    );
  const causes = isKubeError(error, 'KUBE_CONFLICT') ? (error.body?.details?.causes ?? []) : [];
  const owned = causes.filter(({ reason }) => reason === 'FieldManagerConflict');
  if (owned.length === 0 || !isKubeError(error)) return error;
  const fields = owned.map(({ field, message }) => `${field}: ${message}`).join('; ');
  return new KubeError(
    'APPLY_CONFLICT',
    `${what} has other values, of another field manager (${fields}). It was left as it is. Install it the way it was ` +
      'installed, or take these fields over with force.',
    { status: 409, ...(error.body && { body: error.body }), cause: error },
  );
}
