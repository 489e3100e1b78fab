// Times the ways from the bytes of a list to its objects. Arguments: file with the list, number of repeats.
import { readFileSync } from 'node:fs';

const [, , file, repeats] = process.argv;
// These are no public names of the package, so they are taken from its source.
const source = (name) => import(new URL(`../../../packages/kube/src/watch/${name}`, import.meta.url).href);
const { ListSplitter } = await source('list-stream.ts');
const { LineSplitter } = await source('json-lines.ts');
const { parseJsonBytes } = await source('byte-pieces.ts');

/** As TLS records arrive. */
const CHUNK_BYTES = 16_384;
const toChunks = (bytes) =>
  Array.from({ length: Math.ceil(bytes.length / CHUNK_BYTES) }, (_, at) =>
    bytes.subarray(at * CHUNK_BYTES, (at + 1) * CHUNK_BYTES),
  );

const list = readFileSync(file);
const items = JSON.parse(list).items;
const lines = Buffer.from(items.map((object) => `${JSON.stringify({ type: 'ADDED', object })}\n`).join(''));

function* splitAndParse(splitter, bytes) {
  for (const chunk of toChunks(bytes)) {
    const objects = [];
    for (const item of splitter.push(chunk)) objects.push(parseJsonBytes(item));
    yield objects;
  }
}

const ways = {
  'JSON.parse of the whole list': function* () {
    yield JSON.parse(list).items;
  },
  'list, item by item': () => splitAndParse(new ListSplitter(), list),
  'watch, line by line': () => splitAndParse(new LineSplitter(), lines),
};
const timings = Object.keys(ways).map((way) => ({ way, ms: [], longestStepMs: [] }));

function run(way) {
  const kept = [];
  const startedAt = performance.now();
  let longestStepMs = 0;
  let stepAt = startedAt;
  for (const objects of ways[way]()) {
    kept.push(...objects);
    const now = performance.now();
    longestStepMs = Math.max(longestStepMs, now - stepAt);
    stepAt = now;
  }
  if (kept.length !== items.length) throw new Error(`${way}: ${kept.length} objects of ${items.length}`);
  return { ms: performance.now() - startedAt, longestStepMs };
}

// The first round of each is for the compiler.
for (let repeat = 0; repeat <= Number(repeats); repeat++) {
  for (const timing of timings) {
    const { ms, longestStepMs } = run(timing.way);
    if (repeat === 0) continue;
    timing.ms.push(ms);
    timing.longestStepMs.push(longestStepMs);
  }
}
console.log(JSON.stringify(timings));
