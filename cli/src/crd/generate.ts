import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CliError } from '../errors.ts';
import type { Outcome } from '../outcome.ts';
import { definitionsIn, type ExportedDefinition } from './definition-module.ts';

export interface GenerateOptions {
  /** Where the files go. @default standard output */
  readonly outputDir?: string;
  /** In seconds. */
  readonly timeout: number;
}

/** `slipway crd generate`: the CRDs that a module exports, as YAML. Equal definitions give equal bytes. */
export async function generateCrds(file: string, { outputDir, timeout }: GenerateOptions): Promise<Outcome> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new CliError('CLI_INPUT', `${file}: there is no such file`);
  const definitions = inOrder(file, await definitionsIn(file, timeout * 1000));
  const texts = definitions.map(({ name, yaml }) => ({
    name,
    text: `# Made from ${basename(file)} by slipway.\n${yaml}`,
  }));
  if (outputDir === undefined) return { stdout: texts.map(({ text }) => text).join('---\n'), exitCode: 0 };
  const lines: string[] = [];
  await writable(outputDir, () => mkdir(outputDir, { recursive: true }));
  for (const { name, text } of texts) {
    const path = join(outputDir, `${name}.yaml`);
    const isSame = (await readFile(path, 'utf8').catch(() => undefined)) === text;
    if (!isSame) await writable(path, () => writeFile(path, text));
    lines.push(`${isSame ? 'unchanged' : 'wrote'} ${path}\n`);
  }
  return { stdout: lines.join(''), exitCode: 0 };
}

function inOrder(file: string, definitions: readonly ExportedDefinition[]): ExportedDefinition[] {
  if (definitions.length === 0) {
    const text = 'exports nothing that defineCrd made; export it: export const widgets = defineCrd({ … })';
    throw new CliError('CLI_INPUT', `${file}: ${text}`);
  }
  const sorted = definitions.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const double = sorted.find(({ name }, n) => name === sorted[n + 1]?.name);
  if (double) throw new CliError('CLI_INPUT', `${file}: exports two definitions of ${double.name}; keep one`);
  return sorted;
}

async function writable(path: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CliError('CLI_INPUT', `${path}: cannot be written (${why})`, error);
  }
}
