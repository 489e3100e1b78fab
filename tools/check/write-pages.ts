/** Writes the pages that are made from code, docs/settings.md and docs/reference: `npm run docs`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicPackages } from './declarations.ts';
import { REFERENCE_FOLDER, referencePages } from './reference.ts';
import { isOptionsFile, SETTINGS_PAGE, settingsPage } from './settings.ts';
import { sourceFiles } from './source-file.ts';

const root = join(import.meta.dirname, '../..');
writeFileSync(join(root, SETTINGS_PAGE), settingsPage(sourceFiles(root, isOptionsFile)));

rmSync(join(root, REFERENCE_FOLDER), { recursive: true, force: true });
mkdirSync(join(root, REFERENCE_FOLDER), { recursive: true });
for (const { path, text } of referencePages(publicPackages(root))) writeFileSync(join(root, path), text);
