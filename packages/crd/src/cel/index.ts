/**
 * @module
 * CEL for validation rules of custom resources, without a server.
 *
 * An expression passes four stages, one folder each: `syntax` reads it, `checking` gives every part a
 * type, `evaluation` makes closures of it, `library` holds what they call. `declared` connects schemas to
 * types and JSON to values. `celRules` is what the schema engine takes.
 */
export { celRules } from './rule.ts';
