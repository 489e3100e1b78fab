import { readFile } from 'node:fs/promises';
import { KubeError } from '../errors.ts';

/** The text of a file that holds a secret: the error names the file and the reason, never the content. */
export async function readSecretFile(path: string, what: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new KubeError('KUBE_CONFIG', `${path}: the ${what} cannot be read (${code}); check that the file is there.`);
  }
}
