import type { OwnerReference } from '@gati-framework/contracts/deployment';
import { canonicalJson } from '@slipway/apimachinery/json';
import { apiVersionOf } from '@slipway/apimachinery/references';
import type { ReadHandler, ReadVersion } from '../cluster/index.ts';
import { ANNOTATIONS, FINALIZERS, recordName, versionAnnotations, versionLabels } from '../names/index.ts';
import { templateOf, triggersOf } from '../templates/index.ts';
import {
  GatiHandlerKind,
  GatiVersionKind,
  type GatiVersionSpec,
  type GatiVersionStatus,
  type ScalingTriggers,
  type VersionTemplate,
} from '../types/index.ts';
import { isOperatorAuthored } from './authors.ts';
import { declarationsFor } from './declarations.ts';
import { type Election, hashOn, isBare } from './election.ts';
import { type Child, patchOf, type RecordChange, type RecordWrite } from './writes.ts';

/** What pods of new versions are made by. */
export interface Generator {
  readonly revision: string;
  /** The template with every default written out. */
  resolve(template: VersionTemplate): VersionTemplate;
}

/** What the handler wants at this moment. */
export interface Aim {
  readonly handler: ReadHandler;
  readonly targetId: string;
  readonly templateHash: string;
  readonly generator: Generator;
}

/** What is still missing on the record that counts. */
export function settle({ winner, predecessor }: Election, aim: Aim): RecordWrite[] {
  if (winner.metadata.deletionTimestamp !== undefined) return [];
  if (predecessor === undefined) return patchOf(winner, completion(winner, aim));
  // Before the template: with that the record is what it will be, and nothing more is looked for.
  const status = winner.status?.stage === undefined ? predecessor.status : undefined;
  const name = winner.metadata.name;
  return [
    ...(status === undefined ? [] : [{ kind: 'status', name, status: statusFrom(status) } as const]),
    ...patchOf(winner, inheritance(winner, predecessor)),
  ];
}

function completion(winner: ReadVersion, aim: Aim): RecordChange {
  const { handler, generator } = aim;
  const isTarget = winner.spec.versionId === aim.targetId;
  const isNew = isTarget && hashOn(winner) === undefined;
  const isEmpty = isNew && isBare(winner);
  const facts = isTarget && isOperatorAuthored(winner, handler) ? declarationsFor(handler) : {};
  const spec = isEmpty ? { ...snapshot(aim, winner.spec), ...facts } : facts;
  const hasTemplate = winner.spec.template !== undefined || isEmpty;
  const isPinned = winner.metadata.annotations?.[ANNOTATIONS.generator] !== undefined;
  return {
    annotations: {
      ...(isNew && { [ANNOTATIONS.templateHash]: aim.templateHash }),
      ...(hasTemplate && !isPinned && { [ANNOTATIONS.generator]: generator.revision }),
    },
    spec: differing(winner.spec, spec),
  };
}

/** What one record is made of, on the one that goes on with it. */
function inheritance({ spec }: ReadVersion, predecessor: ReadVersion): RecordChange {
  const { annotations = {} } = predecessor.metadata;
  const kept = [ANNOTATIONS.templateHash, ANNOTATIONS.generator].flatMap((key) => {
    const value = annotations[key];
    return value === undefined ? [] : [[key, value] as const];
  });
  const { template, scaling } = predecessor.spec;
  const filled = { template, scaling: withTriggers(spec.scaling, scaling) };
  return { annotations: Object.fromEntries(kept), spec: spec.template === undefined ? differing(spec, filled) : {} };
}

/** Children go to the record that counts; the operator's own then goes. */
export function takeOver({ winner, replaced, losers }: Election, children: readonly Child[]): RecordWrite[] {
  const others = new Set([...losers, ...(replaced ? [replaced] : [])].map(({ metadata }) => metadata.uid));
  const to = ownerOf(GatiVersionKind, winner.metadata);
  const moves = children
    .filter(({ ownerUid }) => others.has(ownerUid))
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    .map(({ ref, ownerUid }): RecordWrite => ({ kind: 'move', child: ref, fromUid: ownerUid, to }));
  if (replaced === undefined || replaced.metadata.deletionTimestamp !== undefined) return moves;
  const { name, uid = '' } = replaced.metadata;
  return [...moves, { kind: 'delete', name, uid }];
}

/** The record of a version that nobody has written yet. */
export function recordFor(aim: Aim): RecordWrite {
  const { handler, targetId, templateHash, generator } = aim;
  const { name, namespace } = handler.metadata;
  return {
    kind: 'create',
    record: {
      apiVersion: apiVersionOf(GatiVersionKind),
      kind: GatiVersionKind.kind,
      metadata: {
        name: recordName(name, targetId),
        namespace,
        labels: versionLabels(name, targetId),
        annotations: {
          ...versionAnnotations(targetId, handler.spec.handlerPath),
          [ANNOTATIONS.templateHash]: templateHash,
          [ANNOTATIONS.generator]: generator.revision,
        },
        finalizers: [FINALIZERS.version],
        ownerReferences: [ownerOf(GatiHandlerKind, handler.metadata)],
      },
      spec: {
        versionId: targetId,
        ...defined(declarationsFor(handler)),
        // It follows what the router confirms, and that is nothing yet.
        routingWeight: 0,
        handlerRef: { name },
        ...defined(snapshot(aim, {})),
      },
    },
  };
}

function snapshot({ handler, generator }: Aim, { scaling }: Pick<GatiVersionSpec, 'scaling'>) {
  return {
    template: generator.resolve(templateOf(handler.spec)),
    scaling: withTriggers(scaling, triggersOf(handler.spec.scaling)),
  };
}

/** What the version sets itself counts; the rest is kept as it was when the version began. */
function withTriggers(
  own: GatiVersionSpec['scaling'],
  triggers: ScalingTriggers | undefined,
): GatiVersionSpec['scaling'] {
  return own === undefined && triggers === undefined ? undefined : { ...triggers, ...own };
}

/** Generations are counted for each object. */
function statusFrom(status: GatiVersionStatus): GatiVersionStatus {
  const { observedGeneration: _own, conditions, ...rest } = status;
  if (conditions === undefined) return rest;
  return { ...rest, conditions: conditions.map(({ observedGeneration: _of, ...condition }) => condition) };
}

function ownerOf(
  kind: typeof GatiHandlerKind | typeof GatiVersionKind,
  { name, uid = '' }: Pick<ReadVersion['metadata'], 'name' | 'uid'>,
): OwnerReference {
  return { apiVersion: apiVersionOf(kind), kind: kind.kind, name, uid, controller: true, blockOwnerDeletion: true };
}

function differing(present: GatiVersionSpec, wanted: Partial<Record<keyof GatiVersionSpec, unknown>>): object {
  const fields = Object.entries(wanted) as [keyof GatiVersionSpec, unknown][];
  return Object.fromEntries(fields.filter(([field, value]) => canonicalJson(present[field]) !== canonicalJson(value)));
}

function defined<T extends object>(value: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as {
    [Key in keyof T]: Exclude<T[Key], undefined>;
  };
}

const keyOf = ({ ref }: Child): string => `${ref.kind}/${ref.name}`;
