/**
 * Writes src/schemas/built-in-table.ts from the OpenAPI v3 documents of a real API server.
 *
 *   npx tsx --conditions=slipway-source packages/apiserver/scripts/derive-types.ts <kubeconfig>
 *
 * Whether the table is still true is a test on a real control plane (test/types.kube.test.ts).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { requestAs } from '@slipway/tools/control-plane/index';
import { derivedTable } from './derived-table.ts';

const TARGET = fileURLToPath(new URL('../src/schemas/built-in-table.ts', import.meta.url));

const [path] = process.argv.slice(2);
if (!path) throw new Error('usage: derive-types.ts <kubeconfig>');
const kubeconfig = readFileSync(path, 'utf8');
const text = await derivedTable(async (address) => (await requestAs(kubeconfig, address)).body);
writeFileSync(TARGET, text);
