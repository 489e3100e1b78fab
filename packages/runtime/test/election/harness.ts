import { FakeClock } from '@slipway/kube/testing';
import type { KubeRequest, Transport } from '@slipway/kube/transport';
import { Elector, type ElectorOptions } from '../../src/election/index.ts';
import { LeaseServer } from './lease-server.ts';
import { link, type Passage } from './link.ts';

export interface Sent {
  readonly at: number;
  readonly by: string;
  readonly request: KubeRequest;
}

/** Electors with one Lease on one fake clock, and what they sent. */
export class ElectionHarness {
  readonly clock = new FakeClock();
  readonly server = new LeaseServer();
  readonly sent: Sent[] = [];
  readonly losses: string[] = [];
  /** What happens to the requests of an identity. */
  readonly passages = new Map<string, (request: KubeRequest) => Passage>();
  readonly #hanging = new Set<string>();
  readonly #electors: Elector[] = [];

  elector(identity: string, options: Partial<ElectorOptions> = {}): Elector {
    const passage = (request: KubeRequest): Passage => {
      this.sent.push({ at: this.clock.now(), by: identity, request });
      return this.passages.get(identity)?.(request) ?? {};
    };
    const line = link(this.server, { clock: this.clock, passage });
    const json: Transport['json'] = (request) =>
      this.#hanging.has(identity) ? untilAborted(request.signal) : line.json(request);
    const elector = new Elector(
      { ...line, json },
      {
        name: 'operator',
        namespace: 'system',
        identity,
        clock: this.clock,
        random: () => 0.5,
        onLost: (error) => this.losses.push(`${identity}: ${error.code} ${error.message}`),
        ...options,
      },
    );
    this.#electors.push(elector);
    return elector;
  }

  /** A started elector, after its first look. */
  async started(identity: string, options: Partial<ElectorOptions> = {}): Promise<Elector> {
    const elector = this.elector(identity, options);
    await elector.start();
    await this.clock.advance(0);
    return elector;
  }

  /** From now on requests of the identity are neither answered nor ended by their deadline. */
  hang(identity: string): void {
    this.#hanging.add(identity);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#electors.map((elector) => elector.stop()));
  }
}

function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason), { once: true }));
}
