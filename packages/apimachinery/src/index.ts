/**
 * @module
 * What every part of a Kubernetes program speaks: no client, no dependency, nothing that runs on import.
 *
 * The root holds what most programs need; each subject has an entry of its own with all of it.
 */
export { addQuantities, canonicalQuantity, compareQuantities, MalformedQuantity } from './quantity/index.ts';
