/**
 * @module
 * Admission: who has a word in the writes of clients, beside the rules of their kinds (L-10).
 *
 * Each plugin is a small file that decides on one write; `createAdmission` puts them in a real
 * server's order. What the server writes by itself does not come by here.
 */
import { Admission, type Kernel } from '../operations/index.ts';
import { namespaceLifecycle } from './namespace-lifecycle.ts';

export function createAdmission(kernel: Kernel): Admission {
  return new Admission([namespaceLifecycle(kernel)]);
}
