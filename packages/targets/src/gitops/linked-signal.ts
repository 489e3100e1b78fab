/** A signal that fires with either; released when the work is done, so that long-lived ones collect no listeners. */
export function linkedSignal(a: AbortSignal, b: AbortSignal): { readonly signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const onA = (): void => controller.abort(a.reason);
  const onB = (): void => controller.abort(b.reason);
  if (a.aborted) onA();
  if (b.aborted) onB();
  a.addEventListener('abort', onA, { once: true });
  b.addEventListener('abort', onB, { once: true });
  return {
    signal: controller.signal,
    release() {
      a.removeEventListener('abort', onA);
      b.removeEventListener('abort', onB);
    },
  };
}
