import { isJsonObject, type Json } from '../objects/index.ts';
import type { DeleteOptions } from '../operations/index.ts';
import { badRequest, type FieldError, invalid, unsupportedValue } from '../status/index.ts';

const FIELD_VALIDATION = ['', 'Ignore', 'Strict', 'Warn'];

/** Query parameters of a write (K-73, K-93). `kind` names the options in complaints: CreateOptions, … */
export function writeOptions(query: URLSearchParams, kind: string): { dryRun: boolean } {
  const dryRun = query.getAll('dryRun').filter((value) => value !== '');
  const errors = dryRunErrors(dryRun);
  const validation = query.get('fieldValidation') ?? '';
  if (!FIELD_VALIDATION.includes(validation)) {
    errors.push(unsupportedValue('fieldValidation', validation, FIELD_VALIDATION));
  }
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind }, '', errors);
  return { dryRun: dryRun.length > 0 };
}

function dryRunErrors(dryRun: readonly Json[]): FieldError[] {
  return dryRun.some((value) => value !== 'All') ? [unsupportedValue('dryRun', dryRun, ['All'])] : [];
}

/** K-74: from the body or, without one, from the query. */
export function deleteOptions(query: URLSearchParams, body: Json | undefined): DeleteOptions {
  const options = isJsonObject(body) ? fromBody(body) : fromQuery(query);
  return { ...options, dryRun: options.dryRun || writeOptions(query, 'DeleteOptions').dryRun };
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
  if (grace !== undefined && grace !== null && !Number.isSafeInteger(grace)) {
    throw badRequest(
      `json: cannot unmarshal ${typeof grace} into Go struct field DeleteOptions.gracePeriodSeconds of type int64`,
    );
  }
  const dryRuns = Array.isArray(dryRun) ? (dryRun as readonly Json[]) : [];
  const errors = dryRunErrors(dryRuns);
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind: 'DeleteOptions' }, '', errors);
  const legacy = typeof orphanDependents === 'boolean' ? legacyPolicy(String(orphanDependents)) : undefined;
  const wish = typeof policy === 'string' && policy !== '' ? policy : legacy;
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
