import { objectsAt } from '../../admitted/index.ts';
import { fieldAt, isJsonObject, type JsonObject, type KubeObject, textAt } from '../../objects/index.ts';
import { type Match, selectorFrom } from '../matching.ts';
import { ruleFrom } from '../rules.ts';

/** Where a webhook is: an address, or a service of the cluster. */
export type HookAddress =
  | { readonly url: string }
  | {
      readonly service: { readonly namespace: string; readonly name: string; readonly port: number };
      readonly path: string;
    };

/** One webhook of a configuration, ready to be asked. */
export interface Hook {
  readonly name: string;
  /** Names it among all webhooks of all configurations. */
  readonly id: string;
  readonly match: Match;
  readonly conditions: readonly JsonObject[];
  readonly address: HookAddress;
  /** PEM. Without one the machine's own authorities are trusted. */
  readonly caPem: string | undefined;
  /** Whether a failure to ask it refuses the request. */
  readonly failsClosed: boolean;
  readonly timeoutSeconds: number;
  /** Whether it does nothing that a dry run could not take back. */
  readonly isForDryRuns: boolean;
  readonly reviewVersion: 'v1' | 'v1beta1' | undefined;
  readonly isReinvoked: boolean;
}

const compiled = new WeakMap<KubeObject, readonly Hook[]>();

/** The webhooks of a configuration. Stored objects never change, so each is read once. */
export function hooksOf(configuration: KubeObject): readonly Hook[] {
  let hooks = compiled.get(configuration);
  if (!hooks) {
    const { name = '' } = configuration.metadata;
    hooks = objectsAt(configuration, 'webhooks').map((webhook, index) => hookFrom(webhook, `${name}/${index}`));
    compiled.set(configuration, hooks);
  }
  return hooks;
}

function hookFrom(webhook: JsonObject, id: string): Hook {
  const versions = webhook['admissionReviewVersions'];
  const known = Array.isArray(versions) ? versions.find((one) => one === 'v1' || one === 'v1beta1') : undefined;
  const caBundle = textAt(webhook, 'clientConfig', 'caBundle');
  const timeoutSeconds = fieldAt(webhook, ['timeoutSeconds']);
  return {
    name: textAt(webhook, 'name'),
    id: `${id}/${textAt(webhook, 'name')}`,
    match: {
      rules: objectsAt(webhook, 'rules').map(ruleFrom),
      excluded: [],
      namespaceSelector: selectorFrom(webhook['namespaceSelector']),
      objectSelector: selectorFrom(webhook['objectSelector']),
      isForEquivalents: textAt(webhook, 'matchPolicy') !== 'Exact',
    },
    conditions: objectsAt(webhook, 'matchConditions'),
    address: addressFrom(webhook['clientConfig']),
    caPem: caBundle === '' ? undefined : Buffer.from(caBundle, 'base64').toString('utf8'),
    failsClosed: textAt(webhook, 'failurePolicy') !== 'Ignore',
    timeoutSeconds: typeof timeoutSeconds === 'number' ? timeoutSeconds : 10,
    isForDryRuns: ['None', 'NoneOnDryRun'].includes(textAt(webhook, 'sideEffects')),
    reviewVersion: known as Hook['reviewVersion'],
    isReinvoked: textAt(webhook, 'reinvocationPolicy') === 'IfNeeded',
  };
}

function addressFrom(clientConfig: unknown): HookAddress {
  const service = fieldAt(clientConfig, ['service']);
  if (!isJsonObject(service)) return { url: textAt(clientConfig, 'url') };
  const { port } = service;
  return {
    service: {
      namespace: textAt(service, 'namespace'),
      name: textAt(service, 'name'),
      port: typeof port === 'number' ? port : 443,
    },
    path: textAt(service, 'path'),
  };
}
