import { decodeRollout } from '@slipway/delivery/persistence';

/** Fields that each run fills in its own way: ids made of the time or by chance, and on which looks and samples it went on. */
const OWN: ReadonlySet<string> = new Set([
  'id',
  'planId',
  'commands',
  'seq',
  'gates',
  'trafficHistory',
  'generation',
  'observedGeneration',
]);

/** Of namespaces and objects that each run has of its own; those outside of encoded texts are marked already. */
const NAMESPACES = /\bcrash-[a-z0-9]{5}\b/g;
const UIDS = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
const TIMES = /\d{4}-\d\d-\d\dT[\d:.]+Z|\b1[789]\d{11}\b/g;

/** A state without what no two runs of a story have in common. */
export function withoutOwn(state: unknown): unknown {
  const text = JSON.stringify(state, (key, value: unknown) => {
    if (OWN.has(key)) return '<own>';
    // What a status keeps as one text is compared by what it says.
    if (key === 'encoded' && typeof value === 'string') return decodeRollout(value);
    // Digests and names may hold as many digits as a time: numbers are distinguished from texts.
    if (typeof value === 'number') return String(value).replace(TIMES, '<time>') === '<time>' ? '<time>' : value;
    if (typeof value !== 'string') return value;
    return value.replaceAll(TIMES, '<time>').replaceAll(NAMESPACES, '<namespace>').replaceAll(UIDS, '<uid>');
  });
  return JSON.parse(text) as unknown;
}
