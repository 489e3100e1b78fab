/** An event of a watch, as far as faults look into it. */
export interface WatchEvent {
  readonly type: string;
  readonly object: {
    readonly apiVersion?: string;
    readonly kind?: string;
    readonly metadata?: {
      readonly uid?: string;
      readonly resourceVersion?: string;
      readonly annotations?: Readonly<Record<string, string>>;
    };
  };
}

const NEWLINE = 0x0a;

/** Cuts a stream of bytes after each newline. What follows the last one comes as it is. */
export async function* lines(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let begun: Uint8Array[] = [];
  for await (const chunk of body) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const rest = chunk.subarray(start, end + 1);
      yield begun.length === 0 ? rest : Buffer.concat([...begun, rest]);
      begun = [];
      start = end + 1;
    }
    if (start < chunk.length) begun.push(chunk.subarray(start));
  }
  if (begun.length > 0) yield Buffer.concat(begun);
}

/** The event in a line; nothing if it holds none. */
export function watchEvent(line: Uint8Array): WatchEvent | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(line).toString());
    return isEvent(value) ? value : undefined;
  } catch {
    return undefined; // Half a line, or no JSON: a fault that looks at events lets it pass.
  }
}

function isEvent(value: unknown): value is WatchEvent {
  return typeof value === 'object' && value !== null && 'type' in value && 'object' in value;
}

export function writeEvent(event: { readonly type: string; readonly object: unknown }): Uint8Array {
  return Buffer.from(`${JSON.stringify(event)}\n`);
}
