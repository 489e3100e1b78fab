import { formatMs, formatTable } from './table.ts';

const SHOWN = 15;

/** The functions that took longest by themselves, with their share of all. */
export function selfTimeTable(times: readonly { readonly where: string; readonly ms: number }[]): string {
  const total = times.reduce((sum, { ms }) => sum + ms, 0);
  const rows = times
    .slice(0, SHOWN)
    .map(({ where, ms }) => [formatMs(ms), `${((100 * ms) / total).toFixed(1)} %`, `\`${where}\``]);
  return formatTable(['itself', 'share', 'function'], rows);
}
