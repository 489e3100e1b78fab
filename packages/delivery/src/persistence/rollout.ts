import { DeliveryError } from '../errors.ts';
import { startRun } from '../gates/index.ts';
import { REMEMBERED_COMMANDS, startDelivery, TERMINAL } from '../machine/index.ts';
import type { Gate, GateRun, MemberState, Plan, State, VersionState } from '../model/index.ts';
import { validatePlan } from '../plan/index.ts';
import { packed, unpacked } from './encoding.ts';

/** Rises when a reader of the old form would misread the new one. */
const FORMAT_VERSION = 1;

/** What fits beside the rest of a status in one object, encoded. */
export const LARGEST_BYTES = 16 * 1024;

/** A plan and where it is, as one value; `encodeRollout` makes the text to keep in a status or a row. */
export interface StoredRollout {
  readonly version: number;
  readonly plan: Plan;
  readonly state: State;
}

/** What a text about a gate or a wait may take in a state that hardly fits. */
const SHORT_TEXT = 200;

/**
 * Whether a plan can be stored wherever it comes to be: with a run and a wait for each gate of its largest stage, every
 * member and its wait at their largest, and all that people may have written. One that cannot is refused before it
 * begins; on its way it could not even go back.
 */
export function canBeStored(plan: Plan, largestBytes: number = LARGEST_BYTES): boolean {
  const at = Date.UTC(2100, 0);
  const noise = noiseFrom(plan.id.length);
  const text = (): string => noise(SHORT_TEXT);
  const largest = plan.stages.toSorted((a, b) => b.gates.length - a.gates.length)[0];
  const runOf = ({ kind, spec = {} }: Gate): GateRun => ({
    ...startRun(at),
    outcome: 'Inconclusive',
    goodSince: at,
    lastAt: at,
    last: (kind === 'approval' ? (spec.approvers ?? [undefined]) : [undefined]).map((actor) => ({
      at,
      outcome: 'Inconclusive',
      message: text(),
      ...(actor !== undefined && { actor }),
    })),
  });
  // Gates that are asked for as long as the stage lasts have no wait of their own; plan, stage and progress have.
  const waited = (largest?.gates ?? []).filter(({ when }) => when !== 'during').map(({ name }) => name);
  const word = () => ({ by: text(), reason: text(), at, since: at });
  const started = startDelivery(plan, at);
  const subject: VersionState = { ...started.versions[plan.to], phase: 'Ramping', since: at };
  const health = { had: at, bad: { looks: 3, at, reason: text() }, restarts: { seen: at, since: at, at } };
  const memberOf = (): MemberState => ({
    phase: 'RollingBack',
    since: at,
    effectAt: at,
    previous: plan.from ?? plan.to,
    tries: 2,
    retryAt: at,
    readySince: at,
    ...(plan.actuator === 'swap' && { slot: 'Cordoned', mode: 'no-surge' }),
    return: 'failed',
    reason: text(),
  });
  const state: State = {
    ...started,
    versions: { ...started.versions, [plan.to]: { ...subject, bad: text(), held: at, health } },
    promoted: plan.stages.length,
    reason: text(),
    hold: word(),
    pausedFrom: { ...word(), phase: 'Progressing' },
    gates: Object.fromEntries((largest?.gates ?? []).map((gate) => [`${largest?.name}/${gate.name}`, runOf(gate)])),
    members: Object.fromEntries(plan.members.map(({ id }) => [id, memberOf()])),
    waits: [...waited, plan.id, 'stage', 'progress', 'offline', ...plan.members.map(({ id }) => id)].map((about) => ({
      owner: plan.author,
      action: 'look at the open gates, or abort',
      blocker: text(),
      extendedBy: at,
      kind: 'gate',
      about,
      since: at,
      deadline: at,
      onDeadline: 'inconclusive',
    })),
    commands: Array.from({ length: REMEMBERED_COMMANDS }, () => noise(40)),
  };
  return sizeOf({ version: FORMAT_VERSION, plan, state }) <= largestBytes;
}

/** Texts that hardly compress: what people and pods write may be of that kind. */
function noiseFrom(seed: number): (length: number) => string {
  let state = seed + 1;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return 0x20 + ((state >>> 16) % 95);
  };
  return (length) => String.fromCharCode(...Array.from({ length }, next));
}

const sizeOf = (stored: StoredRollout): number => Buffer.byteLength(encodeRollout(stored));

const ENCODED = new WeakMap<StoredRollout, string>();

/** The text to keep. What was decoded gives the text it was decoded from, so that nothing is written for nothing. */
export function encodeRollout(stored: StoredRollout): string {
  const known = ENCODED.get(stored);
  if (known !== undefined) return known;
  const text = packed(stored);
  ENCODED.set(stored, text);
  return text;
}

/** Reads what `encodeRollout` made; see `loadRollout`. */
export function decodeRollout(text: string): StoredRollout {
  const stored = loadRollout(readable(text));
  ENCODED.set(stored, text);
  return stored;
}

function readable(text: string): unknown {
  try {
    return unpacked(text);
  } catch (cause) {
    return refuse('it is not gzip and base64 of JSON', { cause });
  }
}

/** Fields that hold what people and pods wrote. */
const FREE_TEXTS: ReadonlySet<string> = new Set(['reason', 'blocker', 'owner', 'by', 'bad', 'message']);

/** Its texts explain; none of them decides. */
function withShortTexts(state: State): State {
  return JSON.parse(JSON.stringify(state), (key, value: unknown) =>
    typeof value === 'string' && FREE_TEXTS.has(key) ? value.slice(0, SHORT_TEXT) : value,
  ) as State;
}

/** The last measurement alone; of an approval each, since it is counted by them. */
function shortened(run: GateRun): GateRun {
  return { ...run, last: run.last.filter(({ actor }, at) => actor !== undefined || at === run.last.length - 1) };
}

/**
 * Makes the value to store. Where it would be too large, texts are cut and the measurements of ended gate runs go
 * first, then those of open ones but the last: counters decide, measurements explain. At last the runs of past stages
 * go, of which nothing is asked again.
 */
export function storeRollout(plan: Plan, state: State, largestBytes: number = LARGEST_BYTES): StoredRollout {
  const past = new Set(plan.stages.slice(0, state.stage).map(({ name }) => name));
  const isPast = (key: string): boolean => past.has(key.slice(0, key.lastIndexOf('/')));
  const cuts: ((run: GateRun, key: string) => GateRun | undefined)[] = [
    (run) => run,
    (run) => (run.outcome === 'Running' || run.outcome === 'Error' ? run : shortened(run)),
    shortened,
    (run, key) => (isPast(key) ? undefined : shortened(run)),
  ];
  for (const [at, cut] of cuts.entries()) {
    const reported = at === 0 ? state : withShortTexts(state);
    const gates = Object.fromEntries(
      Object.entries(reported.gates).flatMap(([key, run]) => {
        const kept = cut(run, key);
        return kept ? [[key, kept]] : [];
      }),
    );
    const stored: StoredRollout = { version: FORMAT_VERSION, plan, state: { ...reported, gates } };
    if (sizeOf(stored) <= largestBytes) return stored;
  }
  throw new DeliveryError(
    'DELIVERY_TOO_LARGE',
    `The rollout of ${plan.subject.name} to ${plan.to} takes more than ${largestBytes} bytes; use fewer stages, gates or members, or keep it in rows.`,
  );
}

function refuse(why: string, options?: ErrorOptions): never {
  throw new DeliveryError(
    'DELIVERY_FORMAT',
    `The stored rollout cannot be read: ${why}. Delete it to start a new plan.`,
    options,
  );
}

/** Reads what was stored. What this version does not know is refused, never guessed. */
export function loadRollout(stored: unknown): StoredRollout {
  if (typeof stored !== 'object' || stored === null) return refuse('it is no object');
  const { version, plan: written, state: noted } = stored as Partial<StoredRollout>;
  const plan = written?.split
    ? { ...written, split: filled(written.split, 'baseline', 'goal') ?? written.split }
    : written;
  const state = filled(noted, 'weights', 'members', 'versions', 'gates');
  if (version !== FORMAT_VERSION)
    return refuse(`its version is ${JSON.stringify(version)}, this one knows ${FORMAT_VERSION}`);
  if (typeof plan !== 'object' || typeof state !== 'object') return refuse('plan or state is missing');
  const [problem] = planProblems(plan);
  if (problem) return refuse(problem);
  if (state.planId !== plan.id) return refuse(`its state is of plan ${JSON.stringify(state.planId)}`);
  if (plan.stages[state.stage] === undefined)
    return refuse(`it is in stage ${state.stage}, and the plan has ${plan.stages.length}`);
  if (!Array.isArray(state.waits) || !Array.isArray(state.commands))
    return refuse('its lists of waits and commands are missing');
  if (!TERMINAL.has(state.phase) && state.wakeAt === null) return refuse('it waits for nothing');
  return { version, plan, state };
}

/** A server that applied an empty map over a filled one keeps none at all. */
function filled<T extends object>(value: T | undefined, ...maps: readonly (keyof T)[]): T | undefined {
  const missing = maps.filter((name) => value && (value[name] ?? null) === null);
  return value && missing.length > 0 ? { ...value, ...Object.fromEntries(missing.map((name) => [name, {}])) } : value;
}

function planProblems(plan: Plan): string[] {
  try {
    return validatePlan(plan).map(({ field, message }) => `plan.${field} ${message}`);
  } catch {
    return ['plan has not the shape of one'];
  }
}
