/**
 * Writes src/authorization/bootstrap-table.ts from the roles and bindings of a real, unused cluster.
 *
 *   npx tsx --conditions=slipway-source packages/apiserver/scripts/derive-policy.ts <kubeconfig>
 *
 * Whether the table is still true is a test on a real control plane (test/differential/identity.kube.test.ts).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { requestAs } from '@slipway/tools/control-plane/index';
import { policyTable } from './policy-table.ts';

const TARGET = fileURLToPath(new URL('../src/authorization/bootstrap-table.ts', import.meta.url));

const [path] = process.argv.slice(2);
if (!path) throw new Error('usage: derive-policy.ts <kubeconfig>');
const kubeconfig = readFileSync(path, 'utf8');
const text = await policyTable(async (address) => (await requestAs(kubeconfig, address)).body);
writeFileSync(TARGET, text);
