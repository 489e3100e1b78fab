/** Has a guard start a process in the folder that the argument names, says so to the parent, and waits to be killed. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Guard } from '../guard.ts';

const folder = process.argv[2] ?? '';
const guard = new Guard(folder);
guard.start({ name: 'sleeper', command: process.execPath, args: ['-e', 'setInterval(() => undefined, 60_000)'] });
await guard.untilReady('sleeper', async () => existsSync(join(folder, 'sleeper.log')), AbortSignal.timeout(60_000));
process.send?.('started');
