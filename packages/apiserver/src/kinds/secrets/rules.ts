import { isJsonObject, type KubeObject, textAt, without } from '../../objects/index.ts';
import type { KindRules } from '../built-in-kind.ts';

/** `stringData` is a way to write: its values are stored in `data`, encoded. */
function withStoredData(secret: KubeObject): KubeObject {
  const text = secret['stringData'];
  if (!isJsonObject(text)) return secret;
  const encoded = Object.entries(text).map(([key, value]) => [
    key,
    Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64'),
  ]);
  const data = isJsonObject(secret['data']) ? secret['data'] : {};
  return { ...without(secret, 'stringData'), data: { ...data, ...Object.fromEntries(encoded) } };
}

/** The commonest mistake in a certificate: it is none (K-15). Whether it fits its key is not looked at. */
function secretWarnings(secret: KubeObject): readonly string[] {
  if (secret['type'] !== 'kubernetes.io/tls') return [];
  const isPem = (key: string): boolean => Buffer.from(textAt(secret, 'data', key), 'base64').includes('-----BEGIN ');
  if (!isPem('tls.crt')) return ['tls: failed to find any PEM data in certificate input'];
  return isPem('tls.key') ? [] : ['tls: failed to find any PEM data in key input'];
}

export const secretRules: KindRules = {
  warnings: secretWarnings,
  default: (secret) => {
    const stored = withStoredData(secret);
    return stored['type'] ? stored : { ...stored, type: 'Opaque' };
  },
};
