import { gunzipSync, gzipSync } from 'node:zlib';

/**
 * What a text may hold unpacked. Another client may have written it, and a few bytes must not fill the memory; what
 * fits in the limits of a stored rollout is never larger, since gzip packs to a thousandth at best.
 */
const LARGEST_UNPACKED_BYTES = 16 * 1024 * 1024;

/** Fixed: the same value gives the same bytes, in each process and on each try. */
const LEVEL = 9;

/** gzip and base64 of the JSON, as Helm keeps its releases: `base64 -d | gunzip` shows it. */
export function packed(value: object): string {
  return gzipSync(JSON.stringify(value), { level: LEVEL }).toString('base64');
}

/** Throws where it is not what `packed` gives. */
export function unpacked(text: string): unknown {
  return JSON.parse(gunzipSync(Buffer.from(text, 'base64'), { maxOutputLength: LARGEST_UNPACKED_BYTES }).toString());
}
