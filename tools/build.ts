/** Bundles every published package into its `dist`. */
import { join } from 'node:path';
import { bundlePackage } from './bundle-package.ts';
import { publishedPackages } from './published-packages.ts';

const root = join(import.meta.dirname, '..');

for (const folder of publishedPackages(root)) await bundlePackage(root, folder);
