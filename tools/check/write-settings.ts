/** Writes docs/settings.md from the options of the packages: `npm run docs`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOptionsFile, SETTINGS_PAGE, settingsPage } from './settings.ts';
import { sourceFiles } from './source-file.ts';

const root = join(import.meta.dirname, '../..');
writeFileSync(join(root, SETTINGS_PAGE), settingsPage(sourceFiles(root, isOptionsFile)));
