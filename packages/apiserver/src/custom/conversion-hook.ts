import { fieldAt, isJsonObject, type Json, type KubeObject, textAt } from '../objects/index.ts';

/** Where the converter of a definition is. */
export interface ConversionHook {
  readonly address:
    | { readonly url: string }
    | {
        readonly service: { readonly namespace: string; readonly name: string; readonly port: number };
        readonly path: string;
      };
  /** PEM. Without one the machine's own authorities are trusted. */
  readonly caPem: string | undefined;
  readonly timeoutSeconds: number;
}

/** Sends a review to a converter and returns what it answers. Rejects with the reason. */
export type AskConverter = (hook: ConversionHook, review: Json) => Promise<Json>;

const TIMEOUT_SECONDS = 30;
const HTTPS_PORT = 443;

/** The converter that a definition names; undefined where versions differ in nothing but their names. */
export function conversionHook(definition: KubeObject | undefined): ConversionHook | undefined {
  const conversion = fieldAt(definition, ['spec', 'conversion']);
  if (textAt(conversion, 'strategy') !== 'Webhook') return undefined;
  const client = fieldAt(conversion, ['webhook', 'clientConfig']);
  const service = fieldAt(client, ['service']);
  const bundle = textAt(client, 'caBundle');
  return {
    address: isJsonObject(service)
      ? {
          service: {
            namespace: textAt(service, 'namespace'),
            name: textAt(service, 'name'),
            port: typeof service['port'] === 'number' ? service['port'] : HTTPS_PORT,
          },
          path: textAt(service, 'path'),
        }
      : { url: textAt(client, 'url') },
    caPem: bundle === '' ? undefined : Buffer.from(bundle, 'base64').toString('utf8'),
    timeoutSeconds: TIMEOUT_SECONDS,
  };
}

/** The first of the review's versions that both sides know. */
export function reviewVersion(definition: KubeObject | undefined): 'v1' | 'v1beta1' | undefined {
  const versions = fieldAt(definition, ['spec', 'conversion', 'webhook', 'conversionReviewVersions']);
  const known = Array.isArray(versions) ? versions.find((one) => one === 'v1' || one === 'v1beta1') : undefined;
  return known as 'v1' | 'v1beta1' | undefined;
}
