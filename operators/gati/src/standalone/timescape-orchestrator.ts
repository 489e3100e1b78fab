import type { IDeploymentTarget, Instant, PatchOperation } from '@gati-framework/contracts/deployment';
import type { Weights } from '@slipway/delivery';
import { type ClusterPort, storePort } from '../cluster/index.ts';
import type { Outcome } from '../handlers/index.ts';
import { ANNOTATIONS } from '../names/index.ts';
import { rolloutIn } from '../rollouts/index.ts';
import type { GatiHandler, Stage } from '../types/index.ts';
import { HandlerDeployer, type HandlerDeployerOptions } from './handler-deployer.ts';

/** What a handler's versions are doing. */
export interface RolloutView {
  /** Of the engine; undefined before anything was rolled out. */
  readonly phase: string | undefined;
  readonly subject: string | undefined;
  readonly wanted: Weights;
  readonly versions: readonly {
    readonly versionId: string;
    readonly stage: Stage | undefined;
    readonly weight: number;
  }[];
  /** What is waited for first, until when, and who can act. */
  readonly wait: { readonly blocker: string; readonly deadline: Instant; readonly owner: string } | undefined;
}

/** Moves traffic between the versions of handlers, by their own rollouts, and hands over what people say to them. */
export class TimescapeOrchestrator {
  readonly #port: ClusterPort;
  readonly #deployer: HandlerDeployer;

  constructor(target: IDeploymentTarget, options: HandlerDeployerOptions = {}) {
    this.#port = storePort(options.store ?? target, options.optionalKinds);
    this.#deployer = new HandlerDeployer(target, undefined, options);
  }

  /** Goes on with the handler's rollout as far as it goes now. */
  reconcile(handler: Pick<GatiHandler, 'metadata'>): Promise<Outcome> {
    return this.#deployer.reconcile(handler);
  }

  /** Undefined where there is no such handler. */
  async inspect({ metadata }: Pick<GatiHandler, 'metadata'>): Promise<RolloutView | undefined> {
    const { namespace = '', name = '' } = metadata;
    const handler = await this.#port.get('GatiHandler', namespace, name);
    if (!handler) return undefined;
    const { traffic, versions = [] } = handler.status ?? {};
    const stored = rolloutIn(handler.status);
    const [wait] = stored?.state.waits ?? [];
    return {
      phase: stored?.state.phase,
      subject: stored?.plan.to,
      wanted: traffic?.wanted ?? {},
      versions: versions.map(({ versionId, stage, weight = 0 }) => ({ versionId, stage, weight })),
      wait: wait && { blocker: wait.blocker, deadline: wait.deadline, owner: wait.owner },
    };
  }

  /** Says something to a rollout: `promote`, `pause by=ann`. Each id acts once; the answer is `status.lastCommand`. */
  async say({ metadata }: Pick<GatiHandler, 'metadata'>, command: string, id: string): Promise<void> {
    const { namespace = '', name = '' } = metadata;
    const handler = await this.#port.get('GatiHandler', namespace, name);
    const path = (key: string): string => `/metadata/annotations/${key.replaceAll('/', '~1')}`;
    const operations: PatchOperation[] = [
      ...(handler?.metadata.annotations === undefined
        ? [{ op: 'add', path: '/metadata/annotations', value: {} } as const]
        : []),
      { op: 'add', path: path(ANNOTATIONS.command), value: command },
      { op: 'add', path: path(ANNOTATIONS.commandId), value: id },
    ];
    await this.#port.patch({ kind: 'GatiHandler', namespace, name }, operations);
  }
}
