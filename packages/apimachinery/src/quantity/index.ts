/**
 * @module
 * Quantities: amounts such as `500m` and `1Gi`, exact to a billionth, in the one form in which a server stores each of
 * them (K-158). Texts are read as `resource.ParseQuantity` reads them, its oddities included.
 */
export { compareQuantities, nanosOf, quantityNanos, wholeUnits } from './amounts.ts';
export {
  addQuantities,
  canonicalQuantity,
  canonicalResource,
  canonicalText,
  quantityOfMilli,
  subtractQuantities,
} from './canonical.ts';
export { MalformedQuantity, parseQuantity, type Quantity, type QuantityFormat } from './quantity.ts';
export { quantityValue } from './value.ts';
