import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBody } from '../body/index.ts';
import { ByteStream } from './byte-stream.ts';

function stream() {
  const calls: string[] = [];
  const note = (name: string) => () => void calls.push(name);
  return { calls, body: new ByteStream({ pause: note('pause'), resume: note('resume'), abandon: note('abandon') }) };
}

describe('ByteStream', () => {
  test('R-28: however pushes and reads interleave, the reader gets every byte in order', async () => {
    const turns = fc.nat(3);
    const pushes = fc.array(fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 40_000 }), turns), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(pushes, turns, async (chunks, readerTurns) => {
        const { body } = stream();
        const got: Uint8Array[] = [];
        const reader = (async () => {
          for await (const chunk of body) {
            got.push(chunk);
            for (let turn = 0; turn < readerTurns; turn++) await Promise.resolve();
          }
        })();
        for (const [chunk, writerTurns] of chunks) {
          body.push(chunk);
          for (let turn = 0; turn < writerTurns; turn++) await Promise.resolve();
        }
        body.finish();
        await reader;
        expect(Buffer.concat(got)).toEqual(Buffer.concat(chunks.map(([chunk]) => chunk)));
      }),
    );
  });

  test('R-28: a slow reader stops the connection at 64 KiB and starts it again when it has caught up', async () => {
    const { body, calls } = stream();
    for (let chunk = 0; chunk < 4; chunk++) body.push(new Uint8Array(16 * 1024));
    expect(calls).toEqual(['pause']);
    for (let chunk = 0; chunk < 4; chunk++) await body.next();
    expect(calls).toEqual(['pause']);
    const waiting = body.next();
    expect(calls).toEqual(['pause', 'resume']);
    body.finish();
    await expect(waiting).resolves.toEqual({ done: true, value: undefined });
  });

  test('R-5: a reader that leaves gives the socket up; one that read to the end does not', async () => {
    const left = stream();
    left.body.push(new Uint8Array(1));
    for await (const _chunk of left.body) break;
    expect(left.calls).toEqual(['abandon']);

    const read = stream();
    read.body.push(new Uint8Array(1));
    read.body.finish();
    for await (const _chunk of read.body) continue;
    expect(read.calls).toEqual([]);
  });

  test('R-13: a cut stream ends cleanly after what it holds', async () => {
    const { body, calls } = stream();
    body.push(Buffer.from('held'));
    body.cut();
    body.push(Buffer.from('late'));
    await expect(readBody(body, { maxBytes: 4 })).resolves.toEqual(Buffer.from('held'));
    expect(calls).toEqual(['abandon']);
  });

  test('R-5: the end is reported once, however it comes', () => {
    for (const end of [(b: ByteStream) => b.finish(), (b: ByteStream) => b.fail(1), (b: ByteStream) => b.cut()]) {
      const { body } = stream();
      let reported = 0;
      body.onEnd(() => (reported += 1));
      end(body);
      body.finish();
      body.fail(2);
      expect(reported).toBe(1);
      body.onEnd(() => (reported += 1));
      expect(reported).toBe(2);
    }
  });
});
