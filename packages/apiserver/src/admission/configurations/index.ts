/**
 * @module
 * What configures admission (webhooks, policies, bindings) is itself looked at before it is stored:
 * rules that contradict themselves, expressions that make no sense.
 */
export { configurations } from './plugin.ts';
