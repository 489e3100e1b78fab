/**
 * @module
 * The benchmarks of @slipway/kube: what a cache of one kind costs.
 *
 * `sync` compares with other informers. The rest hold Slipway against bounds that its rules state; a
 * bound that is missed is reported and fails nothing, since it may be the machine's doing.
 */

import { cacheMemory } from './cache-memory.ts';
import { coldSync } from './cold-sync.ts';
import { kubeGroup } from './group.ts';
import { importCost } from './import-cost.ts';
import { parsing } from './parsing.ts';
import { stalls } from './stalls.ts';
import { syncProfile } from './sync-profile.ts';

export const kube = kubeGroup([coldSync, cacheMemory, importCost, parsing, stalls, syncProfile]);
