import type { ExecConfig } from '../config/index.ts';
import type { AuthMaterial } from './credentials.ts';

/** The text of `KUBERNETES_EXEC_INFO`: what the plugin gets to know of its call. */
export function execInfo(exec: ExecConfig, isInteractive: boolean): string {
  return JSON.stringify({
    apiVersion: exec.apiVersion,
    kind: 'ExecCredential',
    spec: { interactive: isInteractive, ...(exec.cluster && { cluster: exec.cluster }) },
  });
}

/**
 * Reads what a plugin printed. The result is the material, or a sentence on what is wrong with the
 * output which holds none of it.
 */
export function parseExecCredential(stdout: string, apiVersion: ExecConfig['apiVersion']): AuthMaterial | string {
  let printed: unknown;
  try {
    printed = JSON.parse(stdout);
  } catch {
    // The parser's own message quotes the text, and that is a credential.
    return 'printed something that is not JSON';
  }
  const object = record(printed);
  if (object['kind'] !== 'ExecCredential') return 'printed no object of kind ExecCredential';
  if (object['apiVersion'] !== apiVersion)
    return `answered in another version than ${apiVersion}, which the entry asks for`;

  const { token, clientCertificateData: cert, clientKeyData: key, expirationTimestamp: end } = record(object['status']);
  const hasToken = typeof token === 'string' && token !== '';
  const hasCertificate = typeof cert === 'string' && typeof key === 'string' && cert !== '' && key !== '';
  if (!hasCertificate && (cert || key)) return 'gave a client certificate or a key without the other';
  if (!hasToken && !hasCertificate) return 'gave neither a token nor a client certificate';

  const expiresAt = typeof end === 'string' ? Date.parse(end) : undefined;
  if (Number.isNaN(expiresAt)) return 'gave an expirationTimestamp that is no RFC 3339 time';
  return {
    ...(hasToken && { token }),
    ...(hasCertificate && { certificate: { cert, key } }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
