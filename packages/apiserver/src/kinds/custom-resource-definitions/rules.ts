import {
  DELETION_PENDING,
  definitionErrors,
  storageVersionOf,
  unrecognizedFormats,
  withConditions,
  withStatus,
} from '../../definitions/index.ts';
import { fieldAt, isJsonObject, type Json, type KubeObject, textAt } from '../../objects/index.ts';
import type { KindRules } from '../built-in-kind.ts';

/** The server's own finalizer: the objects of a definition go before it does. */
export const CLEANUP_FINALIZER = 'customresourcecleanup.apiextensions.k8s.io';

const HTTPS_PORT = 443;

/** K-157: what the server fills in. */
function withDefaults(definition: KubeObject): KubeObject {
  const { spec } = definition;
  if (!isJsonObject(spec)) return definition;
  const given = isJsonObject(spec['names']) ? spec['names'] : {};
  const kind = textAt(given, 'kind');
  const missing = {
    ...(!given['singular'] && kind !== '' && { singular: kind.toLowerCase() }),
    ...(!given['listKind'] && kind !== '' && { listKind: `${kind}List` }),
  };
  const conversion = withPort(spec['conversion'] ?? { strategy: 'None' });
  // The same object when nothing is missing: a caller that sees this need not look at the spec again.
  if (Object.keys(missing).length === 0 && conversion === spec['conversion']) return definition;
  return { ...definition, spec: { ...spec, names: { ...given, ...missing }, conversion } };
}

function withPort(conversion: Json): Json {
  const service = fieldAt(conversion, ['webhook', 'clientConfig', 'service']);
  if (!isJsonObject(service) || !isJsonObject(conversion) || service['port'] !== undefined) return conversion;
  const webhook = conversion['webhook'] as { readonly clientConfig: Json };
  const clientConfig = { ...(webhook.clientConfig as object), service: { ...service, port: HTTPS_PORT } };
  return { ...conversion, webhook: { ...webhook, clientConfig } };
}

/** What a definition that nobody has looked at yet shows. */
const NO_NAMES = { plural: '', kind: '' };

function firstStatus(definition: KubeObject): KubeObject {
  const storage = storageVersionOf(definition);
  const storedVersions = storage === undefined ? null : [storage];
  return { ...definition, status: { conditions: null, acceptedNames: NO_NAMES, storedVersions } };
}

/** A version in which objects may be stored stays on record until a client takes it off. */
function withStoredVersion(definition: KubeObject): KubeObject {
  const storage = storageVersionOf(definition);
  const stored = fieldAt(definition, ['status', 'storedVersions']) as Json | undefined;
  const known: readonly Json[] = Array.isArray(stored) ? stored : [];
  if (storage === undefined || known.includes(storage)) return definition;
  return withStatus(definition, { storedVersions: [...known, storage] });
}

export const definitionRules: KindRules = {
  default: withDefaults,
  prepareCreate: firstStatus,
  prepareUpdate: withStoredVersion,
  // A write to the status leaves the spec as it is, which was looked at before.
  validate: (definition, old) => (old && definition['spec'] === old['spec'] ? [] : definitionErrors(definition, old)),
  warnings: (definition, old) => {
    const known = old ? unrecognizedFormats(old) : [];
    return unrecognizedFormats(definition)
      .filter((format) => !known.includes(format))
      .map((format) => `unrecognized format ${JSON.stringify(format)}`);
  },
  markDeletion: (definition, deletionTimestamp) => {
    const { metadata } = definition;
    const known = metadata.finalizers ?? [];
    const finalizers = known.includes(CLEANUP_FINALIZER) ? known : [...known, CLEANUP_FINALIZER];
    const marked = { ...definition, metadata: { ...metadata, deletionTimestamp, finalizers } };
    return withConditions(marked, [DELETION_PENDING], deletionTimestamp);
  },
};
