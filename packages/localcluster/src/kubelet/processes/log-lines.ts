/** One line that a container wrote. */
export interface LogLine {
  readonly time: number;
  readonly text: string;
}

const MOST_LINES = 10_000;
const MOST_BYTES = 1024 * 1024;

/** What one run of a container wrote, the newest of it. */
export class LogLines {
  readonly #lines: LogLine[] = [];
  readonly #partial = new Map<string, string>();
  #bytes = 0;
  /** Lines that are kept no more: a reader knows where it is by the number of a line. */
  #dropped = 0;
  #isOver = false;
  #wake: (() => void)[] = [];

  /** Takes in what came on one stream. Lines are kept apart by stream: stdout does not end a line of stderr. */
  write(stream: string, chunk: string, time: number): void {
    const parts = ((this.#partial.get(stream) ?? '') + chunk).split('\n');
    this.#partial.set(stream, parts.pop() ?? '');
    for (const text of parts) this.#add({ time, text });
    this.#tell();
  }

  /** Nothing more comes. */
  end(time: number): void {
    for (const text of this.#partial.values()) if (text !== '') this.#add({ time, text });
    this.#partial.clear();
    this.#isOver = true;
    this.#tell();
  }

  /** The last lines, for a termination message. */
  tail(lines: number, bytes: number): string {
    const text = this.#lines
      .slice(-lines)
      .map((line) => `${line.text}\n`)
      .join('');
    return Buffer.from(text).subarray(-bytes).toString();
  }

  includes(pattern: RegExp): boolean {
    return this.#lines.some(({ text }) => pattern.test(text));
  }

  /** From the oldest that is kept; with `follow` those to come too, until the run is over or the signal fires. */
  async *read(options: {
    readonly follow: boolean;
    readonly tailLines: number | undefined;
    readonly signal: AbortSignal;
  }): AsyncGenerator<LogLine, void, undefined> {
    const { follow, tailLines, signal } = options;
    let next = this.#dropped + (tailLines === undefined ? 0 : Math.max(0, this.#lines.length - tailLines));
    while (!signal.aborted) {
      next = Math.max(next, this.#dropped);
      const line = this.#lines[next - this.#dropped];
      if (line) {
        next++;
        yield line;
      } else if (!follow || this.#isOver) return;
      else await this.#more(signal);
    }
  }

  #more(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        signal.removeEventListener('abort', done);
        resolve();
      };
      signal.addEventListener('abort', done, { once: true });
      this.#wake.push(done);
    });
  }

  #add(line: LogLine): void {
    this.#lines.push(line);
    this.#bytes += line.text.length;
    while (this.#lines.length > MOST_LINES || this.#bytes > MOST_BYTES) {
      this.#bytes -= this.#lines.shift()?.text.length ?? 0;
      this.#dropped++;
    }
  }

  #tell(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }
}
