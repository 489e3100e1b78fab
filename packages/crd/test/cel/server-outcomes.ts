import { waitUntil } from '@slipway/tools/processes/index';
import type { JsonObject, JsonSchema, JsonValue, ValidationRule } from '../../src/schema/index.ts';
import type { RealServer } from '../real-server.ts';

/** A rule on a value of its own. */
export interface RuleOnValue {
  readonly rule: ValidationRule;
  readonly schema: JsonSchema;
  readonly self: JsonValue;
}

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** One kind whose spec has a field for each rule: `c0`, `c1`, … */
function crdOf(kind: string, rules: readonly (Omit<RuleOnValue, 'self'> | undefined)[]): JsonObject {
  const properties: Record<string, JsonSchema> = {};
  for (const [index, entry] of rules.entries()) {
    if (entry !== undefined) properties[`c${index}`] = { ...entry.schema, 'x-kubernetes-validations': [entry.rule] };
  }
  return crdWith(kind, properties);
}

function crdWith(kind: string, properties: Record<string, JsonSchema>): JsonObject {
  const plural = `${kind.toLowerCase()}s`;
  const schema = { type: 'object', properties: { spec: { type: 'object', properties } } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.cel.slipway.dev` },
    spec: {
      group: 'cel.slipway.dev',
      scope: 'Namespaced',
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: [
        { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema as unknown as JsonObject } },
      ],
    },
  };
}

interface Cause {
  readonly field: string;
  readonly message: string;
}

function causesOf(body: JsonObject): readonly Cause[] {
  const details = body['details'] as { causes?: Cause[] } | undefined;
  return details?.causes ?? [];
}

/** What the API server says to each rule when its CRD is created: empty where it takes it. Nothing is stored. */
export async function serverRefusals(
  server: RealServer,
  kind: string,
  rules: readonly Omit<RuleOnValue, 'self'>[],
): Promise<string[]> {
  const refusals = rules.map(() => '');
  const answer = await server.send('POST', `${CRDS}?dryRun=All`, crdOf(kind, rules));
  for (const { field, message } of causesOf(answer.body)) {
    const index = /\.properties\[c(\d+)\]/.exec(field)?.[1];
    if (index !== undefined) refusals[Number(index)] ||= message;
  }
  return refusals;
}

/**
 * What the API server says to each rule and its value: `refused: …` with the CRD, nothing where the rule
 * holds, else the text of the refusal. The accepted rules go into one CRD; each value is created on its own,
 * without being stored.
 */
export async function serverOutcomes(
  server: RealServer,
  kind: string,
  rules: readonly RuleOnValue[],
): Promise<string[]> {
  const refusals = await serverRefusals(server, kind, rules);
  const outcomes = refusals.map((message) => (message === '' ? '' : `refused: ${message}`));
  await server.install(
    crdOf(
      kind,
      rules.map((rule, index) => (outcomes[index] === '' ? rule : undefined)),
    ),
  );
  const plural = `${kind.toLowerCase()}s`;
  try {
    const path = `/apis/cel.slipway.dev/v1/namespaces/default/${plural}?dryRun=All`;
    for (const [index, { self }] of rules.entries()) {
      if (outcomes[index] !== '') continue;
      const object = { apiVersion: 'cel.slipway.dev/v1', kind, metadata: { name: 'x' }, spec: { [`c${index}`]: self } };
      const { status, body } = await server.send('POST', path, object);
      if (status !== 201)
        outcomes[index] =
          causesOf(body)
            .map(({ message }) => message)
            .join('; ') || JSON.stringify(body['message']);
    }
  } finally {
    await server.remove(`${plural}.cel.slipway.dev`);
  }
  return outcomes;
}

/** A write that meets rules: create, or update of what is stored where there is an old value. */
export interface WriteOnRules {
  readonly schema: JsonSchema;
  readonly old: JsonValue | undefined;
  readonly value: JsonValue;
}

/** The CRD of `writes`: `c0`, `c1`, … carry the schemas with their rules. */
export function writesCrd(kind: string, writes: readonly WriteOnRules[]): JsonObject {
  return crdWith(kind, Object.fromEntries(writes.map(({ schema }, index) => [`c${index}`, schema])));
}

export function writtenObject(kind: string, index: number, value: JsonValue): JsonObject {
  return {
    apiVersion: 'cel.slipway.dev/v1',
    kind,
    metadata: { name: `x${index}`, namespace: 'default' },
    spec: { [`c${index}`]: value },
  };
}

/** Old values are stored before the rules exist, so that they may break them. Answers `field: message` of each refusal. */
export async function serverRulings(
  server: RealServer,
  kind: string,
  writes: readonly WriteOnRules[],
): Promise<string[][]> {
  const crd = writesCrd(kind, writes);
  const name = (crd['metadata'] as JsonObject)['name'] as string;
  const path = `/apis/cel.slipway.dev/v1/namespaces/default/${kind.toLowerCase()}s`;
  await server.install(
    crdWith(kind, Object.fromEntries(writes.map(({ schema }, index) => [`c${index}`, withoutRules(schema)]))),
  );
  try {
    for (const [index, { old }] of writes.entries()) {
      if (old !== undefined) await accepted(server.send('POST', path, writtenObject(kind, index, old)));
    }
    const stored = await server.send('GET', `${CRDS}/${name}`);
    await accepted(server.send('PUT', `${CRDS}/${name}`, { ...stored.body, spec: crd['spec'] as JsonObject }));
    await rulesInForce(server, path, kind, writes.length - 1, writes);
    const rulings: string[][] = [];
    for (const [index, { old, value }] of writes.entries()) {
      const object = writtenObject(kind, index, value);
      const answer =
        old === undefined
          ? await server.send('POST', `${path}?dryRun=All`, object)
          : await server.send(
              'PUT',
              `${path}/x${index}?dryRun=All`,
              await atVersion(server, `${path}/x${index}`, object),
            );
      rulings.push(causesOf(answer.body).map(({ field, message }) => `${field}: ${message}`));
    }
    return rulings;
  } finally {
    await server.remove(name);
  }
}

async function accepted(answer: Promise<{ status: number; body: JsonObject }>): Promise<void> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`refused: ${JSON.stringify(body['message'])}`);
}

/** The last write must be one that its rule refuses: once it is, the new schema is in force. */
async function rulesInForce(
  server: RealServer,
  path: string,
  kind: string,
  last: number,
  writes: readonly WriteOnRules[],
): Promise<void> {
  await waitUntil(async () => {
    const answer = await server.send(
      'POST',
      `${path}?dryRun=All`,
      writtenObject(kind, last, writes[last]?.value ?? null),
    );
    return answer.status === 422 ? true : undefined;
  });
}

async function atVersion(server: RealServer, path: string, object: JsonObject): Promise<JsonObject> {
  const { body } = await server.send('GET', path);
  const resourceVersion = (body['metadata'] as JsonObject)['resourceVersion'] as string;
  return { ...object, metadata: { ...(object['metadata'] as JsonObject), resourceVersion } };
}

function withoutRules(schema: JsonSchema): JsonSchema {
  const { 'x-kubernetes-validations': _rules, items, additionalProperties, ...rest } = schema;
  return {
    ...rest,
    ...(items === undefined ? {} : { items: withoutRules(items as JsonSchema) }),
    ...(typeof additionalProperties === 'object' ? { additionalProperties: withoutRules(additionalProperties) } : {}),
  };
}
