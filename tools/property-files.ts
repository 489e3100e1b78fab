import { readFile } from 'node:fs/promises';
import { findTestFiles } from './test-run.ts';

/** Suites on a cluster have runs of their own. */
const WITHOUT_CLUSTER = /(?<!\.(?:cluster|kube))\.test\.ts$/;

/** Test files with properties, whatever they are called: many have one or two beside their examples. */
export async function findPropertyFiles(): Promise<string[]> {
  const files = await findTestFiles(WITHOUT_CLUSTER);
  const texts = await Promise.all(files.map((file) => readFile(new URL(`../${file}`, import.meta.url), 'utf8')));
  return files.filter((_, index) => /^import .*\bfrom 'fast-check';$/m.test(texts[index] ?? ''));
}
