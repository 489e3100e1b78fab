/**
 * @module
 * `SLIPWAY_CPU=<file> npm test` appends what each test file costs of the processors: a line of JSON with its seconds,
 * those of importing, and those of processes that it started and that have ended. On a machine that others use too,
 * this says what the clock cannot.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect } from 'vitest';

const TICKS_PER_SECOND = 100;
const UTIME = 11;

/** From /proc, since Node does not tell what children have used. */
function used(): { self: number; children: number } {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(UTIME, UTIME + 4)
    .map((ticks) => Number(ticks) / TICKS_PER_SECOND);
  return { self: user + system, children: childUser + childSystem };
}

const report = process.env['SLIPWAY_CPU'];
if (report !== undefined) {
  const start = used();
  const began = performance.now();
  let imported = start;
  beforeAll(() => {
    imported = used();
  });
  afterAll(() => {
    const end = used();
    const line = {
      file: expect.getState().testPath?.slice(process.cwd().length + 1),
      self: end.self - start.self,
      import: imported.self - start.self,
      children: end.children - start.children,
      wall: (performance.now() - began) / 1000,
      pid: process.pid,
    };
    appendFileSync(report, `${JSON.stringify(line)}\n`);
  });
}
