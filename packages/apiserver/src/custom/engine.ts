import type * as Cel from '@slipway/crd/cel';
import type * as Schema from '@slipway/crd/schema';

/** What knows schemas and CEL: the same engine that checks definitions without a server. */
export type Engine = typeof Schema & typeof Cel;

let loaded: Engine | undefined;

/**
 * Loads the engine. A cluster without custom kinds never needs it, and it is larger than the rest of
 * the server; so it comes with the first definition, before that is looked at.
 */
export async function loadEngine(): Promise<void> {
  if (loaded) return;
  const [schema, cel] = await Promise.all([import('@slipway/crd/schema'), import('@slipway/crd/cel')]);
  loaded = { ...schema, ...cel };
}

export function engine(): Engine {
  if (!loaded) throw new Error('A definition was read before loadEngine() was awaited.');
  return loaded;
}
