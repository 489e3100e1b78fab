import { type Capability, expanded, spelt } from './known.ts';

/** An operator's own names for capabilities, each with the known ones that it stands for. */
export type CapabilityMap = ReadonlyMap<string, readonly Capability[]>;

export const NO_OWN_NAMES: CapabilityMap = new Map();

/** The map, or everything that is wrong with it. */
export type CapabilityMapReading =
  | { readonly map: CapabilityMap; readonly problems?: never }
  | { readonly map?: never; readonly problems: readonly string[] };

/**
 * Reads the content of a map file, parsed already: `{"payment:process": ["network:egress"]}`. An own
 * name leads to known names only, never to another own one, and a known name keeps its meaning.
 */
export function readCapabilityMap(content: unknown): CapabilityMapReading {
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    return { problems: ['must be a map from names to lists of capabilities'] };
  const problems: string[] = [];
  const map = new Map<string, readonly Capability[]>();
  for (const [written, list] of Object.entries(content)) {
    const name = spelt(written);
    if (expanded(name)) problems.push(`${written} is a known capability; give yours another name`);
    if (map.has(name)) problems.push(`${written} is there twice, in another spelling; leave one out`);
    if (!Array.isArray(list) || list.length === 0 || list.some((entry) => typeof entry !== 'string')) {
      problems.push(`${written} must have a list of capabilities`);
      continue;
    }
    const granted = (list as string[]).flatMap((entry) => {
      const known = expanded(spelt(entry));
      if (!known) problems.push(`${written} leads to ${entry}, which is no known capability`);
      return known ?? [];
    });
    map.set(name, [...new Set(granted)].toSorted());
  }
  return problems.length > 0 ? { problems } : { map };
}
