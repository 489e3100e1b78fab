/**
 * @module
 * What is read and changed of an object while it is admitted, and how it is refused: for the plugins of admission, and for
 * those of a single kind in its room.
 */
export { type ContainerList, isPodWrite, objectsAt, specOf, withSpec } from './parts.ts';
export { refusal } from './refusal.ts';
