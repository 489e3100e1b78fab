/**
 * @module
 * Schemas as the API server understands them: what is written in two ways but means one thing looks
 * the same here (N01–N12), so the rules that compare never see a difference that is none.
 */
export { ALL_TARGETS, type KubeVersion, minorOf, restricts, SUPPORTED_TARGETS } from './formats.ts';
export { type Bound, compareHigh, compareLow, compareWhole, isMultiple } from './interval.ts';
export { usesOldSelf } from './rule-text.ts';
export { type CountKeyword, IMPLIED, NodeTable, type NormalRule, type SchemaNode } from './schema-node.ts';
export { shareSchemas } from './share.ts';
