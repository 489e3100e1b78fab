import type { JsonObject } from '../../objects/index.ts';
import {
  type At,
  bytesOf,
  configKeyComplaints,
  DATA,
  entries,
  has,
  LIMIT_BYTES,
  METADATA,
  type Report,
  struct,
  text,
} from '../../validation/index.ts';

/** Types of secrets and the keys that each must have. */
const REQUIRED_KEYS: Readonly<Record<string, readonly string[]>> = {
  'kubernetes.io/dockercfg': ['.dockercfg'],
  'kubernetes.io/dockerconfigjson': ['.dockerconfigjson'],
  'kubernetes.io/ssh-auth': ['ssh-privatekey'],
  'kubernetes.io/tls': ['tls.crt', 'tls.key'],
};

export function checkSecret(report: Report, object: JsonObject): void {
  const data = struct(object, 'data');
  let size = 0;
  for (const [key, value] of entries(object, 'data')) {
    report.complain(DATA.key(key), key, configKeyComplaints(key));
    size += bytesOf(value);
  }
  if (size > LIMIT_BYTES) report.tooLong(DATA, LIMIT_BYTES);
  const type = text(object, 'type');
  if (type === 'kubernetes.io/service-account-token') {
    const key = 'kubernetes.io/service-account.name';
    const name = text(struct(struct(object, 'metadata'), 'annotations'), key);
    if (name === '') report.required(METADATA.field('annotations').key(key));
  }
  if (type === 'kubernetes.io/basic-auth' && !has(data, 'username') && !has(data, 'password')) {
    report.required(DATA.key('username'));
    report.required(DATA.key('password'));
  }
  for (const key of REQUIRED_KEYS[type] ?? []) {
    if (!has(data, key) || (key === 'ssh-privatekey' && text(data, key) === '')) report.required(DATA.key(key));
    else if (key.startsWith('.docker')) checkDockerConfig(report, text(data, key), DATA.key(key));
  }
}

function checkDockerConfig(report: Report, encoded: string, at: At): void {
  const content = Buffer.from(encoded, 'base64').toString();
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value === 'object' && !Array.isArray(value)) return;
    const kind = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
    const why = `json: cannot unmarshal ${kind} into Go value of type map[string]interface {}`;
    report.invalid(at, '<secret contents redacted>', why);
  } catch {
    const first = content.trimStart()[0];
    const why =
      first === undefined
        ? 'unexpected end of JSON input'
        : `invalid character '${first}' looking for beginning of value`;
    report.invalid(at, '<secret contents redacted>', why);
  }
}
