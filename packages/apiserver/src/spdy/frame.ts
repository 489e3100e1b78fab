/** Kinds of control frames that are used here. */
export const FRAME = { synStream: 1, synReply: 2, rstStream: 3, ping: 6, goAway: 7 } as const;
export const FIN = 1;

const VERSION = 3;
const HEAD_BYTES = 8;

export type Frame =
  | { readonly control: true; readonly type: number; readonly flags: number; readonly payload: Buffer }
  | { readonly control: false; readonly stream: number; readonly flags: number; readonly payload: Buffer };

/** The frames in a stream of bytes, wherever those are cut. */
export async function* readFrames(bytes: AsyncIterable<Buffer>): AsyncIterable<Frame> {
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    for (;;) {
      if (held.length < HEAD_BYTES) break;
      const end = HEAD_BYTES + held.readUIntBE(5, 3);
      if (held.length < end) break;
      yield frameOf(held.subarray(0, end));
      held = held.subarray(end);
    }
  }
}

function frameOf(bytes: Buffer): Frame {
  const flags = bytes.readUInt8(4);
  const payload = bytes.subarray(HEAD_BYTES);
  if ((bytes.readUInt8(0) & 0x80) === 0) {
    return { control: false, stream: bytes.readUInt32BE(0), flags, payload };
  }
  return { control: true, type: bytes.readUInt16BE(2), flags, payload };
}

export function controlFrame(type: number, payload: Buffer, flags = 0): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt16BE(0x8000 | VERSION, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt8(flags, 4);
  head.writeUIntBE(payload.length, 5, 3);
  return Buffer.concat([head, payload]);
}

export function dataFrame(stream: number, payload: Buffer, flags = 0): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(stream, 0);
  head.writeUInt8(flags, 4);
  head.writeUIntBE(payload.length, 5, 3);
  return Buffer.concat([head, payload]);
}

export function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, index * 4);
  return bytes;
}
