/**
 * @module
 * Quantities: the amounts of Kubernetes, exact to a billionth, for comparing one with another.
 * Manifests carry the text that was given.
 */
export { parseQuantity } from './quantity.ts';
