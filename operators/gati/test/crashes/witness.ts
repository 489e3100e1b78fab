/** An object as far as a witness looks at it. */
interface Seen {
  readonly kind?: string;
  readonly metadata?: {
    readonly name?: string;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly labels?: Readonly<Record<string, string>>;
    readonly deletionTimestamp?: unknown;
  };
  readonly status?: unknown;
}

interface HandlerStatus {
  readonly traffic?: { readonly wanted?: Readonly<Record<string, number>> };
  readonly versions?: readonly { readonly weight?: number }[];
}

interface Slice {
  readonly endpoints?: readonly { readonly conditions?: { readonly ready?: boolean } }[];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/**
 * A client that watches a handler and what callers reach it by: from its release on, weights add up to 100 in every
 * state, and its stable Service has ready endpoints. What was otherwise for a moment is kept.
 */
export class Witness {
  readonly complaints: string[] = [];
  #isReleased = false;
  #isOver = false;

  see(type: string, object: Seen): void {
    if (this.#isOver) return;
    if (object.metadata?.deletionTimestamp !== undefined || type.toUpperCase() === 'DELETED') {
      // The handler is being removed: callers are expected to be gone.
      if (object.kind === 'GatiHandler') this.#isOver = true;
      return;
    }
    if (object.kind === 'GatiHandler') this.#seeHandler(object.status as HandlerStatus | undefined);
    if (object.kind === 'Service') this.#seeService(object.metadata?.annotations?.['gati.dev/split']);
    if (object.kind === 'EndpointSlice') this.#seeEndpoints(object);
  }

  #seeHandler({ traffic, versions = [] }: HandlerStatus = {}): void {
    const wanted = sum(Object.values(traffic?.wanted ?? {}));
    const confirmed = sum(versions.map(({ weight = 0 }) => weight));
    if (confirmed === 100) this.#isReleased = true;
    if (wanted !== 100 && (wanted !== 0 || this.#isReleased))
      this.#complain(`wanted weights ${JSON.stringify(traffic)}`);
    if (this.#isReleased && confirmed !== 100) this.#complain(`confirmed weights ${JSON.stringify(versions)}`);
  }

  #seeService(split: string | undefined): void {
    if (split === undefined) return;
    const weights = JSON.parse(split) as Record<string, number>;
    if (sum(Object.values(weights)) !== 100) this.#complain(`the Service was given ${split}`);
  }

  #seeEndpoints(slice: Seen & Slice): void {
    const isStable = slice.metadata?.labels?.['kubernetes.io/service-name'] === 'handler-users';
    if (!isStable || !this.#isReleased) return;
    const ready = (slice.endpoints ?? []).filter(({ conditions }) => conditions?.ready !== false);
    if (ready.length === 0) this.#complain('the stable Service has no ready endpoint');
  }

  #complain(what: string): void {
    this.complaints.push(what);
  }
}
