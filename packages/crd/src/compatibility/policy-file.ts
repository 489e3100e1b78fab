import { CrdError } from '../errors.ts';
import { isJsonObject, type JsonValue } from '../schema/index.ts';
import { catalogue } from './catalogue.ts';
import { VERDICTS } from './finding.ts';
import type { Policy } from './policy.ts';

/** Says what a value has to be, or nothing where it is that. */
type Expectation = (value: JsonValue) => string | undefined;

const oneOf =
  (...allowed: readonly string[]): Expectation =>
  (value) =>
    typeof value === 'string' && allowed.includes(value) ? undefined : `has to be one of ${allowed.join(', ')}`;
const flag: Expectation = (value) => (typeof value === 'boolean' ? undefined : 'has to be true or false');
const text: Expectation = (value) => (typeof value === 'string' && value !== '' ? undefined : 'has to be text');
const matching =
  (pattern: RegExp, what: string): Expectation =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? undefined : what;
const isRule: Expectation = (value) =>
  typeof value === 'string' && Object.hasOwn(catalogue, value) ? undefined : 'names a rule that does not exist';
const verdict = oneOf(...VERDICTS);

/** At least one item: an empty list would switch something off that nobody sees. */
const listOf =
  (item: Expectation): Expectation =>
  (value) =>
    Array.isArray(value) && value.length > 0
      ? value.map(item).find((fault) => fault !== undefined)
      : 'has to be a list with something in it';

const verdicts: Expectation = (value) =>
  isJsonObject(value)
    ? Object.entries(value)
        .map(([rule, wanted]) => isRule(rule) ?? verdict(wanted))
        .find((fault) => fault !== undefined)
    : 'has to map rules to verdicts';

const FIELDS: Readonly<Record<string, Expectation>> = {
  crds: text,
  group: text,
  environment: text,
  strict: flag,
  targets: listOf(matching(/^1\.\d+$/, 'has to name releases of Kubernetes in quotes, "1.31"')),
  openEnums: listOf(matching(/^\^\./, 'has to name paths, "^.spec.mode"')),
  keepsCrds: flag,
  statusWriters: oneOf('owned', 'foreign'),
  mainStatusWriters: flag,
  rules: verdicts,
  accept: listOf(isRule),
  failOn: verdict,
  evidence: oneOf('off', 'on', 'required'),
};

/**
 * Reads the content of a policy file, already parsed from YAML: a list `policies`. `policyFor` chooses among them.
 *
 * @throws CrdError `CRD_POLICY` for a field that does not exist or cannot be what it is.
 */
export function parsePolicies(content: unknown): Policy[] {
  const list = isJsonObject(content) ? content['policies'] : undefined;
  if (!Array.isArray(list)) throw new CrdError('CRD_POLICY', 'a policy file has a list `policies`');
  return list.map((entry, at) => {
    const refuse = (fault: string): never => {
      throw new CrdError('CRD_POLICY', fault, { path: `policies[${at}]` });
    };
    if (!isJsonObject(entry)) return refuse('a policy is an object');
    for (const [key, value] of Object.entries(entry)) {
      if (!Object.hasOwn(FIELDS, key)) refuse(`has an unknown field ${key}`);
      const fault = FIELDS[key]?.(value);
      if (fault !== undefined) refuse(`${key} ${fault}`);
    }
    return entry;
  });
}
