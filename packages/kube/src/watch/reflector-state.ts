/** How a reflector stands. */
export interface ReflectorState {
  /** The first sync is done: the content was complete once. */
  readonly synced: boolean;
  /** The server refuses to show the collection (403, 404); the last content is kept. */
  readonly stale: boolean;
  /** The server has no such collection (404): the kind is not installed, which is more than not to know it. */
  readonly absent: boolean;
  /** The server refuses it to this account (403), as of the last answer. */
  readonly forbidden: boolean;
  /** Wall time of the last return from a failure, or of the first sync: nothing was missed since. */
  readonly unbrokenSince: number | undefined;
  readonly lastResourceVersion: string | undefined;
  /** Wall time of the last bytes of a watch or the last sync, in milliseconds since 1970. */
  readonly lastEventAt: number | undefined;
  /** Why nothing arrives at present, in the words of the last failure. */
  readonly blocker: string | undefined;
}

/** What a reflector has done since its start; the numbers only grow. */
export interface ReflectorCounters {
  lists: number;
  /** Watches asked for, WatchLists among them. */
  watches: number;
  /** Watches that ended, by the cause of R-27's table; refusals as `answer-503` or `event-410`. */
  readonly restarts: Record<string, number>;
}
