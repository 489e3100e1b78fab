/**
 * @module
 * What was begun and has to be ended: by a stop, or at once when a start fails half way.
 */
export { Endings } from './endings.ts';
