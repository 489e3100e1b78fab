import type { ReadHandler, ReadVersion } from '../cluster/index.ts';
import { templateHashOf, versionIdOf } from '../templates/index.ts';
import { type Election, electionsOf } from './election.ts';
import { type Generator, recordFor, settle, takeOver } from './upkeep.ts';
import type { Child, RecordWrite } from './writes.ts';

export interface RecordInput {
  readonly handler: ReadHandler;
  /** Every GatiVersion that is linked to it, in any order. */
  readonly versions: readonly ReadVersion[];
  /** Every object that one of these owns, in any order. */
  readonly children: readonly Child[];
  readonly generator: Generator;
}

/** A record that does not count, and the one that does for its version id. */
export interface Standing {
  readonly record: ReadVersion;
  readonly winner: string;
}

export interface Records {
  /** Id of the version that the handler's spec stands for. */
  readonly targetId: string;
  readonly templateHash: string;
  /** Undefined until it has been created. */
  readonly target: ReadVersion | undefined;
  /** The records that count, one for each version id, oldest first. */
  readonly versions: readonly ReadVersion[];
  /** `Conflicted=True`, `DuplicateVersion`: no weight and no children. */
  readonly conflicted: readonly Standing[];
  /** The operator's own, on their way out: nothing of them is to be cleaned up. */
  readonly replaced: readonly Standing[];
  readonly writes: readonly RecordWrite[];
}

/**
 * Sorts out the records of a handler. Pure; the same for any order of versions and children.
 *
 * Errors: what `generator.resolve` throws for a template that fits no pod.
 */
export function recordsOf({ handler, versions, children, generator }: RecordInput): Records {
  const elections = electionsOf(handler, versions);
  const templateHash = templateHashOf(handler.spec);
  const known = elections.map(({ winner, templateHash: hash }) => ({
    versionId: winner.spec.versionId,
    templateHash: hash,
  }));
  const targetId = versionIdOf(handler.spec.version, templateHash, known);
  const target = elections.find(({ winner }) => winner.spec.versionId === targetId)?.winner;
  const aim = { handler, targetId, templateHash, generator };
  const writes = [
    ...elections.flatMap((election) => [...settle(election, aim), ...takeOver(election, children)]),
    ...(target === undefined ? [recordFor(aim)] : []),
  ];
  // A handler that goes takes its records with it.
  const isGoing = handler.metadata.deletionTimestamp !== undefined;
  return { targetId, templateHash, target, ...standing(elections), writes: isGoing ? [] : writes };
}

/** The records as they are, with the target that was accepted last: for a spec that no record can be made of. */
export function recordsAsTheyAre(handler: ReadHandler, versions: readonly ReadVersion[], targetId: string): Records {
  const elections = electionsOf(handler, versions);
  const aim = elections.find(({ winner }) => winner.spec.versionId === targetId);
  return { targetId, templateHash: aim?.templateHash ?? '', target: aim?.winner, ...standing(elections), writes: [] };
}

function standing(elections: readonly Election[]): Pick<Records, 'versions' | 'conflicted' | 'replaced'> {
  return {
    versions: elections.map(({ winner }) => winner),
    conflicted: standings(elections, ({ losers }) => losers),
    replaced: standings(elections, ({ replaced }) => (replaced === undefined ? [] : [replaced])),
  };
}

function standings(elections: readonly Election[], of: (election: Election) => readonly ReadVersion[]): Standing[] {
  return elections.flatMap((election) =>
    of(election).map((record) => ({ record, winner: election.winner.metadata.name })),
  );
}
