import type { IncomingMessage } from 'node:http';
import { realClock } from '@slipway/apimachinery/clock';
import { exactJson, type Json, jsonComplaint } from '../objects/index.ts';
import type { Target } from '../operations/index.ts';
import { decodeProtobuf, MalformedProtobuf } from '../protobuf/index.ts';
import { badRequest, tooLarge, unsupportedMediaType } from '../status/index.ts';
import { parseYaml } from '../yaml/index.ts';

/** As on a real API server. */
export const BODY_LIMIT_BYTES = 3 * 1024 * 1024;

export function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= BODY_LIMIT_BYTES) chunks.push(chunk);
      // The rest is not kept. It is read nevertheless before anything is answered.
      else reject(tooLarge(BODY_LIMIT_BYTES));
    });
    request.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    request.on('error', reject);
    request.on('close', () => {
      if (!request.complete) reject(lostClient());
    });
  });
}

/** How much of a body that nothing wants is read, and for how long, before its client is cut off. */
const DRAIN_BYTES = 64 * 1024 * 1024;
const DRAIN_MS = 2_000;

/** Reads what is left of a body; false where that takes too long. */
export async function drained(request: IncomingMessage): Promise<boolean> {
  // After an upgrade what follows is no body.
  if (request.complete || request.headers.upgrade !== undefined) return request.complete;
  return new Promise((resolve) => {
    let bytes = 0;
    const end = (isDone: boolean) => (): void => {
      timer.cancel();
      if (!isDone) request.pause();
      resolve(isDone);
    };
    // The machine's time: it is the pace of a network.
    const timer = realClock.timer(DRAIN_MS, end(false));
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > DRAIN_BYTES) end(false)();
    });
    request.once('end', end(true)).once('close', end(false)).resume();
  });
}

function lostClient(): Error {
  return Object.assign(new Error('the client went away before its request was complete'), { code: 'ECONNRESET' });
}

export function mediaType(request: IncomingMessage): string {
  return (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** Custom objects keep integers that JavaScript's numbers cannot hold; built-in ones have none. */
export type JsonReader = (text: string) => unknown;

export function readerFor({ resource }: Pick<Target, 'resource'>): JsonReader {
  return resource.custom ? exactJson : JSON.parse;
}

/** A body as JSON; `onError` makes the complaint about a body that cannot be read. */
export function parseBody(
  type: string,
  body: Buffer,
  onError: (reason: string) => Error,
  read: JsonReader = JSON.parse,
): Json {
  // K-8: a body without a type is JSON.
  if (type === '' || type === 'application/json') return parseJson(body, onError, read);
  if (type === 'application/yaml') {
    try {
      return parseYaml(body.toString('utf8')) as Json;
    } catch (error) {
      throw onError(`yaml: ${(error as Error).message}`);
    }
  }
  if (type === 'application/vnd.kubernetes.protobuf') {
    try {
      return decodeProtobuf(body);
    } catch (error) {
      if (error instanceof MalformedProtobuf) throw onError(`protobuf: ${error.message}`);
      throw error;
    }
  }
  throw unsupportedMediaType(
    'the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf',
  );
}

export function parseJson(body: Buffer, onError: (reason: string) => Error, read: JsonReader = JSON.parse): Json {
  try {
    return read(body.toString('utf8')) as Json;
  } catch {
    throw onError(`json parse error: ${jsonComplaint(body)}`);
  }
}

export const patchError = (reason: string): Error => badRequest(`error decoding patch: ${reason}`);
