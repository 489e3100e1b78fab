import { Duplex } from 'node:stream';
import { controlFrame, dataFrame, FIN, FRAME, numbers, readFrames } from './frame.ts';
import { HeaderBlocks } from './header-block.ts';

const STREAM_MASK = 0x7fff_ffff;
const CANCEL = 5;
/** What one data frame may hold at most: its length has three bytes. */
const LARGEST_PAYLOAD = 2 ** 24 - 1;

/** One of the streams in a connection: bytes both ways, each way ended by itself. */
export interface SpdyStream {
  readonly headers: ReadonlyMap<string, string>;
  readonly bytes: Duplex;
}

/**
 * The server's end of a SPDY/3.1 connection, as far as Kubernetes' clients use it: they open streams,
 * both sides send, either side ends. A client that does not speak it loses its connection. There are no windows: the clients do not use them either.
 */
export async function serveSpdy(socket: Duplex, onStream: (stream: SpdyStream) => void): Promise<void> {
  const blocks = new HeaderBlocks();
  const streams = new Map<number, Duplex>();
  try {
    for await (const frame of readFrames(socket)) {
      if (!frame.control) {
        const stream = streams.get(frame.stream);
        if (frame.payload.length > 0) stream?.push(frame.payload);
        if (frame.flags & FIN) stream?.push(null);
      } else if (frame.type === FRAME.synStream) {
        const id = frame.payload.readUInt32BE(0) & STREAM_MASK;
        const headers = await blocks.read(frame.payload.subarray(10));
        const bytes = openStream(socket, id, () => streams.delete(id));
        streams.set(id, bytes);
        const reply = await blocks.write(new Map());
        socket.write(controlFrame(FRAME.synReply, Buffer.concat([numbers(id), reply])));
        if (frame.flags & FIN) bytes.push(null);
        onStream({ headers, bytes });
      } else if (frame.type === FRAME.rstStream) {
        streams.get(frame.payload.readUInt32BE(0) & STREAM_MASK)?.destroy();
      } else if (frame.type === FRAME.ping) {
        socket.write(controlFrame(FRAME.ping, frame.payload));
      } else if (frame.type === FRAME.goAway) {
        break;
      }
    }
  } catch {
    // Frames that cannot be read, or a socket that broke: nothing can be answered in a protocol that is not spoken.
  } finally {
    for (const stream of streams.values()) stream.destroy();
    blocks.close();
    socket.destroy();
  }
}

function openStream(socket: Duplex, id: number, onClose: () => void): Duplex {
  let ended = false;
  const stream = new Duplex({
    // Frames are pushed as they come; the socket is not held back for one stream's sake.
    read() {},
    write(chunk: Buffer, _encoding, done) {
      let isFree = true;
      for (let at = 0; at < chunk.length; at += LARGEST_PAYLOAD) {
        isFree = socket.write(dataFrame(id, chunk.subarray(at, at + LARGEST_PAYLOAD)));
      }
      if (isFree || socket.destroyed) done();
      else socket.once('drain', () => done());
    },
    final(done) {
      ended = true;
      socket.write(dataFrame(id, Buffer.alloc(0), FIN));
      done();
    },
    destroy(error, done) {
      if (!ended && !socket.destroyed) socket.write(controlFrame(FRAME.rstStream, numbers(id, CANCEL)));
      onClose();
      done(error);
    },
  });
  // A client may send after it announced its end. Without a listener that would end the process.
  stream.on('error', () => undefined);
  return stream;
}
