import { createHash } from 'node:crypto';
import { constants, createDeflate, createInflate, type Deflate, type Inflate } from 'node:zlib';

/** What SPDY/3 expects headers to look like: words with their length before them, then texts. */
const WORDS =
  'options head post put delete trace accept accept-charset accept-encoding accept-language accept-ranges age allow authorization cache-control connection content-base content-encoding content-language content-length content-location content-md5 content-range content-type date etag expect expires from host if-match if-modified-since if-none-match if-range if-unmodified-since last-modified location max-forwards pragma proxy-authenticate proxy-authorization range referer retry-after server te trailer transfer-encoding upgrade user-agent vary via warning www-authenticate method get status 200_OK version HTTP/1.1 url public set-cookie keep-alive origin';
const TEXTS =
  '100101201202205206300302303304305306307402405406407408409410411412413414415416417502504505203 Non-Authoritative Information204 No Content301 Moved Permanently400 Bad Request401 Unauthorized403 Forbidden404 Not Found500 Internal Server Error501 Not Implemented503 Service UnavailableJan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec 00:00:00 Mon, Tue, Wed, Thu, Fri, Sat, Sun, GMTchunked,text/html,image/png,image/jpg,image/gif,application/xml,application/xhtml+xml,text/plain,text/javascript,publicprivatemax-age=gzip,deflate,sdchcharset=utf-8charset=iso-8859-1,utf-,*,enq=0.';

const DICTIONARY = Buffer.concat([
  ...WORDS.split(' ').map((word) => withLength(word.replace('_', ' '))),
  Buffer.from(TEXTS, 'latin1'),
]);

/** For tests: it has to be right to the byte. */
export const dictionaryDigest = (): string => createHash('sha256').update(DICTIONARY).digest('hex');

function withLength(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

const OPTIONS = { dictionary: DICTIONARY, flush: constants.Z_SYNC_FLUSH } as const;

/**
 * Headers of the streams of one connection. All blocks of a direction are one compressed stream, so
 * they are read, and written, one after the other.
 */
export class HeaderBlocks {
  readonly #inflate: Inflate = createInflate(OPTIONS);
  readonly #deflate: Deflate = createDeflate(OPTIONS);

  constructor() {
    // A waiter for a block hears of it; nobody else needs to.
    this.#inflate.on('error', () => {});
    this.#deflate.on('error', () => {});
  }

  async read(block: Buffer): Promise<ReadonlyMap<string, string>> {
    const bytes = await passed(this.#inflate, block);
    const headers = new Map<string, string>();
    let at = 4;
    const next = (): string => {
      const end = at + 4 + bytes.readUInt32BE(at);
      const text = bytes.toString('utf8', at + 4, end);
      at = end;
      return text;
    };
    for (let left = bytes.readUInt32BE(0); left > 0; left--) headers.set(next().toLowerCase(), next());
    return headers;
  }

  write(headers: ReadonlyMap<string, string>): Promise<Buffer> {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(headers.size);
    const pairs = [...headers].flatMap(([name, value]) => [withLength(name), withLength(value)]);
    return passed(this.#deflate, Buffer.concat([count, ...pairs]));
  }

  close(): void {
    this.#inflate.destroy();
    this.#deflate.destroy();
  }
}

/** What comes out of a codec for what goes in. */
async function passed(codec: Inflate | Deflate, input: Buffer): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const collect = (chunk: Buffer): void => void chunks.push(chunk);
  codec.on('data', collect);
  try {
    await new Promise<void>((resolve, reject) => codec.write(input, (error) => (error ? reject(error) : resolve())));
  } finally {
    codec.off('data', collect);
  }
  return Buffer.concat(chunks);
}
