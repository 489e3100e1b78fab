/**
 * @module
 * One at a time per key, in order of arrival: two changes of one owner's set must not interleave,
 * and changes of different owners must not wait for each other.
 */
export { Turns } from './turns.ts';
