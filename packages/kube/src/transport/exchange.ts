import type { Dispatcher } from 'undici';
import { KubeError } from '../errors.ts';
import { ByteStream } from './byte-stream.ts';
import type { CallLimit } from './call-limit.ts';
import type { SocketTaker } from './socket-client.ts';

/** The answer to one send, once its headers are there. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** `Warning` headers one by one: joined, they could not be distinguished. */
  readonly warnings: readonly string[];
  readonly body: ByteStream;
}

const CERTIFICATE_ALERT = /ALERT_(BAD_CERTIFICATE|CERTIFICATE_|UNKNOWN_CA|UNSUPPORTED_CERTIFICATE)/;
const TLS_CODE = /^(ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|INVALID_|EPROTO$)/;

/** No whole answer came. `sent` is false where not a byte of the request was written. */
export class LostConnection extends Error {
  override readonly name = 'LostConnection';
  readonly sent: boolean;
  readonly code: string;

  /**
   * The cause is described, not kept: undici's errors can hold raw bytes of an answer, which may be
   * a Secret.
   */
  constructor(cause: Error & { code?: unknown }, sent: boolean) {
    const code = typeof cause.code === 'string' ? cause.code : cause.name;
    // Where several addresses were tried, Node's error has a code and no message.
    super((cause.message || code).replace(/\.$/, ''));
    this.code = code;
    // Where the server refuses the certificate it has read no request, although one may be written.
    this.sent = sent && !CERTIFICATE_ALERT.test(this.code);
  }

  /** Whether certificates are the reason, so that newer ones may help. */
  get isTls(): boolean {
    return !this.sent && TLS_CODE.test(this.code);
  }

  get advice(): string {
    if (this.isTls) return 'Check certificate-authority and tls-server-name of the cluster.';
    return this.sent ? 'What became of the request is not known.' : 'Check the address, and what stands in between.';
  }
}

export interface ExchangeOptions {
  readonly dispatcher: Dispatcher;
  readonly request: Pick<Dispatcher.DispatchOptions, 'method' | 'path' | 'headers' | 'body'> & {
    readonly origin: string;
  };
  readonly limit: CallLimit;
  /** Called when the request got its socket, just before the first byte is written. What it throws ends it unsent. */
  readonly onSend: () => void;
}

/**
 * One request on one socket. Resolves with the answer's headers; the body follows in its stream. An
 * abort rejects at once, and frees the socket as soon as the request holds one.
 */
export function exchange({ dispatcher, request, limit, onSend }: ExchangeOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let closeSocket = (): void => {};
    let body: ByteStream | undefined;
    let isDone = false;

    const done = (): boolean => {
      if (isDone) return false;
      isDone = true;
      forgetLimit();
      return true;
    };
    // Before the request is written the socket may still serve another one.
    const giveUp = (): void => {
      if (controller) closeSocket();
    };
    let forgetLimit = (): void => {};
    forgetLimit = limit.onEnd((reason) => {
      if (!done()) return;
      if (body) body.fail(reason, true);
      else reject(reason);
      giveUp();
    });
    if (isDone) return;

    const taker: SocketTaker = {
      onSocket: (close) => {
        closeSocket = close;
      },
    };
    dispatcher.dispatch(
      // The deadline of the call and the liveness of the watch decide; undici's own limits are off.
      { ...request, ...taker, headersTimeout: 0, bodyTimeout: 0 },
      {
        // What is thrown here takes the request out of the line; the socket stays for the next one.
        onRequestStart(started) {
          if (isDone) throw new Error('The request was given up in line.');
          try {
            onSend();
          } catch (error) {
            if (done()) reject(error);
            throw error;
          }
          controller = started;
        },
        onResponseStart(_controller, status, headers) {
          if (status < 200) return;
          body = new ByteStream({
            pause: () => controller?.pause(),
            resume: () => controller?.resume(),
            abandon: () => {
              if (done()) giveUp();
            },
          });
          resolve(answerOf(status, headers, body));
        },
        onResponseData: (_controller, chunk) => body?.push(chunk),
        onResponseEnd() {
          if (done()) body?.finish();
        },
        onResponseError(_controller, error) {
          if (!done()) return;
          if ((error as { code?: unknown }).code === 'UND_ERR_INVALID_ARG') {
            reject(new KubeError('KUBE_INVALID', `The request cannot be sent: ${error.message}.`, { neverSent: true }));
            return;
          }
          const lost = new LostConnection(error, controller !== undefined);
          if (body) body.fail(lost);
          else reject(lost);
        },
      },
    );
  });
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

export function answerOf(status: number, headers: Headers, body: ByteStream): Answer {
  const { warning = [] } = headers;
  return { status, headers: flatten(headers), warnings: typeof warning === 'string' ? [warning] : warning, body };
}

/** Repeated headers are joined, as HTTP allows; there are hardly ever any. */
function flatten(headers: Headers): Answer['headers'] {
  const flat: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(headers)) flat[name] = Array.isArray(value) ? value.join(', ') : value;
  return flat;
}
