import { CrdError } from '../../errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../schema/index.ts';

export type Enforcement = 'Error' | 'Warn' | 'None';
type AllowOrNot = 'Allow' | 'Disallow';

/** A configuration of crdify, complete. */
export interface CrdifyConfig {
  /** By name of the check; those that are not named are errors. */
  readonly enforcement: Readonly<Record<string, Enforcement>>;
  readonly unhandled: Enforcement;
  /** `Ignore` leaves out comparisons between versions when a webhook converts. */
  readonly conversion: 'None' | 'Ignore';
  readonly enumAddition: AllowOrNot;
  readonly patternRemoval: AllowOrNot;
  readonly nullableAddition: AllowOrNot;
  readonly nullableRemoval: AllowOrNot;
}

export const DEFAULT_CONFIG: CrdifyConfig = {
  enforcement: {},
  unhandled: 'Error',
  conversion: 'None',
  enumAddition: 'Disallow',
  patternRemoval: 'Disallow',
  nullableAddition: 'Disallow',
  nullableRemoval: 'Disallow',
};

/** How OLM v1 runs it. */
export const OLM_CONFIG: CrdifyConfig = {
  ...DEFAULT_CONFIG,
  enforcement: { description: 'None' },
  conversion: 'Ignore',
  enumAddition: 'Allow',
};

export const CHECK_NAMES: readonly string[] = [
  'scope',
  'existingFieldRemoval',
  'storedVersionRemoval',
  'default',
  'enum',
  'maximum',
  'maxItems',
  'maxLength',
  'maxProperties',
  'minimum',
  'minItems',
  'minLength',
  'minProperties',
  'required',
  'type',
  'description',
  'pattern',
  'nullable',
];

const ENFORCEMENTS = ['Error', 'Warn', 'None'] as const;
const POLICIES = ['Allow', 'Disallow'] as const;

/** Options of single checks: where they stand in the file, and which field of the configuration they are. */
const CHECK_OPTIONS = [
  ['enum', 'additionPolicy', 'enumAddition'],
  ['pattern', 'removalPolicy', 'patternRemoval'],
  ['nullable', 'additionPolicy', 'nullableAddition'],
  ['nullable', 'removalPolicy', 'nullableRemoval'],
] as const;

/**
 * Reads a configuration file of crdify as it is, already parsed from YAML; unknown keys are ignored.
 *
 * @throws CrdError `CRD_POLICY` for an unknown check, enforcement or policy.
 */
export function parseCrdifyConfig(content: JsonValue): CrdifyConfig {
  const file: JsonObject = isJsonObject(content) ? content : {};
  const entries = Array.isArray(file['validations']) ? file['validations'] : [];
  const enforcement: Record<string, Enforcement> = {};
  const options: Partial<Record<(typeof CHECK_OPTIONS)[number][2], AllowOrNot>> = {};
  for (const [at, entry] of entries.entries()) {
    const place = `validations[${at}]`;
    if (!isJsonObject(entry)) throw refused(place, 'a validation is an object');
    const name = oneOf(entry['name'], CHECK_NAMES, `${place}.name`);
    enforcement[name] = oneOf(entry['enforcement'], ENFORCEMENTS, `${place}.enforcement`);
    const configuration: JsonObject = isJsonObject(entry['configuration']) ? entry['configuration'] : {};
    for (const [check, key, field] of CHECK_OPTIONS) {
      if (check === name)
        options[field] = oneOf(configuration[key] || 'Disallow', POLICIES, `${place}.configuration.${key}`);
    }
  }
  return {
    ...DEFAULT_CONFIG,
    ...options,
    enforcement,
    unhandled: oneOf(file['unhandledEnforcement'] || 'Error', ENFORCEMENTS, 'unhandledEnforcement'),
    conversion: oneOf(file['conversion'] || 'None', ['None', 'Ignore'] as const, 'conversion'),
  };
}

function oneOf<T extends string>(value: JsonValue | undefined, known: readonly T[], path: string): T {
  const found = known.find((candidate) => candidate === value);
  if (found === undefined) throw refused(path, `${JSON.stringify(value ?? '')} is none of ${known.join(', ')}`);
  return found;
}

function refused(path: string, text: string): CrdError {
  return new CrdError('CRD_POLICY', text, { path });
}
