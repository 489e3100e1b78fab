import { apiVersionOf } from '@slipway/apimachinery/references';
import { type AnyKind, type Clock, type Cluster, isKubeError, type Logger } from '@slipway/kube';
import { resourceName } from '@slipway/kube/kinds';

export interface AbsentKindsOptions {
  readonly cluster: Pick<Cluster, 'transport'>;
  /** Kinds that may be installed after the process was started. */
  readonly kinds: readonly AnyKind[];
  readonly clock: Clock;
  readonly logger: Logger;
}

/** How often a kind that is absent is asked for: soon enough for a person who just installed it. */
const ASK_MS = 1_000;
/** How often what is still absent is logged again, for readers who open the log only now. */
const TELL_MS = 60_000;

/** Kinds without which nothing can begin, until the server serves them. */
export class AbsentKinds {
  readonly #options: AbsentKindsOptions;
  #absent: readonly AnyKind[];

  constructor(options: AbsentKindsOptions) {
    this.#options = options;
    this.#absent = options.kinds;
  }

  /** Names of those that were absent when last asked; before that, of all. */
  get names(): readonly string[] {
    return this.#absent.map(resourceName);
  }

  /** Resolves once all are served. However long that takes: a restart would not bring them. */
  async arrival(signal: AbortSignal): Promise<void> {
    const { clock, logger } = this.#options;
    let reported: { readonly names: string; readonly at: number } | undefined;
    for (;;) {
      const served = await Promise.all(this.#absent.map((kind) => this.#isServed(kind, signal)));
      this.#absent = this.#absent.filter((_, index) => !served[index]);
      if (this.#absent.length === 0) break;
      const names = this.names.join(', ');
      if (reported?.names !== names || clock.now() - reported.at >= TELL_MS) {
        reported = { names, at: clock.now() };
        logger.warn(
          { absent: this.names },
          'These kinds are not served yet; install their definitions. The start waits for them.',
        );
      }
      await clock.sleep(ASK_MS, signal);
    }
    if (reported) logger.info({}, 'All kinds are served; the start goes on.');
  }

  /** Nothing but a clear no says that a kind is absent: what else is wrong, its cache will tell. */
  async #isServed(kind: AnyKind, signal: AbortSignal): Promise<boolean> {
    const { transport } = this.#options.cluster;
    try {
      const path = `/${kind.group === '' ? 'api' : 'apis'}/${apiVersionOf(kind)}`;
      const { resources = [] } = await transport.json<{ resources?: readonly { name: string }[] }>({
        method: 'GET',
        path,
        signal,
      });
      return resources.some(({ name }) => name === kind.plural);
    } catch (error) {
      if (isKubeError(error, 'KUBE_NOT_FOUND')) return false;
      if (isKubeError(error)) return true;
      throw error;
    }
  }
}
