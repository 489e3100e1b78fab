/**
 * @module
 * Quantities: amounts such as `500m` and `1Gi`, exact to a billionth, in the one form in which a
 * server stores each of them (K-158).
 */
export * from './quantity.ts';
export { quantityOfMilli, quantityValue } from './value.ts';
