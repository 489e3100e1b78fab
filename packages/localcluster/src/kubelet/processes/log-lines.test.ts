import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LogLines } from './log-lines.ts';

const never = new AbortController().signal;

async function read(logs: LogLines, tailLines?: number): Promise<string[]> {
  const lines: string[] = [];
  for await (const { text } of logs.read({ follow: false, tailLines, signal: never })) lines.push(text);
  return lines;
}

describe('what a container wrote', () => {
  it('L-23: lines are whole however they arrive', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.string().map((text) => text.replaceAll('\n', ' ')),
          { minLength: 1, maxLength: 20 },
        ),
        fc.array(fc.nat(10), { minLength: 1 }),
        async (lines, cuts) => {
          const logs = new LogLines();
          let rest = lines.map((line) => `${line}\n`).join('');
          for (let i = 0; rest !== ''; i++) {
            const size = (cuts[i % cuts.length] ?? 0) + 1;
            logs.write('stdout', rest.slice(0, size), i);
            rest = rest.slice(size);
          }
          expect(await read(logs)).toEqual(lines);
        },
      ),
    );
  });

  it('L-23: a line of one stream is not cut by the other, and a last one without an end counts', async () => {
    const logs = new LogLines();
    logs.write('stdout', 'half', 1);
    logs.write('stderr', 'error\n', 2);
    logs.write('stdout', ' a line\nlast', 3);
    logs.end(4);
    expect(await read(logs)).toEqual(['error', 'half a line', 'last']);
    expect(await read(logs, 1)).toEqual(['last']);
  });

  it('L-23: memory is bounded; the newest lines stay', async () => {
    const logs = new LogLines();
    for (let i = 0; i < 30_000; i++) logs.write('stdout', `${i}\n`, i);
    const lines = await read(logs);
    expect(lines).toHaveLength(10_000);
    expect(lines.at(-1)).toBe('29999');
  });

  it('L-23: a follower gets what comes, and ends with the container or its own signal', async () => {
    const logs = new LogLines();
    logs.write('stdout', 'old\n', 0);
    const seen: string[] = [];
    const following = (async () => {
      for await (const { text } of logs.read({ follow: true, tailLines: 0, signal: never })) seen.push(text);
    })();
    const stopped = new AbortController();
    const other = (async () => {
      for await (const _ of logs.read({ follow: true, tailLines: undefined, signal: stopped.signal }));
    })();
    await new Promise(setImmediate);
    logs.write('stdout', 'new\n', 1);
    stopped.abort();
    await other;
    logs.end(2);
    await following;
    expect(seen).toEqual(['new']);
  });
});
