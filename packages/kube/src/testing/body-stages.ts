import { type Answer, type Exchange, type Stage, withBody } from './exchange.ts';
import { lines } from './watch-lines.ts';

export type Body = Answer['body'];

/** A place in a stream: after so many bytes, or after so many events. At the start if neither is given. */
export interface Place {
  readonly atByte?: number;
  readonly afterEvents?: number;
}

/** A fault that changes the body of whatever the stages behind it answer. */
export function onBody(change: (body: Body, exchange: Exchange) => Body): Stage {
  return async (exchange, next) => withBody(await next(), (body) => change(body, exchange));
}

/** Passes on what comes before `place`, awaits `interruption` there, and passes on the rest. */
export async function* interrupted(
  body: Body,
  { atByte, afterEvents }: Place,
  interruption: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let left = atByte ?? afterEvents ?? 0;
  if (left === 0) await interruption();
  for await (const chunk of atByte === undefined ? lines(body) : body) {
    const size = atByte === undefined ? 1 : chunk.length;
    if (left <= 0 || left > size) {
      yield chunk;
      left -= size;
      continue;
    }
    const split = atByte === undefined ? chunk.length : left;
    left = 0;
    yield chunk.subarray(0, split);
    await interruption();
    if (split < chunk.length) yield chunk.subarray(split);
  }
}

/** The same bytes in chunks of at most `bytes`. */
export async function* pieces(body: Body, bytes: number): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    for (let at = 0; at < chunk.length; at += bytes) yield chunk.subarray(at, at + bytes);
  }
}
