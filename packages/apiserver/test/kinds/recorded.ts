import { readFileSync, writeFileSync } from 'node:fs';
import type { Row, Suite } from './family.ts';

/** A refusal in one line, or what was stored. */
export type Recorded = string | Readonly<Record<string, unknown>>;

const TABLE = new URL('./recorded.txt', import.meta.url);
const TAB = '\t';

/**
 * What a real API server answered to each row. Written and checked by the differential suite; rows
 * that are new have no answer until it has run. One line per row, so that a change of the server
 * shows as a change of lines.
 */
export const recorded: ReadonlyMap<string, Recorded> = new Map(
  readFileSync(TABLE, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const tab = line.indexOf(TAB);
      return [line.slice(0, tab), JSON.parse(line.slice(tab + 1)) as Recorded];
    }),
);

export function record(found: ReadonlyMap<string, Recorded>): void {
  const lines = [...found].map(([key, value]) => `${key}${TAB}${JSON.stringify(value)}\n`);
  writeFileSync(TABLE, lines.join(''));
}

export function keyOf(suite: Suite, index: number, row: Row): string {
  return `${suite.name} ${index}: ${row.title.replace(`${suite.name}: `, '')}`;
}
