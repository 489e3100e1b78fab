/** One element of DER: its tag, what is in it, and all of it. */
export interface Element {
  readonly tag: number;
  readonly content: Buffer;
  readonly whole: Buffer;
}

/** The elements that follow each other in some bytes. @throws RangeError where they are none */
export function elementsOf(bytes: Buffer): Element[] {
  const found: Element[] = [];
  for (let at = 0; at < bytes.length; ) {
    const element = elementAt(bytes, at);
    found.push(element);
    at += element.whole.length;
  }
  return found;
}

function elementAt(bytes: Buffer, start: number): Element {
  const tag = bytes.readUInt8(start);
  const first = bytes.readUInt8(start + 1);
  const digits = first < 0x80 ? 0 : first & 0x7f;
  if (first === 0x80 || digits > 4) throw new RangeError('a length that DER does not have');
  const length = digits === 0 ? first : bytes.readUIntBE(start + 2, digits);
  const begin = start + 2 + digits;
  if (begin + length > bytes.length) throw new RangeError('an element that ends before its length');
  return { tag, content: bytes.subarray(begin, begin + length), whole: bytes.subarray(start, begin + length) };
}

/** `2.5.4.3` from the content of an object identifier. */
export function dottedOf(content: Buffer): string {
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of content) {
    arc = arc * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      arcs.push(arc);
      arc = 0;
    }
  }
  const [first = 0, ...rest] = arcs;
  const root = Math.min(2, Math.floor(first / 40));
  return [root, first - root * 40, ...rest].join('.');
}
