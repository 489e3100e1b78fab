import { type ContainerList, objectsAt } from '../../admitted/index.ts';
import { type JsonObject, type KubeObject, textAt } from '../../objects/index.ts';

const LISTS: readonly (readonly [list: ContainerList, shown: string])[] = [
  ['initContainers', 'init container'],
  ['containers', 'container'],
];

/** What a pod refers to that its account does not list, for accounts that insist on it. */
export function referencedSecretError(pod: KubeObject, account: KubeObject): string | undefined {
  const named = (secrets: readonly JsonObject[]) => new Set(secrets.map((secret) => textAt(secret, 'name')));
  const allowed = named(objectsAt(account, 'secrets'));
  const why = `is not allowed because service account ${account.metadata.name} does not reference that`;
  for (const volume of objectsAt(pod, 'spec', 'volumes')) {
    const name = textAt(volume, 'secret', 'secretName');
    if (volume['secret'] !== undefined && !allowed.has(name)) {
      return `volume with secret.secretName="${name}" ${why} secret`;
    }
  }
  for (const [list, shown] of LISTS) {
    for (const container of objectsAt(pod, 'spec', list)) {
      const use = secretUse(container).find(({ secret }) => !allowed.has(secret));
      if (!use) continue;
      const subject = `${shown} ${textAt(container, 'name')} with ${use.by}`;
      return `${subject} referencing secret.secretName="${use.secret}" ${why} secret`;
    }
  }
  const pullable = named(objectsAt(account, 'imagePullSecrets'));
  const pulls = objectsAt(pod, 'spec', 'imagePullSecrets').map((secret) => textAt(secret, 'name'));
  const index = pulls.findIndex((name) => !pullable.has(name));
  return index < 0 ? undefined : `imagePullSecrets[${index}].name="${pulls[index]}" ${why} imagePullSecret`;
}

function secretUse(container: JsonObject): { readonly by: string; readonly secret: string }[] {
  const variables = objectsAt(container, 'env').flatMap((variable) => {
    const secret = textAt(variable, 'valueFrom', 'secretKeyRef', 'name');
    return secret === '' ? [] : [{ by: `envVar ${textAt(variable, 'name')}`, secret }];
  });
  const sources = objectsAt(container, 'envFrom').flatMap((source) => {
    const secret = textAt(source, 'secretRef', 'name');
    return secret === '' ? [] : [{ by: 'envFrom', secret }];
  });
  return [...variables, ...sources];
}
