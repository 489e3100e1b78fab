/** One line that a container wrote, without its end. */
export interface LogLine {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly text: string;
}

export interface LogRequest {
  readonly namespace: string;
  readonly pod: string;
  readonly uid: string;
  readonly container: string;
  /** The run before the current one. */
  readonly previous: boolean;
  /** After the lines that are there, those to come, until the container ends or the signal fires. */
  readonly follow: boolean;
  /** Of the lines that are there, only the last so many. A follower must heed it, others may. */
  readonly tailLines: number | undefined;
  readonly signal: AbortSignal;
}

/** The runner of pods and knows what they wrote: lines from the oldest on; undefined: not one of mine. */
export type PodLogs = (request: LogRequest) => AsyncIterable<LogLine> | undefined;

/** All who know what pods wrote. The latest is asked first. */
export class PodLogSources {
  readonly #sources: PodLogs[] = [];

  /** Asks this one too, until the returned function is called. */
  add(source: PodLogs): () => void {
    this.#sources.unshift(source);
    return () => {
      const at = this.#sources.indexOf(source);
      if (at >= 0) this.#sources.splice(at, 1);
    };
  }

  read(request: LogRequest): AsyncIterable<LogLine> | undefined {
    for (const source of this.#sources) {
      const lines = source(request);
      if (lines) return lines;
    }
    return undefined;
  }
}
