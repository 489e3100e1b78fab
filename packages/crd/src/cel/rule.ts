import type {
  CompiledRule,
  JsonValue,
  RuleBudget,
  RuleCompiler,
  RuleNeed,
  RuleProblem,
  RuleSite,
  RuleViolation,
  ValidationRule,
} from '../schema/index.ts';
import { declarationOf, type Reader, readerOf, rootReaderOf } from './declared/index.ts';
import { Frame, type Step } from './evaluation/index.ts';
import { trimSpace } from './library/index.ts';
import { type Program, ruleProgram } from './program.ts';
import { youngestNeed } from './releases.ts';
import { costProblems } from './rule-costs.ts';
import { Breakdown, CostExceeded, EvaluationError, Optional, type Value } from './values/index.ts';

/** What one evaluation may cost; the API server's number, about a tenth of a second there. */
const PER_CALL_LIMIT = 1_000_000;
const MAX_MESSAGE_BYTES = 5 * 1024;
const SELF = 0;
const OLD_SELF = 1;

/**
 * Compiles `x-kubernetes-validations` as the API server of Kubernetes 1.36 does.
 *
 * Expected Flow: compile once for each rule, check for each object.
 * Guarantees: `compile` and `check` never throw and never run for ever; the same values give the same
 * answer. Assumptions: the schema is structural, and values passed its validation.
 * Caveats: syntax errors are worded differently from the server's parser; everything after parsing has its
 * words. Errors: none.
 */
export const celRules: RuleCompiler = { compile, costProblems };

const compiled = new WeakMap<ValidationRule, { readonly site: RuleSite; readonly rule: CompiledRule }>();

/** A rule is compiled for one place; who asks for it again, as those who compare releases do, gets the same. */
function compile(rule: ValidationRule, site: RuleSite): CompiledRule {
  const known = compiled.get(rule);
  if (known?.site.schema === site.schema && known.site.isResourceRoot === site.isResourceRoot) return known.rule;
  const fresh = compileRule(rule, site);
  compiled.set(rule, { site, rule: fresh });
  return fresh;
}

function compileRule(rule: ValidationRule, { schema, isResourceRoot }: RuleSite): CompiledRule {
  const declaration = declarationOf(schema, isResourceRoot);
  if (declaration === undefined) {
    return unusable([{ field: 'rule', detail: 'failed to convert to declType for CEL validation rules' }]);
  }
  const programOf = (source: string) => ruleProgram(source, declaration, rule.optionalOldSelf === true);
  const program = programOf(rule.rule);
  if (!program.isValid) return unusable([{ field: 'rule', detail: program.text }]);
  if (program.type.kind !== 'bool') {
    return unusable([{ field: 'rule', detail: 'cel expression must evaluate to a bool' }]);
  }
  const message = rule.messageExpression ? programOf(rule.messageExpression) : undefined;
  const problems = messageProblems(message);
  const usesOldSelf = readsOldSelf(program);
  const evaluation = new RuleEvaluation({
    rule,
    run: program.run,
    message: message?.isValid === true && problems.length === 0 ? message.run : undefined,
    read: isResourceRoot ? rootReaderOf(schema) : readerOf(schema),
    usesOldSelf,
  });
  const needs = youngest(program, message);
  return {
    usesOldSelf,
    problems,
    ...(needs === undefined ? {} : { needs }),
    check: (self, oldSelf, budget) => evaluation.check(self, oldSelf, budget),
  };
}

function youngest(...programs: readonly (Program | undefined)[]): RuleNeed | undefined {
  const needs = programs.flatMap((program) => (program?.isValid === true ? (youngestNeed(program.checked) ?? []) : []));
  return needs.reduce<RuleNeed | undefined>((most, one) => (one.minor > (most?.minor ?? 0) ? one : most), undefined);
}

function unusable(problems: readonly RuleProblem[]): CompiledRule {
  return { usesOldSelf: false, problems, check: () => undefined };
}

function messageProblems(message: Program | undefined): RuleProblem[] {
  if (message === undefined) return [];
  if (!message.isValid) {
    return [{ field: 'messageExpression', detail: `messageExpression ${message.text}` }];
  }
  if (message.type.kind === 'string') return [];
  return [{ field: 'messageExpression', detail: 'messageExpression must evaluate to a string' }];
}

function readsOldSelf(program: Extract<Program, { isValid: true }>): boolean {
  for (const binding of program.checked.bindings.values()) {
    if (binding.kind === 'variable' && binding.slot === OLD_SELF) return true;
  }
  return false;
}

interface Plan {
  readonly rule: ValidationRule;
  readonly run: Step;
  readonly message: Step | undefined;
  readonly read: Reader;
  readonly usesOldSelf: boolean;
}

type Outcome = Value | EvaluationError | Breakdown | CostExceeded;

/** One rule against values. */
class RuleEvaluation {
  readonly #plan: Plan;

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  check(self: JsonValue, oldSelf: JsonValue | undefined, budget: RuleBudget): RuleViolation | undefined {
    const { rule, run, usesOldSelf } = this.#plan;
    const slots: (Value | undefined)[] = [];
    const seen = usesOldSelf ? oldSelf : undefined;
    const outcome = this.#evaluate(run, slots, self, seen, rule.optionalOldSelf === true, budget);
    if (outcome === undefined) return refuse(OUT_OF_BUDGET);
    if (outcome === true) return undefined;
    const name = trimSpace(rule.message === undefined || rule.message === '' ? rule.rule : rule.message);
    if (outcome instanceof CostExceeded) {
      budget.remaining = -1;
      return refuse(
        `'${outcome.message}': no further validation rules will be run due to call cost exceeds limit for rule: ${name}`,
      );
    }
    if (outcome instanceof Error) return refuse(faultText(outcome.message, name));
    return this.#falseRule(self, seen, budget);
  }

  /** The value, the error, or undefined where the budget is used up. */
  #evaluate(
    step: Step,
    slots: (Value | undefined)[],
    self: JsonValue,
    oldSelf: JsonValue | undefined,
    isOptional: boolean,
    budget: RuleBudget,
  ): Outcome | undefined {
    const frame = new Frame(slots, PER_CALL_LIMIT);
    const outcome = this.#attempt(() => {
      slots[SELF] = this.#plan.read(self);
      slots[OLD_SELF] = this.#oldValue(oldSelf, isOptional);
      return step(frame);
    });
    if (frame.cost > budget.remaining) {
      budget.remaining = -1;
      return undefined;
    }
    budget.remaining -= frame.cost;
    return outcome;
  }

  #oldValue(oldSelf: JsonValue | undefined, isOptional: boolean): Value | undefined {
    const isMissing = oldSelf === undefined || oldSelf === null;
    if (!isOptional) return isMissing ? undefined : this.#plan.read(oldSelf);
    return isMissing ? Optional.none : new Optional(this.#plan.read(oldSelf));
  }

  #attempt(run: () => Value): Outcome {
    try {
      return run();
    } catch (error) {
      if (error instanceof EvaluationError || error instanceof Breakdown || error instanceof CostExceeded) return error;
      throw error;
    }
  }

  /** The words for a rule that is false: from messageExpression where that works, else the fixed ones. */
  #falseRule(self: JsonValue, oldSelf: JsonValue | undefined, budget: RuleBudget): RuleViolation {
    const { rule, message } = this.#plan;
    const plain =
      rule.message === undefined || rule.message === ''
        ? `failed rule: ${trimSpace(rule.rule)}`
        : trimSpace(rule.message);
    if (message === undefined) return { message: plain, isError: false };
    // The server shows messageExpression the bare old value even where the rule sees an optional.
    const outcome = this.#evaluate(message, [], self, oldSelf, false, budget);
    if (outcome === undefined) return { message: MESSAGE_OUT_OF_BUDGET, isError: false };
    if (outcome instanceof CostExceeded) {
      budget.remaining = -1;
      const text = `no further validation rules will be run due to call cost exceeds limit for messageExpression: ${JSON.stringify(rule.messageExpression)}`;
      return { message: text, isError: false };
    }
    return { message: usableMessage(outcome) ?? plain, isError: false };
  }
}

const OUT_OF_BUDGET = 'validation failed due to running out of cost budget, no further validation rules will be run';
const MESSAGE_OUT_OF_BUDGET =
  'messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run';

function refuse(message: string): RuleViolation {
  return { message, isError: true };
}

function faultText(fault: string, rule: string): string {
  if (!fault.startsWith('no such overload')) return `${fault} evaluating rule: ${rule}`;
  return `'${fault}': call arguments did not match a supported operator, function or macro signature for rule: ${rule}`;
}

/** A message must be one line of text and not too long; any other is as good as none. */
function usableMessage(outcome: Outcome): string | undefined {
  if (typeof outcome !== 'string') return undefined;
  const text = trimSpace(outcome);
  return text === '' || text.includes('\n') || Buffer.byteLength(text) > MAX_MESSAGE_BYTES ? undefined : text;
}
