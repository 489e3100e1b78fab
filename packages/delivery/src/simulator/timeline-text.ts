import type { Duration } from '@gati-framework/contracts/deployment';
import type { Moment, Timeline } from './simulate.ts';

/** A line for each event, with the phase and the weights or members at that moment. */
export function printTimeline({ moments, start }: Timeline): string {
  const rows = moments.flatMap((moment) =>
    moment.events.map(({ type, message }) => [
      clock(moment.at - start),
      moment.state.phase,
      spread(moment),
      type,
      message,
    ]),
  );
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0), 0));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

function spread({ state }: Moment): string {
  const weights = Object.entries(state.weights).filter(([, weight]) => weight > 0);
  if (weights.length > 0) return weights.map(([version, weight]) => `${version} ${weight}%`).join(' ');
  const members = Object.values(state.members);
  return members.length === 0 ? '' : `${members.filter(({ phase }) => phase === 'Done').length}/${members.length}`;
}

/** `1:05:09` for hours, minutes and seconds. */
export function clock(ms: Duration): string {
  const seconds = Math.round(ms / 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
