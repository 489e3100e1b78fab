import { readFileSync } from 'node:fs';

interface CoreTicks {
  readonly busy: number;
  readonly total: number;
}

/** Measures how busy the server's core is from now on; the returned function gives the share in [0, 1]. */
export function watchServerCore(): () => number {
  const before = readCoreTicks(0);
  return () => {
    const after = readCoreTicks(0);
    return (after.busy - before.busy) / Math.max(after.total - before.total, 1);
  };
}

function readCoreTicks(core: number): CoreTicks {
  const line = readFileSync('/proc/stat', 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`cpu${core} `));
  // user nice system idle iowait irq softirq steal; what follows is counted in user already.
  const ticks = (line ?? '').split(/\s+/).slice(1, 9).map(Number);
  const total = ticks.reduce((sum, ticks) => sum + ticks, 0);
  return { total, busy: total - (ticks[3] ?? 0) - (ticks[4] ?? 0) };
}
