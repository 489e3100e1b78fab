import { KubeError } from '../errors.ts';

/** Counts what is read. Exceeding it is `BODY_TOO_LARGE`. */
export class ByteBudget {
  readonly #maxBytes: number;
  readonly #what: string;
  #bytes = 0;

  /** `what` begins the message: `the answer`. */
  constructor(maxBytes: number, what: string) {
    this.#maxBytes = maxBytes;
    this.#what = what;
  }

  /** Called with each chunk before it is kept. */
  spend({ length }: Uint8Array): void {
    this.#bytes += length;
    if (this.#bytes <= this.#maxBytes) return;
    throw new KubeError(
      'BODY_TOO_LARGE',
      `${this.#what} is longer than ${this.#maxBytes} bytes; reading stopped there and the connection was closed`,
    );
  }
}

/**
 * The whole body. One that exceeds `maxBytes` rejects with `BODY_TOO_LARGE`; the loop over `body` is left then, which
 * must free what is below it, as streams of fetch, of Node and of the transport do.
 */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  { maxBytes, what = 'the answer' }: { readonly maxBytes: number; readonly what?: string },
): Promise<Buffer> {
  const budget = new ByteBudget(maxBytes, what);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) {
    budget.spend(chunk);
    chunks.push(chunk);
  }
  return joined(chunks);
}

/** At most the first `maxBytes`, for texts of which the beginning says enough; the rest is given up. */
export async function readBeginning(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= maxBytes) break;
  }
  return joined(chunks).subarray(0, maxBytes);
}

/** Without a copy where one chunk is all. */
function joined(chunks: readonly Uint8Array[]): Buffer {
  const [only] = chunks;
  if (chunks.length !== 1 || !only) return Buffer.concat(chunks);
  return Buffer.from(only.buffer, only.byteOffset, only.length);
}
