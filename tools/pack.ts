/** `npm run pack`: every published package as an archive that npm can install, in `packed` or a folder of choice. */
import { join, resolve } from 'node:path';
import { packPackages } from './pack-packages.ts';

const root = join(import.meta.dirname, '..');
for (const archive of await packPackages(root, resolve(process.argv[2] ?? join(root, 'packed')))) console.log(archive);
