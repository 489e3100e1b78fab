import { isPrintable, LONGEST_MANAGER_BYTES, managerName } from '../field-managers/index.ts';
import { isJsonObject, type Json } from '../objects/index.ts';
import type { DeleteOptions } from '../operations/index.ts';
import { decoded, deleteOptionsType, UndecodableValue } from '../schemas/index.ts';
import {
  badRequest,
  type FieldError,
  forbiddenValue,
  invalid,
  invalidValue,
  requiredValue,
  tooLongValue,
  unsupportedValue,
} from '../status/index.ts';
import type { Exchange } from './exchange.ts';

const POLICIES = ['Foreground', 'Background', 'Orphan'];
const FIELD_VALIDATION = ['', 'Ignore', 'Strict', 'Warn'];

type Asked = Pick<Exchange, 'query' | 'userAgent'>;

/** Query parameters of a write (K-62, K-73, K-93). `kind` names the options in complaints: CreateOptions, … */
export function writeOptions({ query, userAgent }: Asked, kind: string): { dryRun: boolean; manager: string } {
  const manager = managerName(query.get('fieldManager'), userAgent);
  return { dryRun: checkedDryRun(query, kind, managerErrors(query.get('fieldManager'))), manager };
}

/** Options of a patch: an apply must name its manager, and only an apply can be forced. */
export function patchOptions(asked: Asked, isApply: boolean): { dryRun: boolean; manager: string; force: boolean } {
  const { query, userAgent } = asked;
  const given = query.get('fieldManager');
  const errors = managerErrors(given);
  if (isApply && !given) errors.unshift(requiredValue('fieldManager', 'is required for apply patch'));
  if (!isApply && query.has('force'))
    errors.unshift(forbiddenValue('force', 'may not be specified for non-apply patch'));
  const dryRun = checkedDryRun(query, 'PatchOptions', errors);
  return { dryRun, manager: managerName(given, userAgent), force: isTrue(query.get('force')) };
}

/** As Go reads a boolean parameter: anything but these is true. */
function isTrue(value: string | null): boolean {
  return value !== null && value !== 'false' && value !== '0';
}

function managerErrors(manager: string | null): FieldError[] {
  if (!manager) return [];
  if (Buffer.byteLength(manager) > LONGEST_MANAGER_BYTES) return [tooLongValue('fieldManager', LONGEST_MANAGER_BYTES)];
  const characters = Array.from(manager);
  const strange = characters.findIndex((character) => !isPrintable(character));
  if (strange < 0) return [];
  const hex = (characters[strange]?.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return [invalidValue('fieldManager', manager, `invalid character U+${hex} (at position ${strange})`)];
}

function checkedDryRun(query: URLSearchParams, kind: string, before: readonly FieldError[]): boolean {
  const dryRun = query.getAll('dryRun').filter((value) => value !== '');
  const errors = [...before, ...dryRunErrors(dryRun)];
  const validation = query.get('fieldValidation') ?? '';
  if (!FIELD_VALIDATION.includes(validation)) {
    errors.push(unsupportedValue('fieldValidation', validation, FIELD_VALIDATION));
  }
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind }, '', errors);
  return dryRun.length > 0;
}

function dryRunErrors(dryRun: readonly Json[]): FieldError[] {
  return dryRun.some((value) => value !== 'All') ? [unsupportedValue('dryRun', dryRun, ['All'])] : [];
}

/** K-74: from the body or, without one, from the query. */
export function deleteOptions(query: URLSearchParams, body: Json | undefined): DeleteOptions {
  const options = isJsonObject(body) ? fromBody(body) : fromQuery(query);
  return { ...options, dryRun: options.dryRun || checkedDryRun(query, 'DeleteOptions', []) };
}

function fromQuery(query: URLSearchParams): DeleteOptions {
  const grace = query.get('gracePeriodSeconds');
  if (grace !== null && !/^-?\d+$/.test(grace))
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(grace)}: invalid syntax`);
  const policy = query.get('propagationPolicy') ?? legacyPolicy(query.get('orphanDependents'));
  return { ...(grace !== null && { gracePeriodSeconds: Number(grace) }), ...(policy && { propagationPolicy: policy }) };
}

function legacyPolicy(orphanDependents: string | null): string | undefined {
  return orphanDependents === null ? undefined : orphanDependents === 'true' ? 'Orphan' : 'Background';
}

function fromBody(body: { readonly [key: string]: Json }): DeleteOptions {
  const { gracePeriodSeconds: grace, propagationPolicy: policy, preconditions, dryRun, orphanDependents } = body;
  try {
    decoded(body, deleteOptionsType(), () => {});
  } catch (error) {
    throw error instanceof UndecodableValue ? badRequest(error.message) : error;
  }
  const dryRuns = Array.isArray(dryRun) ? (dryRun as readonly Json[]) : [];
  const errors = dryRunErrors(dryRuns);
  if (typeof policy === 'string' && !POLICIES.includes(policy)) {
    errors.push(unsupportedValue('propagationPolicy', policy, [...POLICIES, 'nil']));
  }
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind: 'DeleteOptions' }, '', errors);
  const legacy = typeof orphanDependents === 'boolean' ? legacyPolicy(String(orphanDependents)) : undefined;
  const wish = typeof policy === 'string' ? policy : legacy;
  const { uid, resourceVersion } = isJsonObject(preconditions) ? preconditions : {};
  return {
    ...(typeof grace === 'number' && { gracePeriodSeconds: grace }),
    ...(wish !== undefined && { propagationPolicy: wish }),
    preconditions: {
      ...(typeof uid === 'string' && { uid }),
      ...(typeof resourceVersion === 'string' && { resourceVersion }),
    },
    dryRun: dryRuns.length > 0,
  };
}
