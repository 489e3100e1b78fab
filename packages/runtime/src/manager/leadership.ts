import type { Clock, Logger } from '@slipway/kube';
import type { Transport } from '@slipway/kube/transport';
import { type ElectionObserver, Elector, type ElectorOptions } from '../election/index.ts';
import type { RuntimeError } from '../errors.ts';
import { within } from './phases.ts';

/** Work that only a leader may do, as its controllers let it be handled. */
export interface ElectedWork {
  start(): void;
  /** Looks again whether it may go on. */
  resume(): void;
  /** Fires the signals of what runs. */
  abort(reason: unknown): void;
  isIdle(): boolean;
}

export interface LeadershipOptions {
  readonly transport: Transport;
  readonly election: Pick<ElectorOptions, 'name'> & Partial<ElectorOptions>;
  readonly onLoss: 'exit' | 'standby';
  readonly observer: ElectionObserver;
  readonly clock: Clock;
  readonly random: () => number;
  readonly logger: Logger;
  readonly exit: (code: number) => void;
}

/** How long work may take to end after the lease is lost, in milliseconds. */
const LOSS_MS = 5_000;
const IDLE_LOOK_MS = 50;

/** When elected work may start, what is sent for it, and what follows the loss of the lease. */
export class Leadership {
  readonly #options: LeadershipOptions;
  #elector: Elector | undefined;
  #work: ElectedWork | undefined;
  #isStopping = false;

  constructor(options: LeadershipOptions) {
    this.#options = options;
  }

  /** Whether elected work may happen at this very moment. */
  readonly mayAct = (): boolean => this.#elector?.tenure.mayAct() ?? false;

  get isHealthy(): boolean {
    return this.#elector?.isHealthy ?? true;
  }

  /** Stands for election; `work` starts when it is won. */
  async start(work: ElectedWork): Promise<void> {
    this.#work = work;
    const elector = await this.#stand();
    void elector.acquired.then((isAcquired) => {
      if (isAcquired) work.start();
    });
  }

  /** Gives the lease back if nothing of its work is left; otherwise it is left to expire. */
  async stop(isIdle: boolean): Promise<void> {
    this.#isStopping = true;
    await (isIdle ? this.#elector?.release() : this.#elector?.stop());
  }

  async #stand(): Promise<Elector> {
    const { transport, election, clock, logger, random, observer } = this.#options;
    const elector = new Elector(transport, {
      clock,
      logger,
      random,
      observer,
      ...election,
      onLost: (error) => void this.#lose(error),
    });
    this.#elector = elector;
    elector.tenure.onChange(() => this.#work?.resume());
    await elector.start();
    return elector;
  }

  /** Nothing more starts or is sent, since the tenure has ended; what runs is asked to end. */
  async #lose(error: RuntimeError): Promise<void> {
    if (this.#isStopping) return;
    const { clock, logger, onLoss, exit } = this.#options;
    logger.error({ error }, 'The lease is lost.');
    this.#work?.abort(error);
    const hasEnded = await within(clock, LOSS_MS, this.#whenIdle());
    if (onLoss === 'standby' && hasEnded && !this.#isStopping) await this.#stand();
    else exit(1);
  }

  async #whenIdle(): Promise<void> {
    while (this.#work && !this.#work.isIdle()) await this.#options.clock.sleep(IDLE_LOOK_MS);
  }
}
