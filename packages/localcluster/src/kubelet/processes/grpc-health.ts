import { connect, constants } from 'node:http2';

const { HTTP2_HEADER_METHOD, HTTP2_HEADER_PATH, HTTP2_HEADER_CONTENT_TYPE, HTTP2_HEADER_TE } = constants;
const STATUSES = ['UNKNOWN', 'SERVING', 'NOT_SERVING', 'SERVICE_UNKNOWN'];
const SERVING = 1;
const UNIMPLEMENTED = '12';
/** An answer is a few bytes. What a pod sends is read up to here. */
const LARGEST_ANSWER_BYTES = 64 * 1024;

/** `grpc.health.v1.Health/Check`, by hand: one string out, one number back. */
export function checkGrpcHealth(
  host: string,
  port: number,
  service: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const session = connect(`http://${host}:${port}`);
    const close = (): void => session.destroy();
    signal.addEventListener('abort', close, { once: true });
    session.once('error', reject);
    session.once('close', () => {
      signal.removeEventListener('abort', close);
      reject(new Error('the connection was closed'));
    });
    const stream = session.request({
      [HTTP2_HEADER_METHOD]: 'POST',
      [HTTP2_HEADER_PATH]: '/grpc.health.v1.Health/Check',
      [HTTP2_HEADER_CONTENT_TYPE]: 'application/grpc',
      [HTTP2_HEADER_TE]: 'trailers',
    });
    const parts: Buffer[] = [];
    let grpcStatus: string | undefined;
    const note = (headers: Readonly<Record<string, unknown>>): void => {
      if (typeof headers['grpc-status'] === 'string') grpcStatus = headers['grpc-status'];
    };
    stream.on('response', note);
    stream.on('trailers', note);
    let bytes = 0;
    stream.on('data', (part: Buffer) => {
      parts.push(part);
      bytes += part.length;
      if (bytes <= LARGEST_ANSWER_BYTES) return;
      reject(new Error('the answer is too large'));
      session.destroy();
    });
    stream.once('error', reject);
    stream.once('end', () => {
      resolve(verdict(grpcStatus, Buffer.concat(parts)));
      session.close();
    });
    stream.end(framed(service));
  });
}

/** Length-prefixed, uncompressed; the message has one field: 1, a string. */
function framed(service: string): Buffer {
  const name = Buffer.from(service);
  const message = name.length === 0 ? Buffer.alloc(0) : Buffer.concat([Buffer.from([0x0a, name.length]), name]);
  const frame = Buffer.alloc(5);
  frame.writeUInt32BE(message.length, 1);
  return Buffer.concat([frame, message]);
}

function verdict(grpcStatus: string | undefined, body: Buffer): string | undefined {
  if (grpcStatus === UNIMPLEMENTED)
    return 'this server does not implement the grpc health protocol (grpc.health.v1.Health)';
  if (grpcStatus !== undefined && grpcStatus !== '0') return `error: health rpc failed with code ${grpcStatus}`;
  // Field 1 as a varint; left out when it is 0.
  const status = body.length > 6 && body[5] === 0x08 ? (body[6] ?? 0) : 0;
  return status === SERVING ? undefined : `service unhealthy (responded with "${STATUSES[status] ?? status}")`;
}
