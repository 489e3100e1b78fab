/**
 * @module
 * Test kit for operators: reference models and harnesses that this package's own tests use too.
 */
export { ModelQueue } from './model-queue.ts';
