/**
 * Provides the entry `slow`, whose making waits for a message, and tells its parent what it does:
 * `making`, then `done`.
 */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { provide } from '../index.ts';

process.send?.('started');
await provide({ tool: 'slow', version: '1.0.0' }, async (scratch) => {
  process.send?.('making');
  await once(process, 'message');
  await writeFile(join(scratch, 'made-by'), `${process.pid}`);
});
process.send?.('done');
process.disconnect();
