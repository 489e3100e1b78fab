/** Adds to package-lock.json what npm left out of it: `npm run lock`, after an install that changed it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LockedPackages, missingEntries } from './lock-file.ts';

const path = join(import.meta.dirname, '../../package-lock.json');
const lock = JSON.parse(readFileSync(path, 'utf8')) as { packages: LockedPackages };
const packages = { ...lock.packages, ...missingEntries(lock.packages) };
const sorted = Object.fromEntries(Object.entries(packages).toSorted(([a], [b]) => a.localeCompare(b, 'en')));
writeFileSync(path, `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`);
