import { vi } from 'vitest';

/** How long a test may wait for what it expects. A wait ends as soon as that is so; only what never is takes this long. */
const PATIENCE_MS = 240_000;

const { waitFor } = vi;

/** vitest gives up after one second, which is little on a machine that is busy. */
vi.waitFor = (callback, options = {}) => {
  const { timeout = 0, ...rest } = typeof options === 'number' ? { timeout: options } : options;
  return waitFor(callback, { ...rest, timeout: Math.max(timeout, PATIENCE_MS) });
};
