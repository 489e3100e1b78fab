import { DYN, type Expression, ExpressionEnvironment } from '@slipway/crd/cel';
import { DeliveryError } from '../errors.ts';
import { judgeConditions } from '../gates/index.ts';
import type { Measurement } from '../model/index.ts';
import { measuredWords, type Unit } from './words.ts';

/** CEL over `result`, the number measured, and `baseline`, the same of the version before; each says true or false. */
export interface ConditionSources {
  readonly successCondition?: string;
  readonly failureCondition?: string;
  /** How values are written in messages. @default as plain numbers */
  readonly unit?: Unit;
}

export interface CompiledConditions {
  readonly needsBaseline: boolean;
  judge(result: number, baseline: number | undefined): Pick<Measurement, 'outcome' | 'message'>;
}

const environment = new ExpressionEnvironment({ result: DYN, baseline: DYN });
const COST_LIMIT = 100_000;

/** Compiles once, before anything is rolled out: a condition that makes no sense is refused by its words. */
export function compileConditions({ successCondition, failureCondition, unit }: ConditionSources): CompiledConditions {
  const success = compile('successCondition', successCondition);
  const failure = compile('failureCondition', failureCondition);
  const asked = { success: successCondition, failure: failureCondition, unit };
  const needsBaseline = /\bbaseline\b/.test(`${successCondition ?? ''} ${failureCondition ?? ''}`);
  return {
    needsBaseline,
    judge(result, baseline) {
      const values = { result, baseline: baseline ?? null };
      const stated = [success, failure].map((expression) => expression && evaluate(expression, values));
      const broken = stated.find((one) => typeof one === 'string');
      if (typeof broken === 'string') return { outcome: 'Error', message: broken };
      const [isSuccess, isFailure] = stated as (boolean | undefined)[];
      const outcome = judgeConditions({
        ...(isSuccess !== undefined && { success: isSuccess }),
        ...(isFailure !== undefined && { failure: isFailure }),
      });
      return { outcome, message: measuredWords(result, baseline, asked) };
    },
  };
}

function compile(field: string, source: string | undefined): Expression | undefined {
  if (source === undefined) return undefined;
  const expression = environment.compile(source);
  if (!expression.isValid)
    throw new DeliveryError('DELIVERY_CONDITION', `${field} ${JSON.stringify(source)}: ${expression.text}`);
  return expression;
}

function evaluate(expression: Expression, values: { result: number; baseline: number | null }): boolean | string {
  const evaluation = environment.evaluate(expression, values, { remaining: COST_LIMIT });
  if (evaluation.isError) return `${expression.source}: ${evaluation.text}`;
  return typeof evaluation.value === 'boolean' ? evaluation.value : `${expression.source} is neither true nor false`;
}
