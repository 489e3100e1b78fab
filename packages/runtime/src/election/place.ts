import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { RuntimeError } from '../errors.ts';

export const SERVICE_ACCOUNT_FOLDER = '/var/run/secrets/kubernetes.io/serviceaccount';

/** A name that no other process has, and that tells people where to look. */
export function newIdentity(): string {
  return `${hostname()}_${randomUUID()}`;
}

/** The namespace of the pod that this process runs in, or `fallback` outside of a pod. */
export async function podNamespace(folder: string, fallback?: string): Promise<string> {
  const path = join(folder, 'namespace');
  let cause: unknown;
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    cause = error;
    return '';
  });
  if (text.trim() !== '') return text.trim();
  if (fallback !== undefined) return fallback;
  throw new RuntimeError(
    'ELECTION_CONFIG',
    `The election has no namespace for its Lease: none was given, and ${path}, where a pod finds its own, ` +
      'cannot be read. Outside of a pod, give one.',
    { cause },
  );
}
