import type { Clock, Timer } from '@slipway/apimachinery/clock';
import { type AuthMaterial, authoritySource, type CheckedSource, type Credentials } from '../auth/index.ts';
import type { TlsConfig } from '../config/index.ts';
import type { Logger } from '../log/index.ts';
import type { ByteStream } from './byte-stream.ts';
import type { TlsMaterial } from './connector.ts';
import type { LaneOptions, Lanes } from './lanes.ts';
import type { TransportStats } from './stats.ts';
import { WatchStreams } from './watch-streams.ts';
import { withoutSockets } from './without-sockets.ts';

export interface ConnectionsOptions extends Omit<LaneOptions, 'tls' | 'serverName' | 'insecureSkipVerify'> {
  readonly tls: TlsConfig;
  readonly clock: Clock;
  readonly random: () => number;
  readonly logger: Logger;
  readonly credentialCheckMs: number;
  readonly watchMoveMs: number;
  /** False where requests are not sent through sockets. */
  readonly hasSockets: boolean;
}

type Sockets = Pick<Lanes, 'material' | 'pool' | 'sockets' | 'retire' | 'destroy'>;

/** What a send needs: sockets that fit the credential, and the credential. */
export interface Connection {
  readonly lanes: Sockets;
  readonly auth: AuthMaterial;
}

/**
 * The sockets of a cluster handle and the certificates they were opened with. One set of lanes lasts
 * until a CA or client certificate changes; then a new set takes over, the old one ends its requests,
 * and open watches move over one by one.
 */
export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #credentials: Credentials;
  readonly #authority: CheckedSource<string> | undefined;
  readonly #watches: WatchStreams;
  readonly #retired = new Set<Sockets>();
  #lanes: Sockets | undefined;
  #loaded: Promise<(options: LaneOptions) => Sockets> | undefined;
  #check: Timer | undefined;
  #isClosed = false;

  constructor(credentials: Credentials, options: ConnectionsOptions) {
    this.#options = options;
    this.#credentials = credentials;
    this.#authority = options.tls.ca && authoritySource(options.tls.ca, options);
    this.#watches = new WatchStreams(options.clock, options.random);
  }

  /** Sockets and credential as they are now; looks at their files where that is due. */
  async current(): Promise<Connection> {
    // Not at the top: undici is a third of what importing this package takes, and not every process sends.
    this.#loaded ??= this.#options.hasSockets ? loadLanes() : Promise.resolve(withoutSockets);
    const [open] = await Promise.all([this.#loaded, this.#credentials.check(), this.#authority?.current()]);
    const auth = this.#credentials.latest;
    const ca = this.#authority?.latest;
    const lanes = this.#lanes;
    if (lanes && isSame(lanes.material, ca, auth)) return { lanes, auth };
    return { lanes: this.#open(open, { ca, certificate: auth.certificate }), auth };
  }

  /** Looks at the certificates at once, after a connection failed because of them. True if they changed. */
  async reload({ lanes, auth }: Connection): Promise<boolean> {
    await Promise.all([
      lanes.material.ca !== undefined && this.#authority?.refresh(lanes.material.ca),
      auth.certificate && this.#credentials.refresh(auth),
    ]);
    return (await this.current()).lanes !== lanes;
  }

  /** Asks for another credential, after the server refused this one. */
  refresh({ auth }: Connection): Promise<void> {
    return this.#credentials.refresh(auth);
  }

  /** Keeps an open watch under watch: while there is one, certificates are looked at even without requests. */
  holdWatch(stream: ByteStream): void {
    this.#watches.add(stream);
    this.#armCheck();
    stream.onEnd(() => {
      this.#watches.delete(stream);
      if (this.#watches.size > 0) return;
      this.#check?.cancel();
      this.#check = undefined;
    });
  }

  sockets(): TransportStats['sockets'] {
    const total = { watch: 0, request: 0, election: 0 };
    for (const lanes of [...this.#retired, ...(this.#lanes ? [this.#lanes] : [])]) {
      const open = lanes.sockets();
      total.watch += open.watch;
      total.request += open.request;
      total.election += open.election;
    }
    return total;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#check?.cancel();
    this.#credentials.close();
    await Promise.all([...this.#retired, ...(this.#lanes ? [this.#lanes] : [])].map((lanes) => lanes.destroy()));
  }

  #open(open: (options: LaneOptions) => Sockets, material: TlsMaterial): Sockets {
    const { tls, logger, watchMoveMs } = this.#options;
    const old = this.#lanes;
    this.#lanes = open({
      ...this.#options,
      tls: material,
      serverName: tls.serverName,
      insecureSkipVerify: tls.insecureSkipVerify ?? false,
    });
    if (old) {
      logger.info({ server: this.#options.origin }, 'A certificate changed; connections move over.');
      this.#retired.add(old);
      const forget = (): boolean => this.#retired.delete(old);
      old.retire().then(forget, forget);
      this.#watches.moveWithin(watchMoveMs);
    }
    return this.#lanes;
  }

  #armCheck(): void {
    const { clock, credentialCheckMs, logger } = this.#options;
    if (this.#check || this.#isClosed) return;
    this.#check = clock.timer(credentialCheckMs, () => {
      this.#check = undefined;
      this.current()
        .catch((error: unknown) => logger.warn({ error }, 'Credentials could not be checked; open watches go on.'))
        .finally(() => this.#watches.size > 0 && this.#armCheck());
    });
  }
}

async function loadLanes(): Promise<(options: LaneOptions) => Sockets> {
  const { Lanes } = await import('./lanes.ts');
  return (options) => new Lanes(options);
}

function isSame(material: TlsMaterial, ca: string | undefined, { certificate }: AuthMaterial): boolean {
  return (
    material.ca === ca &&
    material.certificate?.cert === certificate?.cert &&
    material.certificate?.key === certificate?.key
  );
}
