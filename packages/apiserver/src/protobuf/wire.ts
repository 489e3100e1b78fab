/** A body that is not the protobuf it claims to be. */
export class MalformedProtobuf extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MalformedProtobuf';
  }
}

/** One field as it is on the wire: a number, or the bytes of a string or a message. */
export interface WireField {
  readonly number: number;
  readonly value: bigint | Buffer;
}

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

/** The fields of a message in order of arrival. Every length is checked before it is believed. */
export function* wireFields(message: Buffer): Iterable<WireField> {
  let at = 0;

  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = message[at++];
      if (byte === undefined) throw new MalformedProtobuf('a number ends early');
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new MalformedProtobuf('a number is too long');
  };

  const bytes = (length: number): Buffer => {
    if (length > message.length - at) throw new MalformedProtobuf('a field is longer than its message');
    const part = message.subarray(at, at + length);
    at += length;
    return part;
  };

  while (at < message.length) {
    const tag = Number(varint());
    const number = Math.floor(tag / 8);
    switch (tag % 8) {
      case VARINT:
        yield { number, value: varint() };
        break;
      case BYTES:
        yield { number, value: bytes(Number(varint())) };
        break;
      case FIXED64:
        yield { number, value: bytes(8) };
        break;
      case FIXED32:
        yield { number, value: bytes(4) };
        break;
      default:
        throw new MalformedProtobuf(`wire type ${tag % 8} is not used by Kubernetes`);
    }
  }
}
