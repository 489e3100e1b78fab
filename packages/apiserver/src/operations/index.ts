/**
 * @module
 * Writes: creating, changing and deleting one object, with every rule that does not depend on HTTP.
 *
 * There are two ways in. `createObject`, `updateObject` and `removeObject` are the steps that the
 * server takes by itself: synchronous, and nobody else has a word. The `request…` functions are what
 * clients ask for: they pass admission, may wait there, and commit only onto the state they decided
 * on; a write that was overtaken is decided anew. Both go through the same stages.
 */
export {
  Admission,
  type AdmissionPlugin,
  type Attributes,
  type MutableAttributes,
  type ObjectAttributes,
  type Operation,
  type Rounds,
} from './admission.ts';
export { requestApply } from './apply.ts';
export { createObject, requestCreate } from './create.ts';
export { type Kernel, type Target, type WriteOptions, writeBy } from './kernel.ts';
export { type DeleteOptions, type DeleteResult, removeObject, requestDelete } from './remove.ts';
export { checkName, requestUpdate, updateObject } from './update.ts';
