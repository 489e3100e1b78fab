import type { DeploymentResource, Instant, Known, ObservedSplit, Ref } from '@gati-framework/contracts/deployment';
import type { Measurement, VersionId, Weights } from '@slipway/delivery';
import type { ConditionInput } from '@slipway/runtime';
import type { ReadHandler, ReadVersion, Seen } from '../cluster/index.ts';
import type { Compatibility } from '../compatibility/index.ts';
import type { DrainSample } from '../decommission/index.ts';
import type { Selection } from '../routing/index.ts';
import type { PresentScaler } from '../scaling/index.ts';
import type { Workload } from './workload.ts';

/** A version of the handler, with what runs for it. */
export interface VersionObservation {
  readonly id: VersionId;
  readonly record: ReadVersion;
  readonly createdAt: Instant;
  readonly isOperatorAuthored: boolean;
  readonly templateHash: string;
  /** Deployment and Service: its own, or those it refers to. */
  readonly deploymentName: string;
  readonly serviceName: string;
  /** Where callers reach it there. */
  readonly servicePort: number;
  readonly workload: Workload;
  readonly scalers: readonly PresentScaler[];
  /** Whether it may take traffic that names no version, and why not. */
  readonly compatibility: Compatibility;
  /** The newest sample of its traffic that this process took. */
  readonly sample?: DrainSample;
  /** Objects of it that exist beside its Deployment: scalers, then what goes last. */
  readonly scalerRefs: readonly Ref[];
  readonly otherRefs: readonly Ref[];
  /** It runs what another client made, and deploys nothing (G-39). */
  readonly isReferring: boolean;
  /** Why what runs for it may not be removed: it was made by another client. */
  readonly foreign?: string;
  /** Why nothing can be made of its template. */
  readonly problem?: string;
  readonly link: Pick<ConditionInput, 'reason' | 'message'>;
}

/** Everything that a decision about a handler is made from. Plain values, read at one moment. */
export interface HandlerObservation {
  readonly handler: ReadHandler;
  /** Of the records, those that count; oldest first. */
  readonly versions: readonly VersionObservation[];
  readonly target: VersionObservation | undefined;
  /** Where handler and target record say different things. */
  readonly disagreements: readonly { readonly reason: string; readonly message: string }[];
  readonly route: RouteObservation;
  /** Measurements that were asked for, by gate. */
  readonly gates: Readonly<Record<string, Known<readonly Measurement[]>>>;
  readonly isKedaInstalled: boolean;
  readonly canMonitor: boolean;
  /** Whether everything was read from the server just now, with fresh samples. */
  readonly isLive: boolean;
  /**
   * What the transformer coordinator refused to be notified of, by version: the step before which it is notified waits.
   */
  readonly refusals: Readonly<Record<VersionId, string>>;
  readonly since: Instant;
  readonly now: Instant;
}

/** What is known of the way from callers to versions. */
export interface RouteObservation {
  /** Why nothing can be routed as asked. */
  readonly problem?: { readonly reason: string; readonly message: string };
  readonly split: Known<ObservedSplit>;
  readonly stableService: Seen | null;
  readonly routes: readonly DeploymentResource[];
  readonly selection: Selection | undefined;
  /** Ready endpoints of the stable Service, by version. */
  readonly serving: Readonly<Record<VersionId, number>>;
  /** Pods that the rehearsal of a rotation shows, by name. */
  readonly rehearsal: ReadonlySet<string>;
  /** What the stable Service was last given. */
  readonly given: Weights;
}
