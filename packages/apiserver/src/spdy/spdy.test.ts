import { describe, expect, test } from 'vitest';
import { controlFrame, dataFrame, readFrames } from './frame.ts';
import { dictionaryDigest, HeaderBlocks } from './header-block.ts';

describe('SPDY', () => {
  test('K-14: frames are read whole wherever the bytes are cut', async () => {
    const bytes = Buffer.concat([controlFrame(6, Buffer.from('ping')), dataFrame(7, Buffer.from('héllo'), 1)]);
    for (let cut = 0; cut <= bytes.length; cut++) {
      async function* pieces(): AsyncIterable<Buffer> {
        yield bytes.subarray(0, cut);
        yield bytes.subarray(cut);
      }
      const frames = [];
      for await (const frame of readFrames(pieces())) frames.push({ ...frame, payload: frame.payload.toString() });
      expect(frames).toEqual([
        { control: true, type: 6, flags: 0, payload: 'ping' },
        { control: false, stream: 7, flags: 1, payload: 'héllo' },
      ]);
    }
  });

  test('K-14: header blocks are one stream under the dictionary of the protocol', async () => {
    const [one, other] = [new HeaderBlocks(), new HeaderBlocks()];
    for (const port of ['80', '443', '80']) {
      const headers = new Map(Object.entries({ streamtype: 'data', port, requestid: '0' }));
      expect(await other.read(await one.write(headers))).toEqual(headers);
    }
    one.close();
    other.close();
    expect(dictionaryDigest()).toBe('51d27341373f923f3cd88e1eb7162aeaa3723d7585ff2399201dc06498407f02');
  });
});
