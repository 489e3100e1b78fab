import { type CapabilityMap, NO_OWN_NAMES } from './capability-map.ts';
import { CAPABILITIES, type Capability, EXPANSIONS, expanded, spelt } from './known.ts';

/** Why a module cannot be given what it asks for; `reason` is that of its condition. */
export interface CapabilityProblem {
  readonly reason: 'UnknownCapability' | 'CapabilityNeedsConfig';
  readonly message: string;
}

export interface CapabilityReading {
  /** Known names, each once, in order: what was written in another order or spelling reads the same. */
  readonly granted: readonly Capability[];
  readonly problems: readonly CapabilityProblem[];
}

/** From what was written to what is known (G-125, G-126). */
export function readCapabilities(
  declared: readonly string[] = [],
  own: CapabilityMap = NO_OWN_NAMES,
): CapabilityReading {
  const granted = new Set<Capability>();
  const unknown: string[] = [];
  for (const written of declared) {
    const name = spelt(written);
    const known = expanded(name) ?? own.get(name);
    if (known === undefined) unknown.push(written);
    for (const capability of known ?? []) granted.add(capability);
  }
  return { granted: [...granted].toSorted(), problems: unknown.map((name) => unknownProblem(name, own)) };
}

function unknownProblem(name: string, own: CapabilityMap): CapabilityProblem {
  const known = [...CAPABILITIES, ...Object.keys(EXPANSIONS), ...own.keys()].toSorted();
  return {
    reason: 'UnknownCapability',
    message: `Capability ${JSON.stringify(name)} is unknown. Known are ${known.join(', ')}. Use one of them, or map it in the operator's configuration.`,
  };
}
