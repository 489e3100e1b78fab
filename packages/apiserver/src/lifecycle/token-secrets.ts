import type { ServiceAccountTokens } from '../identity/index.ts';
import { isJsonObject, type KubeObject, textAt } from '../objects/index.ts';
import { type Kernel, removeObject, updateObject } from '../operations/index.ts';
import type { Resource, ServedVersion } from '../resources/index.ts';
import { keyOf } from '../store/index.ts';

const TYPE = 'kubernetes.io/service-account-token';
const ACCOUNT_NAME = 'kubernetes.io/service-account.name';
const ACCOUNT_UID = 'kubernetes.io/service-account.uid';

/**
 * Fills Secrets that ask for the token of a service account, as a controller manager does, and deletes
 * those whose account is not there or is gone.
 */
export function startTokenSecrets(
  kernel: Kernel,
  tokens: ServiceAccountTokens,
  caPem: string,
  later: (task: () => void) => void,
): () => void {
  const { store } = kernel;
  const look = (key: string): void => {
    const secret = store.get('secrets', key)?.object;
    if (secret && secret.metadata.deletionTimestamp === undefined) settle(kernel, secret, tokens, caPem);
  };
  const isAsking = (object: KubeObject): boolean => textAt(object, 'type') === TYPE;
  const stops = [
    store.subscribe('secrets', ({ key, current }) => {
      if (current && isAsking(current.object)) later(() => look(key));
    }),
    store.subscribe('serviceaccounts', ({ previous, current }) => {
      const { namespace } = (current ?? previous)?.object.metadata ?? {};
      if (current && previous) return;
      for (const { key, object } of store.list('secrets', namespace)) if (isAsking(object)) later(() => look(key));
    }),
  ];
  return () => stops.forEach((stop) => stop());
}

function settle(kernel: Kernel, secret: KubeObject, tokens: ServiceAccountTokens, caPem: string): void {
  const { namespace = '', name = '', annotations = {} } = secret.metadata;
  const resource = kernel.registry.named('secrets') as Resource;
  const target = { resource, served: resource.versions[0] as ServedVersion, namespace, name };
  const account = kernel.store.get('serviceaccounts', keyOf(namespace, annotations[ACCOUNT_NAME] ?? ''))?.object;
  const uid = annotations[ACCOUNT_UID];
  if (!account || (uid && uid !== account.metadata.uid)) {
    removeObject(kernel, target);
    return;
  }
  const data = isJsonObject(secret['data']) ? secret['data'] : {};
  if (data['token'] && data['ca.crt'] && data['namespace'] && uid) return;
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const filled = {
    'ca.crt': base64(caPem),
    namespace: base64(namespace),
    token: base64(tokens.issueFor(secret, account)),
    ...data,
  };
  const notes = { ...annotations, [ACCOUNT_UID]: account.metadata.uid ?? '' };
  const change = (old: KubeObject): KubeObject => ({
    ...old,
    metadata: { ...old.metadata, annotations: notes },
    data: filled,
  });
  updateObject(kernel, target, change, { manager: 'kube-controller-manager' });
}
