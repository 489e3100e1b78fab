import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type PublicPackage, readEntry } from './declarations.ts';
import { checkReference, commentText, referencePages, signatureOf } from './reference.ts';

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'declarations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const declarations = {
  'index.d.ts': `/**
 * @module
 * Queues: which key next.
 */
export { Queue, type Key as QueueKey } from './queue.ts';
export type * from './options.ts';
`,
  'queue.d.ts': `/** What is worked on. */
type Key = string;
/** Not of the class below. */
export declare const limit = 1;
/** The queue drops duplicates. */
export declare class Queue {
    #private;
    add(key: Key): void;
}
export { type Key };
`,
  'options.d.ts': `export interface QueueOptions {
    /** The first wait. @default 100 */
    readonly baseMs?: number;
}
`,
};

const packageOf = (folder: string): PublicPackage => ({
  folder: 'packages/queue',
  name: '@example/queue',
  description: 'Queues.',
  entries: [readEntry('@example/queue', join(folder, 'index.d.ts'), () => undefined)],
});

it('finds every exported name with its declaration and comment, through re-exports and new names', () => {
  const { entries } = packageOf(folderOf(declarations));
  expect(entries[0]?.prose).toBe('Queues: which key next.');
  expect(entries[0]?.names.map(({ name, declarations }) => [name, declarations[0]?.comment])).toEqual([
    ['Queue', 'The queue drops duplicates.'],
    ['QueueKey', 'What is worked on.'],
    ['QueueOptions', ''],
  ]);
});

it('has a section with signature and prose for each name', () => {
  const [index, page] = referencePages([packageOf(folderOf(declarations))]);
  expect(index?.text).toContain('| [`@example/queue`](example-queue.md) | 1 | Queues. |');
  expect(page?.path).toBe('docs/reference/example-queue.md');
  expect(page?.text).toContain(
    '### Queue\n\n```ts\nclass Queue {\n  add(key: Key): void;\n}\n```\n\nThe queue drops duplicates.\n',
  );
});

it('breaks a long line at the commas of its parameters alone', () => {
  const parameter = 'first: (one: string, other: Map<string, number>) => Promise<readonly [string, number]>';
  expect(signatureOf({ text: `export declare function work(${parameter}, second?: string): void;`, comment: '' })).toBe(
    `function work(\n  ${parameter},\n  second?: string,\n): void;`,
  );
});

it('shows examples as code and defaults in words', () => {
  expect(commentText('Waits. @default 100\n\n@example wait({ ms: 5 });')).toBe(
    'Waits. Default: 100.\n\n```ts\nwait({ ms: 5 });\n```',
  );
});

it('finds pages that are stale, missing or of a package that is gone', () => {
  const fresh = referencePages([packageOf(folderOf(declarations))]);
  expect(checkReference(fresh, fresh)).toEqual([]);
  const [index, page] = fresh;
  expect(index && page && checkReference([index, { ...page, text: 'old' }], fresh)).toHaveLength(1);
  expect(checkReference([], fresh)).toHaveLength(2);
  expect(checkReference([...fresh, { path: 'docs/reference/gone.md', text: '' }], fresh)).toHaveLength(1);
});
