import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect } from 'vitest';

const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/conformance', import.meta.url));

/** How many requests each rule has seen. */
export type Counts = Readonly<Record<string, number>>;

/**
 * Counts the requests of a file that were sent to both servers, for every rule that the title of the
 * test names. The last run of each file is kept; `print-counts.ts` adds them up.
 */
export function useCounter(): () => void {
  const counts: Record<string, number> = {};
  let file = 'unknown';
  beforeAll(() => {
    file = basename(expect.getState().testPath ?? file);
    rmSync(join(FOLDER, `${file}.json`), { force: true });
  });
  afterAll(() => {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(join(FOLDER, `${file}.json`), JSON.stringify(counts));
  });
  return () => {
    for (const rule of rulesIn(expect.getState().currentTestName ?? '')) counts[rule] = (counts[rule] ?? 0) + 1;
  };
}

/** `L-1 K-20 to K-22` is L-1, K-20, K-21 and K-22. */
function rulesIn(title: string): string[] {
  const runs = title.matchAll(/\b([LK])-(\d+)(?: to [LK]-(\d+))?/g);
  return [...runs].flatMap(([, letter, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => `${letter}-${Number(first) + at}`),
  );
}

/** What all files counted when they were last run. */
export function allCounts(): Readonly<Record<string, Counts>> {
  const files = readdirSync(FOLDER).sort();
  return Object.fromEntries(
    files.map((file) => [file.replace(/\.json$/, ''), JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Counts]),
  );
}
