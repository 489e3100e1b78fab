import type { IDeploymentTarget, Instant } from '@gati-framework/contracts/deployment';
import type { GateRequest, Measurement } from '@slipway/delivery';
import type { ClusterPort, CompetingReads, ReadHandler, ReadVersion } from '../cluster/index.ts';
import type { Judges } from '../compatibility/index.ts';
import type { DrainSample } from '../decommission/index.ts';
import type { Coordinator } from './coordination.ts';
import type { HandlerSettings } from './decide.ts';
import type { GatiEvent } from './events.ts';

/** What is measured outside of the cluster's objects. */
export interface Measuring {
  sampleOf(handler: ReadHandler, record: ReadVersion): DrainSample | undefined;
  /** A sample taken now. */
  sampleNow(handler: ReadHandler, record: ReadVersion): Promise<DrainSample | undefined>;
  /** From now on these versions of the handler are sampled. */
  wantSamples(handler: ReadHandler, records: readonly ReadVersion[]): void;
  measure(handler: ReadHandler, request: GateRequest, subject: string, baseline: string | null): Promise<Measurement[]>;
}

/** What reports need: a status, and events of what changed in it. */
export interface Reporting {
  readonly port: Pick<ClusterPort, 'writeStatus'>;
  readonly tell: (handler: ReadHandler, event: GatiEvent, version: ReadVersion | undefined) => void;
  readonly now: () => Instant;
}

/** Where the objects of a handler go. */
export interface Placing {
  readonly port: Pick<ClusterPort, 'list' | 'serves'>;
  readonly target: IDeploymentTarget;
  readonly targetKind: string;
}

/** What it takes to act on a decision, or to take a handler away. */
export interface Acting extends Reporting, Placing {
  readonly port: ClusterPort;
  readonly measuring: Pick<Measuring, 'wantSamples'>;
}

/** Everything that one look at a handler needs. */
export interface HandlerDeps extends Acting {
  /** @default every handler is considered */
  readonly competing?: CompetingReads;
  readonly settings: HandlerSettings;
  readonly judgesOf: (handler: ReadHandler, versions: readonly ReadVersion[]) => Judges;
  readonly measuring: Measuring;
  /** Who hears of versions before their first weight and after their end. @default nobody needs to */
  readonly coordinator?: Coordinator | undefined;
  /** Since when the cluster is watched without a break. */
  readonly since: () => Instant;
}
