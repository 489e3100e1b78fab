import type { Logger } from '../log/index.ts';

// More different texts than a cluster has deprecated APIs; beyond it old ones may be logged again.
const REMEMBERED = 1000;

/** Logs what the server warns of, once per text. */
export class Warnings {
  readonly #logger: Logger;
  readonly #seen = new Set<string>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  note(headers: readonly string[], asked: string): void {
    for (const text of headers.flatMap(warningTexts)) {
      if (this.#seen.has(text)) continue;
      if (this.#seen.size >= REMEMBERED) this.#seen.clear();
      this.#seen.add(text);
      this.#logger.warn({ request: asked, warning: text }, 'The API server warns.');
    }
  }
}

/** The texts of a header such as `299 - "use v2", 299 - "soon gone"`; other codes are for caches. */
export function warningTexts(header: string): readonly string[] {
  return [...header.matchAll(/\b299 \S+ "((?:[^"\\]|\\.)*)"/g)].map((match) =>
    (match[1] ?? '').replace(/\\(.)/g, '$1'),
  );
}
