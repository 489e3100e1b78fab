/**
 * @module
 * CEL types: what they are, when one fits another, and how functions are declared over them.
 *
 * Types exist at compile time only. They decide which rules the API server accepts, which is why the
 * rules of fitting follow its checker closely, including where that is more lenient than one expects.
 */
export * from './declaration.ts';
export * from './type.ts';
export * from './unify.ts';
