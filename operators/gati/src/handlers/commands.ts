import { createHash } from 'node:crypto';
import type { Command, DeliveryEvent } from '@slipway/delivery';
import { timeOf } from '../decommission/index.ts';
import { ANNOTATIONS } from '../names/index.ts';
import { rolloutIn } from '../rollouts/index.ts';
import type { GatiHandlerStatus, LastCommand } from '../types/index.ts';

interface Annotated {
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
  readonly status?: {
    readonly lastCommand?: LastCommand;
    /** What the rollouts of a handler have obeyed is kept with them. */
    readonly rollout?: NonNullable<GatiHandlerStatus['rollout']>;
  };
}

/** What a person has asked for by annotation. */
export interface GivenCommand {
  readonly id: string;
  /** As it was written. */
  readonly text: string;
  readonly word: string;
  readonly actor: string;
  readonly reason: string;
  /** Undefined: nobody knows this word. */
  readonly command: Command | undefined;
}

/** Ids that this operator gave; only with these the annotation is its own to remove. */
const OWN_ID = 'gati-operator-';

export const ownId = (unique: string): string => `${OWN_ID}${unique}`;
export const isOwnId = (id: string): boolean => id.startsWith(OWN_ID);

/** Ids for what clients apply, as manifests are: by the text, so that it acts once, however often it is applied. */
const APPLIED_ID = 'applied-';

export const appliedId = (text: string): string => `${APPLIED_ID}${digestOf(text)}`;

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** Ids are remembered in a status, which has no room for every text of an annotation. */
const LONGEST_ID = 100;
const LONGEST_NAME = 200;

const shortId = (id: string): string =>
  id.length <= LONGEST_ID ? id : `${id.slice(0, LONGEST_ID - 13)}-${digestOf(id)}`;

/** Of a command without one. */
export const NO_REASON = 'no reason given';

const WORDS = ['pause', 'resume', 'retry', 'hold', 'unhold', 'promote', 'skip', 'abort', 'rollback'] as const;

/** Where the commandState stands: no command, an id left over, no id yet, something to do, or done already. */
export type CommandState =
  | { readonly state: 'silent' }
  | { readonly state: 'left' }
  | { readonly state: 'nameless' }
  | { readonly state: 'new'; readonly given: GivenCommand }
  | { readonly state: 'done'; readonly id: string };

export function commandStateOf({ metadata, status }: Annotated): CommandState {
  const text = metadata.annotations?.[ANNOTATIONS.command];
  const id = metadata.annotations?.[ANNOTATIONS.commandId];
  const isApplied = id?.startsWith(APPLIED_ID) === true;
  if (text === undefined) return { state: isApplied ? 'left' : 'silent' };
  if (id === undefined || (isApplied && id !== appliedId(text))) return { state: 'nameless' };
  const known = shortId(id);
  const isDone = status?.lastCommand?.id === known || rolloutIn(status)?.state.commands.includes(known) === true;
  return isDone ? { state: 'done', id: known } : { state: 'new', given: read(known, text) };
}

/** `promote full`, `skip gate=metric-errors reason=known by=ann`: a word, then flags and values. */
function read(id: string, text: string): GivenCommand {
  const [word = '', ...rest] = text.trim().split(/\s+/);
  const values = new Map(
    rest.map((part) => {
      const [key = '', ...value] = part.split('=');
      return [key, value.length === 0 ? 'true' : value.join('=')] as const;
    }),
  );
  const actor = values.get('by')?.slice(0, LONGEST_NAME) ?? 'an unnamed person';
  const reason = values.get('reason')?.replaceAll('_', ' ') ?? NO_REASON;
  return { id, text, word, actor, reason, command: commandOf(word, values, { actor, reason, key: id }) };
}

function commandOf(
  word: string,
  values: ReadonlyMap<string, string>,
  by: Pick<Command, 'actor' | 'reason' | 'key'>,
): Command | undefined {
  const type = WORDS.find((one) => one === word);
  const isSet = (key: string): boolean => values.get(key) === 'true';
  switch (type) {
    case undefined:
      return undefined;
    case 'promote':
      return { ...by, type, ...(isSet('full') && { full: true }) };
    case 'abort':
      return { ...by, type, ...(isSet('rollback') && { rollback: true }) };
    case 'rollback':
      return { ...by, type, ...(isSet('approved') && { approved: true }) };
    case 'skip': {
      const [gate, stage] = [values.get('gate'), values.get('stage')];
      return { ...by, type, ...(gate !== undefined && { gate }), ...(stage !== undefined && { stage }) };
    }
    default:
      return { ...by, type };
  }
}

/** What became of it, for the status. */
export function answerTo(
  given: GivenCommand,
  hasRollout: boolean,
  events: readonly DeliveryEvent[],
  now: number,
): LastCommand {
  const refused = events.find(({ type, about }) => type === 'CommandRefused' && about === given.word);
  const problem =
    given.command === undefined
      ? `"${given.word}" is no command; known are ${WORDS.join(', ')}`
      : hasRollout
        ? refused?.message
        : 'there is no rollout to say it to';
  return {
    id: given.id,
    command: given.word,
    result: problem === undefined ? 'Accepted' : 'Refused',
    actor: given.actor,
    reason: given.reason,
    ...(problem !== undefined && { message: problem }),
    at: timeOf(now),
  };
}
