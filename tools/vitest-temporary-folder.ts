import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * One temporary folder for all of a run: what tests and the processes they start leave in it goes with it, also when
 * one of them was killed before it could tidy up. One a run and not one a file, since what tsx has translated is kept
 * there too.
 */
export function setup(): (() => Promise<void>) | undefined {
  const before = process.env['TMPDIR'];
  // Called once per project: a folder in a folder makes paths too long for sockets.
  if (before?.includes('slipway-tests-')) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'slipway-tests-'));
  process.env['TMPDIR'] = folder;
  return async () => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    // A process that is being ended may still write while its folder goes.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  };
}
