/**
 * @module
 * Metadata: the part that all objects share. Its shape, the syntax of names and labels, and what an
 * update may change of it, with the messages of a real API server (K-88).
 */
export { shapeMetadata } from './shape.ts';
export {
  annotationErrors,
  metadataErrors,
  metadataUpdateErrors,
  type NameRule,
  unqualifiedFinalizerErrors,
} from './validation.ts';
