/**
 * `npm run crds`: writes what the kinds of this repository come down to.
 *
 * A kind that is shipped is defined in a file `*.crd.ts` that exports what `defineCrd` returns. Its manifest
 * goes to `deploy/crds` and its reference to `docs/crds` of the same package. Both folders hold nothing else. A
 * package can name other places: `crds.json` with `{ "manifest": "crds/{singular}-crd.yaml", "reference": "docs/crds.md" }`.
 * What else is shipped to install an operator with is in a file `*.deploy.ts`.
 * With `--check` nothing is written; a file that is not what its definition says is named, and the exit code is 1.
 * Another repository can be named: `npm run crds -- ../mine`.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { generatedFiles, staleFiles } from './generated-files.ts';

const { values, positionals } = parseArgs({ options: { check: { type: 'boolean' } }, allowPositionals: true });
const root = positionals[0] ?? join(import.meta.dirname, '../..');
const files = await generatedFiles(root);
const stale = staleFiles(root, files);

if (values.check === true) {
  for (const { path } of stale) console.log(`${path}: is not what its definition says: npm run crds`);
  for (const path of files.leftover) console.log(`${path}: no definition makes it: npm run crds`);
  process.exitCode = stale.length + files.leftover.length === 0 ? 0 : 1;
} else {
  for (const { path, text } of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    console.log(`wrote    ${path}`);
  }
  for (const path of files.leftover) {
    rmSync(join(root, path));
    console.log(`removed  ${path}`);
  }
}
