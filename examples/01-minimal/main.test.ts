import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { expectToPrintItsReadme } from '../example-run.ts';

it('example 01 prints what its README says', () => expectToPrintItsReadme(import.meta.dirname));

it('a complete operator takes under 60 lines', async () => {
  const lines = (await readFile(join(import.meta.dirname, 'main.ts'), 'utf8')).trimEnd().split('\n');
  expect(lines.length).toBeLessThan(60);
});
