import { readFile } from 'node:fs/promises';
import { configError } from './config-error.ts';

/** The text of a file, undefined where there is none; any other failure is the caller's to see. */
export async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw configError(path, `cannot be read (${code ?? 'unknown error'}); check its owner and mode.`);
  }
}
