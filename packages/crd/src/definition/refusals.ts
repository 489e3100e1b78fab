import type { z } from 'zod';

/** The parts of a zod definition that decide whether an API server can check the same thing. */
interface ZodDef {
  readonly type: string;
  readonly coerce?: boolean;
  readonly format?: string;
  readonly pattern?: RegExp;
  readonly keyType?: { readonly _zod: { readonly def: ZodDef } };
  readonly checks?: readonly { readonly _zod: { readonly def: CheckDef } }[];
}

interface CheckDef {
  readonly check: string;
  readonly format?: string;
  readonly pattern?: RegExp;
}

const LOST: Readonly<Record<string, string>> = {
  bigint: 'JSON has no bigint: use z.int()',
  catch: 'the server has no fallback for a wrong value: use .default(…)',
  custom: 'only TypeScript knows z.custom(…): use a schema',
  date: 'JSON has no dates: use z.iso.datetime()',
  file: 'JSON has no files',
  function: 'JSON has no functions',
  intersection: 'an intersection has no structure of its own: use .extend(…)',
  map: 'JSON has no Map: use z.record(z.string(), …)',
  nan: 'JSON has no NaN',
  never: 'a field that may not exist: leave it out',
  null: 'a field that is always null: use .nullable() of a type',
  pipe: 'the server cannot transform values: keep the schema that users write and transform in the controller',
  promise: 'JSON has no promises',
  set: 'JSON has no Set: use z.array(…).meta(listSet)',
  success: 'the server has no such check',
  symbol: 'JSON has no symbols',
  transform: 'the server cannot transform values: transform in the controller',
  tuple: 'all items of a list have one schema: use z.object({…})',
  undefined: 'JSON has no undefined: use .optional()',
  void: 'JSON has no undefined: use .optional()',
};

/** Why the API server cannot check what this zod schema does; undefined when it can. */
export function refusalOf(schema: z.core.$ZodType): string | undefined {
  const def = schema._zod.def as ZodDef;
  const lost = LOST[def.type];
  if (lost !== undefined) return lost;
  if (def.coerce === true) return 'the server does not convert values: use the type without z.coerce';
  if (def.type === 'record' && !isPlainString(def.keyType?._zod.def)) {
    return "keys of a map cannot have a schema: use z.string() and .meta(cel('self.all(key, …)'))";
  }
  const own = def.type === 'string' && def.format !== undefined ? [{ ...def, check: 'string_format' }] : [];
  for (const check of [...own, ...(def.checks ?? []).map(({ _zod }) => _zod.def)]) {
    const refusal = refusalOfCheck(check);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function isPlainString(def: ZodDef | undefined): boolean {
  return def?.type === 'string' && def.format === undefined && (def.checks ?? []).length === 0;
}

function refusalOfCheck({ check, format, pattern }: CheckDef): string | undefined {
  if (check === 'custom') return 'the server cannot run a refinement: write it as .meta(cel({ rule, message }))';
  if (check === 'overwrite') return 'the server does not change values: leave .trim(), .toLowerCase() and the like out';
  if (check !== 'string_format') return undefined;
  if (format === 'duration') return 'Kubernetes writes durations as Go does ("1h30m"): use duration()';
  if (pattern === undefined && !SERVER_FORMATS.has(format ?? '')) return `the server cannot check the format ${format}`;
  const flags = pattern?.flags.replaceAll(/[uv]/g, '') ?? '';
  return flags === ''
    ? undefined
    : `a pattern has no flags on the server: write /${pattern?.source}/ without "${flags}"`;
}

/** Formats that the API server checks itself, under the names that zod gives them. */
export const SERVER_FORMATS: ReadonlySet<string> = new Set([
  'date',
  'date-time',
  'datetime',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'mac',
  'uri',
  'url',
  'uuid',
]);
