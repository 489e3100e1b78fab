export interface LinkedAbort {
  readonly signal: AbortSignal;
  abort(): void;
  /** Lets go of the parent. */
  release(): void;
}

/** An abort of one's own that also fires with `parent`. */
export function linkedAbort(parent: AbortSignal): LinkedAbort {
  // AbortSignal.any would do, but keeps each short-lived signal reachable from a parent that lives for weeks.
  const controller = new AbortController();
  const abort = (): void => controller.abort(parent.aborted ? parent.reason : undefined);
  if (parent.aborted) abort();
  else parent.addEventListener('abort', abort, { once: true });
  return { signal: controller.signal, abort, release: () => parent.removeEventListener('abort', abort) };
}
