import { readFile } from 'node:fs/promises';
import { type CapabilityMap, NO_OWN_NAMES, readCapabilityMap } from '../capabilities/index.ts';
import { refused } from './settings.ts';

/** Own names of capabilities, or none where no file is named. What is wrong with the file stops the start. */
export async function loadCapabilityMap(path: string | undefined): Promise<CapabilityMap> {
  if (path === undefined) return NO_OWN_NAMES;
  const stop = (problem: string) =>
    refused('CAPABILITY_MAP_FILE', path, problem, 'write it as {"payment:process": ["network:egress"]}');
  let content: unknown;
  try {
    content = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw stop(code === undefined ? 'the file is no JSON' : `the file cannot be read (${code})`);
  }
  const { map, problems } = readCapabilityMap(content);
  if (problems) throw stop(problems.join('; '));
  return map;
}

/** Headers with the token of a file, which its rotation replaces; read for each request. */
export function tokenHeaders(path: string | undefined): () => Promise<Readonly<Record<string, string>>> {
  return async () => (path === undefined ? {} : { authorization: `Bearer ${(await readFile(path, 'utf8')).trim()}` });
}
