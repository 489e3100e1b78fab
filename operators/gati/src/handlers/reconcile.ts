import type { Known } from '@gati-framework/contracts/deployment';
import type { Measurement } from '@slipway/delivery';
import { WorkloadError } from '@slipway/workloads';
import { type ClusterReads, competingWithoutIndex, type ReadHandler, type ReadVersion } from '../cluster/index.ts';
import type { DrainSample } from '../decommission/index.ts';
import { GENERATOR_REVISION, resolveTemplate } from '../manifests/index.ts';
import { type Declarations, declarationsOf, type Records, recordsAsTheyAre, recordsOf } from '../records/index.ts';
import { isOpen, rolloutIn, unreadableRollout } from '../rollouts/index.ts';
import { scaleToZeroProblem } from '../scaling/index.ts';
import type { GatiHandlerStatus, LastCommand } from '../types/index.ts';
import { carryOut } from './carry-out.ts';
import { answerTo, commandStateOf, type GivenCommand, NO_REASON } from './commands.ts';
import { coordinate } from './coordination.ts';
import { decideHandler, type HandlerDecision } from './decide.ts';
import type { HandlerDeps, Reporting } from './deps.ts';
import type { GatiEvent } from './events.ts';
import { isReservedId, type Linked, linkedVersions } from './linked-versions.ts';
import { observe } from './observe.ts';
import type { Outcome } from './outcome.ts';
import { commandWrites, prepareRecords } from './prepare-records.ts';
import { readableHandler } from './readable-spec.ts';
import { childrenOf, writeRecord } from './record-writes.ts';
import { refOfHandler } from './refs.ts';
import { tellAll, writeHandlerStatus } from './status-writes.ts';
import { waitForRemoval } from './unreadable-rollout.ts';
import { conditionsOf } from './version-status.ts';

const AGAIN = { again: true, wakeAt: null, phase: undefined, objects: [] } as const;

/** How long a cache is given to see what was written. */
const OUTDATED_MS = 250;

/** One look at a handler and all of its versions: read, decide, write. It may end between any two writes. */
export async function reconcileHandler(deps: HandlerDeps, stored: ReadHandler): Promise<Outcome> {
  const { handler, problems } = readableHandler(stored);
  const unreadable = unreadableRollout(handler.status);
  if (unreadable !== undefined) return waitForRemoval(deps, handler, unreadable);
  const commandState = commandStateOf(handler);
  const operations = await commandWrites(deps.port, refOfHandler(handler), handler);
  if (operations.length > 0) {
    await deps.port.patch(refOfHandler(handler), operations);
    return AGAIN;
  }
  const linked = await linkedVersions(deps.port, handler);
  const records = problemOf(deps, handler, problems) ?? (await sortedRecords(deps, handler, linked.versions));
  const given = commandState.state === 'new' ? commandState.given : undefined;
  if ('reason' in records) {
    const accepted = recordsUnderWay(handler, linked.versions);
    if (!accepted) return refuse(deps, handler, records);
    const outcome = await reconcileRecords(deps, handler, { linked, records: accepted, given, problem: records });
    return { ...outcome, code: records.reason };
  }
  if (records.writes.length > 0) {
    for (const write of records.writes) {
      await writeRecord(deps.port, handler, write, (event) => deps.tell(handler, event, undefined));
      // What follows is about the record as it was read; with its status it is another.
      if (write.kind === 'status') break;
    }
    return AGAIN;
  }
  if (await prepareRecords(deps.port, records)) return AGAIN;
  return reconcileRecords(deps, handler, { linked, records, given });
}

interface Aim {
  readonly linked: Linked;
  readonly records: Records;
  readonly given: GivenCommand | undefined;
  /** Why the spec cannot be acted on, where what was accepted before goes on. */
  readonly problem?: Problem;
}

/** With records that are in order: see, decide, write. */
async function reconcileRecords(deps: HandlerDeps, handler: ReadHandler, aim: Aim): Promise<Outcome> {
  const { linked, records, given, problem } = aim;
  const declared = records.target && !problem ? declarationsOf(handler, records.target) : undefined;
  const commands = given?.command ? [given.command] : [];
  const versions = records.versions.map((record) => (record === records.target ? declaring(record, declared) : record));
  const look = (
    gates: Readonly<Record<string, Known<readonly Measurement[]>>>,
    fresh?: ReadonlyMap<string, DrainSample>,
  ) =>
    observe({
      port: deps.port,
      competing: deps.competing ?? competingWithoutIndex(deps.port),
      handler,
      records: versions,
      disagreements: declared?.disagreements ?? [],
      links: linked.links,
      targetId: records.targetId,
      templateHash: records.templateHash,
      judges: deps.judgesOf(handler, versions),
      sampleOf: (record) => fresh?.get(record.metadata.name) ?? deps.measuring.sampleOf(handler, record),
      gates,
      isLive: fresh !== undefined,
      since: deps.since(),
      now: deps.now(),
    });
  let world = await look({});
  let decision = decideHandler(world, deps.settings, commands, problem);
  if (!decision.rollout.isChanged && decision.rollout.requests.length > 0) {
    world = await look(await measured(deps, handler, decision));
    decision = decideHandler(world, deps.settings, commands, problem);
  }
  const refusals = await coordinate(deps.coordinator, world, decision);
  if (refusals) decision = decideHandler({ ...world, refusals }, deps.settings, commands, problem);
  const answer = given && answerTo(given, decision.facts.stored !== undefined, decision.rollout.events, deps.now());
  if (decision.rollout.isChanged || answer) {
    await writeHandlerStatus(deps, handler, {
      ...rolloutStatus(handler, decision),
      ...(answer && { lastCommand: answer }),
    });
    tellAll(deps, handler, records, [...decision.rolloutEvents, ...(answer ? [commandEvent(answer)] : [])]);
    return { ...AGAIN, objects: decision.objects };
  }
  if (decision.needsLook) {
    if (await hasChanged(deps.port.live, handler, decision))
      return { ...AGAIN, again: false, wakeAt: deps.now() + OUTDATED_MS };
    const fresh = await freshSamples(deps, handler, decision);
    decision = decideHandler(await look({}, fresh), deps.settings, [], problem);
    if (decision.rollout.isChanged) return AGAIN;
  }
  return carryOut(deps, handler, records, decision);
}

/** Whether a client wrote to the handler, or to a version that is about to lose something, since they were read. */
async function hasChanged(live: ClusterReads, handler: ReadHandler, { versions }: HandlerDecision): Promise<boolean> {
  const leaving = versions.filter(({ leaving: { needsLook } }) => needsLook).map(({ facts }) => facts.version.record);
  const read = [
    { kind: 'GatiHandler', metadata: handler.metadata },
    ...leaving.map(({ metadata }) => ({ kind: 'GatiVersion', metadata })),
  ];
  const changed = await Promise.all(
    read.map(async ({ kind, metadata: { namespace, name, resourceVersion } }) => {
      const now = await live.get(kind, namespace, name);
      return now?.metadata.resourceVersion !== resourceVersion;
    }),
  );
  return changed.includes(true);
}

/** The record with what counts for it, where the handler tells of it too. */
function declaring(record: ReadVersion, declared: Declarations | undefined): ReadVersion {
  const { disagreements: _disagreements, ...declaredFields } = declared ?? {};
  return { ...record, spec: { ...record.spec, ...declaredFields } };
}

interface Problem {
  readonly reason: string;
  readonly message: string;
}

function problemOf(
  { port }: Pick<HandlerDeps, 'port'>,
  { metadata, spec }: ReadHandler,
  problems: readonly string[],
): Problem | undefined {
  const { name, namespace } = metadata;
  if (problems.length > 0) return { reason: 'InvalidSpec', message: problems.join(' ') };
  if (isReservedId(spec.version))
    return { reason: 'InvalidSpec', message: `spec.version cannot be "${spec.version}": use another id.` };
  const names = { namespace, handler: name, version: spec.version, deployment: '' };
  const message = scaleToZeroProblem(
    { replicas: spec.replicas, ...(spec.scaling && { scaling: spec.scaling }), names },
    port.serves('ScaledObject'),
  );
  return message === undefined ? undefined : { reason: 'ScaleToZeroNeedsQuery', message };
}

async function sortedRecords(
  { port, settings }: Pick<HandlerDeps, 'port' | 'settings'>,
  handler: ReadHandler,
  versions: readonly ReadVersion[],
): Promise<Records | Problem> {
  const generator = {
    revision: GENERATOR_REVISION,
    resolve: (template: Parameters<typeof resolveTemplate>[0]) => resolveTemplate(template, settings.canSleep),
  };
  try {
    const records = recordsOf({ handler, versions, children: [], generator });
    if (records.replaced.length + records.conflicted.length === 0) return records;
    return recordsOf({ handler, versions, children: await childrenOf(port, handler, versions), generator });
  } catch (error) {
    if (!(error instanceof WorkloadError)) throw error;
    return { reason: 'InvalidSpec', message: error.message };
  }
}

/** Of an open rollout whose target was accepted: its deadlines do not wait for a spec that is in order again (G-86). */
function recordsUnderWay(handler: ReadHandler, versions: readonly ReadVersion[]): Records | undefined {
  const { targetVersion } = handler.status ?? {};
  const rollout = rolloutIn(handler.status);
  if (rollout === undefined || targetVersion === undefined || !isOpen(rollout)) return undefined;
  const records = recordsAsTheyAre(handler, versions, targetVersion);
  return records.target && records;
}

/** Nothing is created or changed for a spec that cannot be acted on; what runs goes on. */
async function refuse(deps: Reporting, handler: ReadHandler, { reason, message }: Problem): Promise<Outcome> {
  const { status = {}, metadata } = handler;
  const given = { type: 'Accepted', status: 'False', reason, message } as const;
  await writeHandlerStatus(deps, handler, {
    ...status,
    phase: 'Failed',
    ...(metadata.generation !== undefined && { observedGeneration: metadata.generation }),
    conditions: conditionsOf(status.conditions, [given], metadata.generation, deps.now()),
  });
  return { again: false, wakeAt: null, phase: 'Failed', objects: [], code: reason };
}

async function measured(
  { measuring, now }: Pick<HandlerDeps, 'measuring' | 'now'>,
  handler: ReadHandler,
  { rollout, facts }: HandlerDecision,
): Promise<Record<string, Known<readonly Measurement[]>>> {
  const { plan } = rollout.stored ?? {};
  if (!plan) return {};
  const baseline = facts.stable ?? null;
  const results = await Promise.all(
    rollout.requests.map(async (request) => {
      const value = await measuring.measure(handler, request, plan.to, baseline);
      return [request.key, { value, at: now() }] as const;
    }),
  );
  return Object.fromEntries(results);
}

async function freshSamples(
  { measuring }: Pick<HandlerDeps, 'measuring'>,
  handler: ReadHandler,
  { versions }: HandlerDecision,
): Promise<Map<string, DrainSample>> {
  const fresh = new Map<string, DrainSample>();
  for (const { leaving, facts } of versions) {
    if (!leaving.needsLook) continue;
    const { record } = facts.version;
    const sample = await measuring.sampleNow(handler, record);
    if (sample) fresh.set(record.metadata.name, sample);
  }
  return fresh;
}

/** The status with the rollout's new state; who becomes the target is reported once its mark of failure is off. */
function rolloutStatus(
  { status = {} }: ReadHandler,
  { status: next, facts, versions }: HandlerDecision,
): GatiHandlerStatus {
  const target = versions.find(({ facts: one }) => one.isTarget);
  const isStillMarked = facts.isAnew && target?.facts.version.record.status?.failedAt !== undefined;
  if (!isStillMarked) return next;
  const { targetVersion: _, ...rest } = next;
  return status.targetVersion === undefined ? rest : { ...rest, targetVersion: status.targetVersion };
}

function commandEvent({ command, result, actor, reason, message }: LastCommand): GatiEvent {
  const given = `${actor ?? 'an unnamed person'} asked for ${command} (${reason ?? NO_REASON})`;
  return result === 'Accepted'
    ? { type: 'Normal', reason: 'CommandAccepted', note: `${given}.` }
    : { type: 'Warning', reason: 'CommandRefused', note: `${given}; refused: ${message ?? 'no cause is known'}.` };
}
