import {
  AUTHORIZER,
  AUTHORIZER_DECISION,
  AUTHORIZER_GROUP,
  AUTHORIZER_PATH,
  AUTHORIZER_RESOURCE,
  BOOL,
  declareMethod,
  type ObjectType,
  type Overload,
  STRING,
} from '../types/index.ts';
import { CelMap, type MapSource, noSuchOverload, type Rich, type Value } from '../values/index.ts';
import { unit } from './costs.ts';

/** What an expression asks an authorizer. */
export interface AuthorizationQuestion {
  readonly verb: string;
  /** Of a request that is about no resource. */
  readonly path?: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** Who is asked about, where it is not the user of the request. */
  readonly serviceAccount?: { readonly namespace: string; readonly name: string };
}

export interface AuthorizationDecision {
  readonly allowed: boolean;
  readonly reason: string;
}

export type Decide = (question: AuthorizationQuestion) => AuthorizationDecision;

const NOTHING: AuthorizationQuestion = { verb: '', group: '', resource: '', subresource: '', namespace: '', name: '' };

/** A question on its way: each call makes it more precise. */
class Check implements Rich {
  readonly typeName: string;
  readonly decide: Decide;
  readonly question: AuthorizationQuestion;

  constructor(type: ObjectType, decide: Decide, question: AuthorizationQuestion) {
    this.typeName = type.name;
    this.decide = decide;
    this.question = question;
  }

  equals(): boolean {
    throw noSuchOverload();
  }

  with(type: ObjectType, more: Partial<AuthorizationQuestion>): Check {
    return new Check(type, this.decide, { ...this.question, ...more });
  }
}

class Decision implements Rich {
  readonly typeName = AUTHORIZER_DECISION.name;
  readonly verdict: AuthorizationDecision;

  constructor(verdict: AuthorizationDecision) {
    this.verdict = verdict;
  }

  equals(): boolean {
    throw noSuchOverload();
  }
}

/** The only field of an authorizer is the check of the request itself. */
class AuthorizerSource implements MapSource {
  readonly size = 1;
  readonly check: Check;
  readonly #own: Check | undefined;

  constructor(check: Check, own?: Check) {
    this.check = check;
    this.#own = own;
  }

  find(key: Value): Value | undefined {
    return key === 'requestResource' ? this.#own : undefined;
  }

  keys(): Iterable<Value> {
    return [];
  }
}

/** The variable `authorizer`. `own` is what the request is about. */
export function authorizerValue(decide: Decide, own: Partial<AuthorizationQuestion>): Value {
  const check = new Check(AUTHORIZER, decide, NOTHING);
  return authorizer(new AuthorizerSource(check, check.with(AUTHORIZER_RESOURCE, own)));
}

function authorizer(source: AuthorizerSource): CelMap {
  return new CelMap(source, AUTHORIZER.name);
}

function checkOf(value: Value): Check {
  if (value instanceof CelMap && value.source instanceof AuthorizerSource) return value.source.check;
  if (value instanceof Check) return value;
  throw noSuchOverload();
}

function verdictOf(value: Value): AuthorizationDecision {
  if (value instanceof Decision) return value.verdict;
  throw noSuchOverload();
}

const narrowed = (type: ObjectType, field: keyof AuthorizationQuestion) => (target: Value, text: string) =>
  checkOf(target).with(type, { [field]: text });

/** The API server's number: asking may mean to ask another server. */
const checkCost = (): number => 350_000;

const check = (target: Value, verb: string): Value => {
  const { decide, question } = checkOf(target);
  return new Decision(decide({ ...question, verb }));
};

export const AUTHORIZATION: readonly Overload[] = [
  declareMethod('path', [AUTHORIZER, STRING], AUTHORIZER_PATH, narrowed(AUTHORIZER_PATH, 'path'), unit),
  declareMethod('group', [AUTHORIZER, STRING], AUTHORIZER_GROUP, narrowed(AUTHORIZER_GROUP, 'group'), unit),
  declareMethod(
    'serviceAccount',
    [AUTHORIZER, STRING, STRING],
    AUTHORIZER,
    (target: Value, namespace: string, name: string) =>
      authorizer(new AuthorizerSource(checkOf(target).with(AUTHORIZER, { serviceAccount: { namespace, name } }))),
    unit,
  ),
  declareMethod(
    'resource',
    [AUTHORIZER_GROUP, STRING],
    AUTHORIZER_RESOURCE,
    narrowed(AUTHORIZER_RESOURCE, 'resource'),
    unit,
  ),
  declareMethod(
    'subresource',
    [AUTHORIZER_RESOURCE, STRING],
    AUTHORIZER_RESOURCE,
    narrowed(AUTHORIZER_RESOURCE, 'subresource'),
    unit,
  ),
  declareMethod(
    'namespace',
    [AUTHORIZER_RESOURCE, STRING],
    AUTHORIZER_RESOURCE,
    narrowed(AUTHORIZER_RESOURCE, 'namespace'),
    unit,
  ),
  declareMethod(
    'name',
    [AUTHORIZER_RESOURCE, STRING],
    AUTHORIZER_RESOURCE,
    narrowed(AUTHORIZER_RESOURCE, 'name'),
    unit,
  ),
  declareMethod('check', [AUTHORIZER_PATH, STRING], AUTHORIZER_DECISION, check, checkCost),
  declareMethod('check', [AUTHORIZER_RESOURCE, STRING], AUTHORIZER_DECISION, check, checkCost),
  declareMethod('allowed', [AUTHORIZER_DECISION], BOOL, (one: Value) => verdictOf(one).allowed, unit),
  declareMethod('reason', [AUTHORIZER_DECISION], STRING, (one: Value) => verdictOf(one).reason, unit),
  declareMethod('errored', [AUTHORIZER_DECISION], BOOL, () => false, unit),
  declareMethod('error', [AUTHORIZER_DECISION], STRING, () => '', unit),
];
