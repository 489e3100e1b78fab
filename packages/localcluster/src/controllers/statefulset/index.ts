/**
 * @module
 * StatefulSets: pods with names and storage of their own, made and ended in order.
 */
export { statefulSetController } from './controller.ts';
