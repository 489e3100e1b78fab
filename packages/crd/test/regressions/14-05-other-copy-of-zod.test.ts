import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';
import type * as zod from 'zod';
import { cel, defineCrd, listMap } from '../../src/definition/index.ts';

/** zod as another package of a user's project brings it: a copy with a registry of its own, as up to 4.1. */
async function otherZod(): Promise<typeof zod> {
  const outfile = join(mkdtempSync(join(tmpdir(), 'zod-')), 'zod.mjs');
  const stdin = { contents: "export * from 'zod';", resolveDir: import.meta.dirname };
  buildSync({ stdin, outfile, bundle: true, format: 'esm', platform: 'node' });
  const shared = globalThis as { __zod_globalRegistry?: unknown };
  const { __zod_globalRegistry: before } = shared;
  delete shared.__zod_globalRegistry;
  const other = (await import(/* @vite-ignore */ outfile)) as typeof zod;
  shared.__zod_globalRegistry = before;
  return other;
}

test('descriptions, list types and rules of a schema are kept when another copy of zod made it', async () => {
  const { z } = await otherZod();
  const ports = z.array(z.object({ name: z.string().max(9) })).max(9);
  const size = z.int32().describe('How many there are.');
  const spec = z.object({ size, ports: ports.meta(listMap('name')) }).meta(cel({ rule: 'self.size > 0' }));
  const text = defineCrd({ group: 'a.dev', kind: 'B', scope: 'Cluster', versions: { v1: { spec } } }).yaml();
  expect(text).toContain('description: How many there are.');
  expect(text).toContain('x-kubernetes-list-type: map');
  expect(text).toContain('rule: self.size > 0');
});
