/**
 * @module
 * From manifests of workloads to handlers and modules, without anything lost in silence.
 *
 * A draft takes over whatever might be expressed; the schema leaves out what cannot be; then the operator's own
 * generator makes objects of the result, and every difference to what was given is a finding. So there is no list of
 * fields to keep in step with the kinds, and what the operator made itself comes back as it was declared.
 */
export { convert } from './convert.ts';
export { withoutManaged } from './managed.ts';
export type { Conversion, ConvertOptions, Finding, FindingSort } from './model.ts';
