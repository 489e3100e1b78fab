import { type Admission, type JsonValue, type Problem, printProblem, stringifyJson } from '../src/schema/index.ts';
import type { ServerAnswer } from './real-server.ts';

/** Everything about an answer that the schema engine must say, too, as one text. */
export function serverOutcome({ status, body, warnings }: ServerAnswer): string {
  if (status === 201 || status === 200) return ['accepted', canonical(body['spec']), ...warnings.toSorted()].join('\n');
  if (status === 422) return ['refused', ...causesOf({ status, body, warnings })].join('\n');
  // Of several embedded resources that cannot be decoded the server names any one: Go's maps have no order.
  return status === 400 ? '400' : `${status} ${stringifyJson(body['message'] ?? '')}`;
}

/** The same text of what the engine says. */
export function engineOutcome({ object, problems, unknownFields, undecodable }: Admission): string {
  if (undecodable !== undefined) return '400';
  if (problems.length > 0) return ['refused', ...problemTexts(problems)].join('\n');
  const warnings = unknownFields.map((path) => `unknown field "${path}"`);
  return ['accepted', canonical(object['spec']), ...warnings.toSorted()].join('\n');
}

export function causesOf({ body }: ServerAnswer): string[] {
  const details = (body['details'] ?? {}) as { causes?: { reason: string; field: string; message: string }[] };
  return (details.causes ?? []).map(({ reason, field, message }) => `${reason} ${field}: ${message}`).toSorted();
}

export function problemTexts(problems: readonly Problem[]): string[] {
  return problems.map((problem) => `${problem.reason} ${printProblem(problem)}`).toSorted();
}

/** JSON with sorted keys, large integers as text. */
export function canonical(value: JsonValue | undefined): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'bigint') return `bigint ${part}`;
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
