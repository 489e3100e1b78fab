/** The times of watches, all in milliseconds. */
export interface WatchTiming {
  /**
   * How long a watch may be silent before it is replaced; up to `idleJitterMs` are added at random.
   * @default 70_000
   *
   * API servers send a bookmark about every 60 s (fewer on quiet collections) and keep recent events for
   * 75 s. Below 60 s healthy watches are replaced for nothing; above 75 s a resume may be answered with 410
   * and cost a full list. Expiry is not an error: the watch resumes from the last resource version.
   */
  readonly idleTimeoutMs: number;
  /** @default 4_000 */
  readonly idleJitterMs: number;
  /** The least and most time after which the server is asked to end a watch. @default 300_000 and 600_000 */
  readonly shortestWatchMs: number;
  readonly longestWatchMs: number;
  /** How long after that the client ends it, in case the server does not. @default 30_000 */
  readonly hardEndGraceMs: number;
  /** How long the end of the initial events may be waited for after the last of them. @default 30_000 */
  readonly endBookmarkMs: number;
  /** How long a server that has no WatchList is not asked for it again. @default 3_600_000 */
  readonly watchListRetryMs: number;
  /** Deadline of one page of a list. @default 60_000 */
  readonly listPageMs: number;
  /** Deadline of the probe of R-7, short because nothing is watched meanwhile. @default 10_000 */
  readonly probeMs: number;
  /** Work done before the event loop gets its turn. @default 10 */
  readonly sliceMs: number;
}

export const WATCH_TIMING: WatchTiming = {
  idleTimeoutMs: 70_000,
  idleJitterMs: 4_000,
  shortestWatchMs: 300_000,
  longestWatchMs: 600_000,
  hardEndGraceMs: 30_000,
  endBookmarkMs: 30_000,
  watchListRetryMs: 3_600_000,
  listPageMs: 60_000,
  probeMs: 10_000,
  sliceMs: 10,
};
