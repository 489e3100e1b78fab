import { readFile } from 'node:fs/promises';
import { requestAs, startControlPlane } from '@slipway/tools/control-plane/index';
import { expect, test } from 'vitest';
import { derivedTable } from '../../scripts/derived-table.ts';

const TABLE = new URL('../../src/schemas/built-in-table.ts', import.meta.url);

test('L-6: the table of built-in types is what the pinned API server publishes', async () => {
  const server = await startControlPlane({ controllerManager: false, scheduler: false });
  try {
    const derived = await derivedTable(async (path) => (await requestAs(server.kubeconfig, path)).body);
    const words = (text: string): string[] => text.replace(/'/g, '').split(/\s+/);
    expect(words(derived)).toEqual(words(await readFile(TABLE, 'utf8')));
  } finally {
    await server.stop();
  }
});
