import { canonicalJson } from '@slipway/apimachinery/json';
import { type Crd, type Problem, type RuleCompiler, schemaOf, structuralProblems } from '../../schema/index.ts';
import type { RuleId } from '../catalogue.ts';
import type { Refusal } from './refusal.ts';

interface Kind {
  readonly rule: RuleId;
  /** Matched against the last part of the server's message. */
  readonly detail?: RegExp;
  /** Matched against the field. */
  readonly field?: RegExp;
  readonly skip?: string;
}

/** Which rule of the catalogue a message of the server belongs to; the first that matches counts. */
const KINDS: readonly Kind[] = [
  { rule: 'J14', detail: /^estimated (?:rule|messageExpression) cost exceeds/, skip: 'rule-cost' },
  { rule: 'J14', detail: /estimated rule cost total/ },
  { rule: 'J14', field: /\.x-kubernetes-validations\[\d+\]/ },
  { rule: 'J08', detail: /to be structural$|in a nested context$|^because it is defined in/, skip: 'structure' },
  { rule: 'J12', detail: /be nullable when x-kubernetes-list-type|list-map-keys, so it/, skip: 'list-nullable' },
  { rule: 'J12', detail: /^must be atomic as item of a list/, skip: 'list-set-items' },
  { rule: 'J12', detail: /x-kubernetes-list-type|x-kubernetes-list-map-keys|item properties|duplicate entries/ },
  { rule: 'J12', field: /\.x-kubernetes-list-(?:type|map-keys)$/ },
  { rule: 'J11', detail: /^must not have unknown fields$/, skip: 'default-pruned' },
  { rule: 'J11', field: /\.default(?:$|[.[])/ },
  { rule: 'J01', detail: /at the root/ },
  { rule: 'J13', detail: /x-kubernetes-map-type/ },
  { rule: 'J13', field: /\.x-kubernetes-map-type$/ },
  { rule: 'J06', field: /\.x-kubernetes-preserve-unknown-fields$/, detail: /^must be true or undefined$/ },
  { rule: 'J06', detail: /'x-kubernetes-preserve-unknown-fields' is not supported/ },
  { rule: 'J07', detail: /x-kubernetes-embedded-resource|x-kubernetes-int-or-string|inside of resource meta/ },
  { rule: 'J09', detail: /^must be string$|^must be object$|metadata is implicitly specified/, skip: 'structure' },
  { rule: 'J04', field: /\.uniqueItems$/ },
  { rule: 'J05', detail: /mutual exclusive/ },
  { rule: 'J10', detail: /regular expression/, skip: 'structure' },
  { rule: 'J15', field: /\.schema\.openAPIV3Schema$/, detail: /^$/, skip: 'no-schema' },
  {
    rule: 'J02',
    detail: /^must not be empty for|^must be specified$|not an array$|'items' is not supported/,
    skip: 'structure',
  },
  { rule: 'J03', field: /\.type$/, detail: /^supported values/, skip: 'unknown-type' },
];

/** What is wrong with the schemas of a CRD, in the server's words. */
export function schemaRefusals(crd: Crd, old: Crd | null, rules: RuleCompiler | undefined): Refusal[] {
  return structuralProblems(crd, rules === undefined ? {} : { rules }).map((problem) => {
    const { rule, skip } = KINDS.find((kind) => matches(kind, problem)) ?? { rule: 'J03', skip: undefined };
    const place = placeOf(crd, problem.field);
    const refusal = { rule, field: problem.field, message: problem.message, ...place };
    return skip === undefined || !canSkip(crd, old, skip, place.version) ? refusal : { ...refusal, skip };
  });
}

function matches({ field, detail }: Kind, problem: Problem): boolean {
  return (field?.test(problem.field) ?? true) && (detail?.test(problem.detail) ?? true);
}

/** Structure is only skipped for CRDs of old that keep unknown fields and use nothing newer, cost only for what is unchanged. */
function canSkip(crd: Crd, old: Crd | null, skip: string, version: string): boolean {
  const { spec } = crd;
  if (skip === 'rule-cost') return old !== null && schemaText(crd, version) === schemaText(old, version);
  const keepsUnknown = spec.preserveUnknownFields === true;
  if (skip === 'structure') {
    return (
      keepsUnknown && !/"(?:default|x-kubernetes-(?!map-type)[a-z-]+)":/.test(JSON.stringify(spec.versions, plain))
    );
  }
  return skip !== 'no-schema' || keepsUnknown || spec.versions.some(({ name, served }) => name === version && !served);
}

function schemaText(crd: Crd, version: string): string {
  return canonicalJson(schemaOf(crd, version) ?? null);
}

function plain(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

/** Version and path of a field: `spec.versions[0].schema.openAPIV3Schema.properties[spec].type`. */
export function placeOf(crd: Crd, field: string): { readonly version: string; readonly path: readonly string[] } {
  const [, index, rest = ''] =
    /^spec\.(?:versions\[(\d+)\]\.schema|validation)\.openAPIV3Schema(.*)$/s.exec(field) ?? [];
  const version = crd.spec.versions[Number(index ?? 0)]?.name ?? '';
  const path: string[] = [];
  for (const [, property, member, step] of rest.matchAll(
    /\.properties\[(.*?)\](?=\.|$)|\.((?:allOf|anyOf|oneOf)\[\d+\])|\.(items|additionalProperties|not)(?=\.|$)/gs,
  )) {
    path.push(property ?? member ?? step ?? '');
  }
  return { version, path };
}
