/**
 * @module
 * Whether objects do what they are there for, read from what their controllers write: pure, and the
 * same for every target.
 */
export { type Health, healthOf, worstHealth } from './index.ts';
