import type { JsonSchema, ValidationRule } from './crd.ts';
import type { JsonValue } from './json.ts';

/**
 * The seam to an expression language. The schema engine knows where a rule stands, which value and
 * which old value it sees, and how the API server words a refusal; the compiler knows CEL.
 */
export interface RuleCompiler {
  /** Never throws: a rule that does not compile says so in `problems` and is not checked. */
  compile(rule: ValidationRule, site: RuleSite): CompiledRule;
  /**
   * The expressions of a whole schema that the server refuses for what they could cost. Rules of a schema for
   * which `counts` says no are left out. Never throws. @default costs are not estimated
   */
  costProblems?(schema: JsonSchema, counts: (schema: JsonSchema) => boolean): readonly RuleCostProblem[];
}

export interface RuleCostProblem {
  /** From the root of the schema: `['properties', 'spec', 'x-kubernetes-validations', 0, 'rule']`. */
  readonly path: readonly (string | number)[];
  /** The server's words; the reason is always Forbidden. */
  readonly detail: string;
}

/** Where a rule stands. */
export interface RuleSite {
  /** The schema that carries the rule: the type of `self`. */
  readonly schema: JsonSchema;
  /** True at the root of a resource, embedded ones too: `self` then has apiVersion, kind and metadata.name. */
  readonly isResourceRoot: boolean;
}

export interface CompiledRule {
  /** Whether the expression reads `oldSelf`; such a rule runs only where there is an old value. */
  readonly usesOldSelf: boolean;
  /** Why the rule cannot be used, worded as the server words it. */
  readonly problems: readonly RuleProblem[];
  /** The part of the rule that only younger servers take in a new rule. */
  readonly needs?: RuleNeed;
  /**
   * Evaluates the rule. `oldSelf` is undefined where there is no old value, which happens only for a
   * rule without oldSelf or with optionalOldSelf. `self` is the JSON value, its integers `number` or
   * `bigint`; the schema says which numbers are CEL ints. Undefined means that the rule holds.
   */
  check(self: JsonValue, oldSelf: JsonValue | undefined, budget: RuleBudget): RuleViolation | undefined;
}

/** `ip()` in a new rule is for servers from minor release 31 on. */
export interface RuleNeed {
  readonly part: string;
  readonly minor: number;
}

export interface RuleProblem {
  readonly field: 'rule' | 'messageExpression';
  readonly detail: string;
}

/** What is left of the evaluation cost of one request; the compiler subtracts, below 0 nothing more runs. */
export interface RuleBudget {
  remaining: number;
}

export interface RuleViolation {
  /** The evaluated messageExpression, the message, or `failed rule: …`; for an error the server's full sentence. */
  readonly message: string;
  /** `false`: the rule is false. `true`: it could not be evaluated, which refuses the object, too. */
  readonly isError: boolean;
}
