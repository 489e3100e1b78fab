import { canonicalJson } from '@slipway/apimachinery/json';
import { isJsonObject, type JsonObject, type JsonValue } from '@slipway/crd/schema';
import { adoptionOf } from './adoption.ts';
import { asWritten } from './as-written.ts';
import { differencesOf } from './differences.ts';
import { explanationOf } from './explanations.ts';
import { containsAll, objectsAt, textsAt, valueAt } from './fields.ts';
import { fit } from './fit.ts';
import { type Group, groupsIn, isGenerated, nameOf } from './group.ts';
import { handlerOf, stableServiceOf } from './handler.ts';
import { type Made, type MadeKind, madeOf } from './made.ts';
import type { Conversion, ConvertOptions, Finding } from './model.ts';
import { isModule, moduleOf } from './module.ts';
import { othersOf } from './others.ts';
import { shortest } from './shortest.ts';
import { writtenOutDeployment, writtenOutScaler, writtenOutService } from './written-out.ts';

/**
 * From the manifests of workloads to handlers and modules (G-190).
 *
 * What is not carried over is not kept track of on the way: the operator's own generator makes objects of the result,
 * and every difference to what was given is a finding. So the report is complete by itself, and what the operator
 * made comes back without one.
 */
export function convert(objects: readonly JsonObject[], options: ConvertOptions = {}): Conversion {
  const { groups, others } = groupsIn(objects);
  const parts = groups.map((group) => convertGroup(group, options));
  return {
    resources: parts.flatMap(({ resources }) => resources),
    findings: [...parts.flatMap(({ findings }) => findings), ...othersOf(others, groups)],
    commands: parts.flatMap(({ commands }) => commands),
    problems: parts.flatMap(({ problems }) => problems),
  };
}

function convertGroup(given: Group, options: ConvertOptions): Conversion {
  const group = writtenOut(given);
  const asModule = options.as === undefined ? isModule(group) : options.as === 'module';
  const { resource: draft, choices } = asModule ? moduleOf(group, options) : handlerOf(group, options);
  const { resource: fitted, problems: misfits } = fit(draft);
  const made = misfits.length > 0 ? { objects: {}, problems: misfits } : madeOf(fitted);
  if (made.problems.length > 0) {
    const problems = made.problems.map((problem) => `Deployment ${nameOf(given.deployment)}: ${problem}`);
    return { resources: [], findings: [], commands: [], problems };
  }
  const resource = isGenerated(given.deployment) ? shortestOf(fitted, made) : fitted;
  const adopted = options.adopt && !asModule ? adoptionOf(group, resource) : { resources: [resource], commands: [] };
  const chosen = choices.map(
    ({ field, why, wayOut }): Finding => ({
      sort: 'chosen',
      object: resource,
      path: field.split('.'),
      valueKind: kindOf(valueAt(resource, ...field.split('.'))),
      why,
      wayOut,
    }),
  );
  return {
    ...adopted,
    findings: [...chosen, ...copiedVariables(group, given), ...findingsOf(group, given, made)],
    problems: [],
  };
}

function writtenOut({ deployment, services, scaler, budget, policy, configMaps }: Group): Group {
  return {
    configMaps,
    deployment: writtenOutDeployment(asWritten(deployment), configMaps),
    services: services.map((service) => writtenOutService(asWritten(service), deployment)),
    ...(scaler && { scaler: writtenOutScaler(asWritten(scaler)) }),
    ...(budget && { budget: asWritten(budget) }),
    ...(policy && { policy: asWritten(policy) }),
  };
}

function shortestOf(resource: JsonObject, made: Made): JsonObject {
  const wanted = canonicalJson(made.objects);
  return shortest(resource, (shorter) => {
    const { objects, problems } = madeOf(shorter);
    return problems.length === 0 && canonicalJson(objects) === wanted;
  });
}

/** Variables that had their value from a ConfigMap have it in the resource now. */
function copiedVariables(group: Group, { deployment }: Group): Finding[] {
  const path = ['spec', 'template', 'spec', 'containers', 0, 'env'] as const;
  const written = objectsAt(group.deployment, ...path);
  return objectsAt(deployment, ...path).flatMap((variable, at): Finding[] => {
    if (variable['valueFrom'] === undefined || written[at]?.['value'] === undefined) return [];
    const why = 'the value is a copy: later changes of the ConfigMap do not reach it';
    const wayOut = 'spec.envFrom brings a whole ConfigMap';
    return [{ sort: 'replaced', object: deployment, path: [...path, at, 'valueFrom'], valueKind: 'map', why, wayOut }];
  });
}

/** Each object that was given against the one that takes its place. */
function findingsOf(group: Group, given: Group, made: Made): Finding[] {
  const stable = made.objects.StableService ? stableServiceOf(group) : group.services[0];
  const pairs = [
    [group.deployment, given.deployment, 'Deployment'] as const,
    ...group.services.map((service, at) => {
      const kind = service === stable && made.objects.StableService ? 'StableService' : 'Service';
      const isSpare = service !== stable && !isGenerated(service);
      return [service, given.services[at] ?? service, isSpare ? undefined : kind] as const;
    }),
    ...ofOne(group.scaler, given.scaler),
    ...ofOne(group.budget, given.budget),
    ...ofOne(group.policy, given.policy),
  ];
  return pairs.flatMap(([written, original, kind]) => {
    const other = kind && made.objects[kind];
    if (!other) return [whole(original)];
    return compared(withoutOwnLabels(written, group.deployment), original, numberedPorts(other, made));
  });
}

type Pair = readonly [JsonObject, JsonObject, MadeKind | undefined];

function ofOne(written: JsonObject | undefined, original: JsonObject | undefined): Pair[] {
  return written && original ? [[written, original, written['kind'] as MadeKind]] : [];
}

function compared(written: JsonObject, original: JsonObject, made: JsonObject): Finding[] {
  return differencesOf(written, made).flatMap((difference): Finding[] => {
    const { path, given, made: now } = difference;
    const explanation = explanationOf(difference);
    return explanation ? [{ ...explanation, object: original, path, valueKind: kindOf(given ?? now) }] : [];
  });
}

function whole(object: JsonObject): Finding {
  const why = 'the operator makes nothing like it for this resource';
  return { sort: 'lost', object, path: [], valueKind: 'map', why, wayOut: 'keep it beside the resource' };
}

/** Ports of pods by number, as they are in what was given. */
function numberedPorts(object: JsonObject, { objects }: Made): JsonObject {
  const { Deployment = {} } = objects;
  if (object['kind'] === 'Service') return writtenOutService(object, Deployment);
  return object['kind'] === 'Deployment' ? writtenOutDeployment(object, []) : object;
}

/** Labels that the operator has its own of, and those that went on to the resource. */
function withoutOwnLabels(object: JsonObject, deployment: JsonObject): JsonObject {
  const selector = textsAt(deployment, 'spec', 'selector', 'matchLabels');
  const carried = textsAt(deployment, 'metadata', 'labels');
  const prune = (metadata: JsonValue | undefined, known: Readonly<Record<string, string>>): JsonObject => {
    const labels = Object.entries(textsAt(metadata, 'labels')).filter(
      ([key, value]) => !/^(?:app\.kubernetes\.io|gati\.dev)\//.test(key) && !containsAll(known, { [key]: value }),
    );
    const fields = isJsonObject(metadata) ? metadata : {};
    return { ...fields, labels: Object.fromEntries(labels) };
  };
  const pruned: JsonObject = { ...object, metadata: prune(object['metadata'], { ...carried, ...selector }) };
  if (object['kind'] !== 'Deployment') return pruned;
  const { metadata, ...rest } = pruned;
  const spec = valueAt(object, 'spec') as JsonObject;
  const template = valueAt(spec, 'template') as JsonObject;
  const pods = { ...template, metadata: prune(template['metadata'], selector) };
  // The Deployment's own annotations go on with the resource.
  const { annotations: _annotations, ...own } = isJsonObject(metadata) ? metadata : {};
  return { ...rest, metadata: own, spec: { ...spec, template: pods } };
}

function kindOf(value: JsonValue | undefined): Finding['valueKind'] {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return 'list';
  if (isJsonObject(value)) return 'map';
  return typeof value === 'string' ? 'text' : typeof value === 'boolean' ? 'boolean' : 'number';
}
