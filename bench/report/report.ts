import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Machine } from './machine.ts';
import { formatTable } from './table.ts';

const RESULTS = fileURLToPath(new URL('../results', import.meta.url));

/** What one benchmark has to say. */
export interface Section {
  readonly title: string;
  readonly markdown: string;
  /** Everything that was measured, for readers who want to check or do other sums. */
  readonly data: unknown;
}

export interface Report {
  readonly machine: Machine;
  /** How the run was asked for. */
  readonly settings: Readonly<Record<string, string | number>>;
  readonly sections: readonly Section[];
}

export function toMarkdown({ machine, settings, sections }: Report): string {
  const { versions, ...hardware } = machine;
  const ground = formatTable(['', ''], Object.entries({ ...hardware, ...settings, ...versions }));
  const parts = sections.map(({ title, markdown }) => `## ${title}\n\n${markdown}`);
  return [...parts, `## Ground\n\n${ground}`].join('\n\n').concat('\n');
}

/** Writes `<name>.md` and `<name>.json`; returns the path without the ending. */
export async function writeReport(name: string, report: Report): Promise<string> {
  await mkdir(RESULTS, { recursive: true });
  const path = join(RESULTS, name);
  await writeFile(`${path}.md`, toMarkdown(report));
  await writeFile(`${path}.json`, `${JSON.stringify(report, undefined, 2)}\n`);
  return path;
}
