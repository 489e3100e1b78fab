import { isJsonObject, type KubeObject, without } from '../objects/index.ts';
import type { KindRules } from './kind-rules.ts';

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

export const secretRules: KindRules = {
  default: (secret) => {
    const stored = withStoredData(secret);
    return stored['type'] ? stored : { ...stored, type: 'Opaque' };
  },
};
