import { isPodWrite, objectsAt, refusal, specOf, withSpec } from '../../admitted/index.ts';
import { type JsonObject, type KubeObject, textAt } from '../../objects/index.ts';
import type { AdmissionPlugin, Attributes, Kernel, ObjectAttributes } from '../../operations/index.ts';
import { keyOf, type Store } from '../../store/index.ts';
import { referencedSecretError } from './service-account-secrets.ts';

const DEFAULT = 'default';
const MOUNT_PATH = '/var/run/secrets/kubernetes.io/serviceaccount';
const VOLUME_PREFIX = 'kube-api-access-';
const ENFORCE_SECRETS = 'kubernetes.io/enforce-mountable-secrets';
const MIRROR = 'kubernetes.io/config.mirror';
/** The alphabet of generated names. */
const SUFFIX_ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

/** K-144: every pod runs as a service account of its namespace, and has its token. */
export function serviceAccount({ store, random }: Pick<Kernel, 'store' | 'random'>): AdmissionPlugin {
  return {
    name: 'ServiceAccount',
    mutate(attributes) {
      const { object } = attributes;
      if (attributes.operation !== 'CREATE' || !isPodWrite(attributes) || isMirror(object)) return object;
      const name = textAt(object, 'spec', 'serviceAccountName') || DEFAULT;
      const account = accountOf(attributes, store, name);
      const named = withSpec(object, { serviceAccountName: name, serviceAccount: name });
      return withPullSecrets(isTokenWanted(account, object) ? withToken(named, random) : named, account);
    },
    validate(attributes) {
      const { object, operation } = attributes;
      if (operation !== 'CREATE' || !object || !isPodWrite(attributes)) return;
      const name = textAt(object, 'spec', 'serviceAccountName');
      if (isMirror(object)) return checkMirror(attributes as ObjectAttributes, name);
      if (name === '') {
        const { namespace } = attributes.target;
        throw refusal(attributes, `no service account specified for pod ${namespace}/${object.metadata.name}`);
      }
      const account = accountOf(attributes, store, name);
      if (!isTrue(account.metadata.annotations?.[ENFORCE_SECRETS])) return;
      const error = referencedSecretError(object, account);
      if (error !== undefined) throw refusal(attributes, error);
    },
  };
}

function isMirror(pod: KubeObject): boolean {
  return pod.metadata.annotations?.[MIRROR] !== undefined;
}

/** As Go reads a boolean. */
function isTrue(text: string | undefined): boolean {
  return text !== undefined && ['1', 't', 'T', 'TRUE', 'true', 'True'].includes(text);
}

function checkMirror(attributes: ObjectAttributes, name: string): void {
  const { object } = attributes;
  if (name !== '') throw refusal(attributes, 'a mirror pod may not reference service accounts');
  if (JSON.stringify(specOf(object)).match(/"(secret|secretRef|secretKeyRef|imagePullSecrets)":/)) {
    throw refusal(attributes, 'a mirror pod may not reference secrets');
  }
  const sources = objectsAt(object, 'spec', 'volumes').flatMap((volume) => objectsAt(volume, 'projected', 'sources'));
  if (sources.some((source) => source['serviceAccountToken'] !== undefined)) {
    throw refusal(attributes, 'a mirror pod may not use ServiceAccountToken volume projections');
  }
}

function accountOf(attributes: Attributes, store: Store, name: string): KubeObject {
  const { namespace = '' } = attributes.target;
  const entry = store.get('serviceaccounts', keyOf(namespace, name));
  if (entry) return entry.object;
  const missing = `serviceaccount ${JSON.stringify(name)} not found`;
  throw refusal(attributes, `error looking up service account ${namespace}/${name}: ${missing}`);
}

/** The pod's word counts before its account's. */
function isTokenWanted(account: KubeObject, pod: KubeObject): boolean {
  const own = specOf(pod)['automountServiceAccountToken'] ?? account['automountServiceAccountToken'];
  return own !== false;
}

function withPullSecrets(pod: KubeObject, account: KubeObject): KubeObject {
  if (objectsAt(pod, 'spec', 'imagePullSecrets').length > 0) return pod;
  const imagePullSecrets = objectsAt(account, 'imagePullSecrets').map((secret) => ({ name: textAt(secret, 'name') }));
  return imagePullSecrets.length > 0 ? withSpec(pod, { imagePullSecrets }) : pod;
}

function withToken(pod: KubeObject, random: () => number): KubeObject {
  const volumes = objectsAt(pod, 'spec', 'volumes');
  const known = volumes.map((volume) => textAt(volume, 'name')).find((name) => name.startsWith(VOLUME_PREFIX));
  const name = known ?? VOLUME_PREFIX + suffix(random);
  let isNeeded = false;
  const mounted = (container: JsonObject): JsonObject => {
    const mounts = objectsAt(container, 'volumeMounts');
    if (mounts.some((mount) => mount['mountPath'] === MOUNT_PATH)) return container;
    isNeeded = true;
    return { ...container, volumeMounts: [...mounts, { name, readOnly: true, mountPath: MOUNT_PATH }] };
  };
  const spec = specOf(pod);
  const lists = Object.fromEntries(
    ['initContainers', 'containers']
      .filter((list) => Array.isArray(spec[list]))
      .map((list) => [list, objectsAt(spec, list).map(mounted)]),
  );
  if (!isNeeded) return pod;
  return withSpec(pod, { ...lists, ...(known === undefined && { volumes: [...volumes, tokenVolume(name)] }) });
}

function suffix(random: () => number): string {
  return Array.from({ length: 5 }, () => SUFFIX_ALPHABET[Math.floor(random() * SUFFIX_ALPHABET.length)]).join('');
}

function tokenVolume(name: string): JsonObject {
  const namespace = { path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } };
  return {
    name,
    projected: {
      sources: [
        { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
        { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
        { downwardAPI: { items: [namespace] } },
      ],
      defaultMode: 420,
    },
  };
}
