/**
 * @module
 * CEL for validation rules of custom resources, without a server.
 *
 * An expression passes four stages, one folder each: `syntax` reads it, `checking` gives every part a
 * type, `evaluation` makes closures of it, `library` holds what they call. `declared` connects schemas to
 * types and JSON to values. `costing` says what an expression can cost before any value is seen. `celRules` is what the schema
 * engine takes; `costProblems` answers for a whole schema. `ExpressionEnvironment` is for expressions
 * without a schema.
 */
export {
  type CostBudget,
  dynamicValue,
  type Evaluation,
  type Expression,
  ExpressionEnvironment,
  lazyMap,
  objectType,
} from './environment.ts';
export { type AuthorizationQuestion, authorizerValue } from './library/index.ts';
export { type Foreign, jsonOf, nativeOf } from './patch-values.ts';
export { APPLY_CONFIGURATION, JSON_PATCH, misplacedParts, PATCHES } from './patches.ts';
export { celRules } from './rule.ts';
export { type CostProblem, costProblems, type ExpressionPath } from './rule-costs.ts';
export {
  AUTHORIZER,
  BOOL,
  DYN,
  INT,
  listOf,
  mapOf,
  printType,
  STRING,
  sameType,
  TIMESTAMP,
  type Type,
} from './types/index.ts';
export { Breakdown, CelList, CelStruct, EvaluationError, type Value } from './values/index.ts';
