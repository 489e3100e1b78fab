import type { Instant } from '@gati-framework/contracts/deployment';
import type { Moment, Timeline } from './simulate.ts';
import { clock } from './timeline-text.ts';

const WIDTH = 960;
const HEIGHT = 240;
const LEFT = 48;
const TOP = 16;
const COLOURS = ['#4477aa', '#ee6677', '#228833', '#ccbb44', '#66ccee', '#aa3377'];

/** Shares over time as stacked areas, with a mark for each phase. One file without scripts. */
export function drawTimeline(timeline: Timeline): string {
  const { moments, start, plan } = timeline;
  const end = Math.max(...moments.map(({ at }) => at), start + 1);
  const x = (at: Instant): number => round(LEFT + ((at - start) / (end - start)) * (WIDTH - LEFT - 8));
  const y = (share: number): number => round(TOP + (1 - share) * (HEIGHT - TOP - 40));
  const names = [...new Set(moments.flatMap((moment) => Object.keys(sharesOf(moment))))].sort();
  const areas = names.map((name, index) => {
    const below = (moment: Moment): number =>
      names.slice(0, index).reduce((sum, one) => sum + (sharesOf(moment)[one] ?? 0), 0);
    const points = (edge: (moment: Moment) => number): string[] =>
      moments.flatMap((moment, at) => {
        const level = y(edge(moment));
        return [`${x(moment.at)},${level}`, `${x(moments[at + 1]?.at ?? end)},${level}`];
      });
    const upper = points((moment) => below(moment) + (sharesOf(moment)[name] ?? 0));
    const outline = [...upper, ...points(below).toReversed()].join(' ');
    const colour = COLOURS[index % COLOURS.length] ?? '#888888';
    return `<polygon points="${outline}" fill="${colour}" fill-opacity="0.75"><title>${escape(name)}</title></polygon>`;
  });
  const marks = phaseMarks(moments).map(
    ({ at, phase }) =>
      `<line x1="${x(at)}" x2="${x(at)}" y1="${TOP}" y2="${HEIGHT - 36}" stroke="#333" stroke-dasharray="2 3"/>` +
      `<text x="${x(at) + 3}" y="${HEIGHT - 24}" font-size="10">${phase}</text>` +
      `<text x="${x(at) + 3}" y="${HEIGHT - 10}" font-size="10" fill="#666">${clock(at - start)}</text>`,
  );
  const legend = names.map(
    (name, index) =>
      `<text x="4" y="${TOP + 12 + index * 14}" font-size="11" fill="${COLOURS[index % COLOURS.length]}">${escape(name)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" role="img">`,
    `<title>${escape(`${plan.from ?? 'nothing'} → ${plan.to}`)}</title>`,
    ...areas,
    ...marks,
    ...legend,
    '</svg>\n',
  ].join('\n');
}

function sharesOf({ state }: Moment): Readonly<Record<string, number>> {
  const weights = Object.entries(state.weights).filter(([, weight]) => weight > 0);
  if (weights.length > 0) return Object.fromEntries(weights.map(([version, weight]) => [version, weight / 100]));
  const members = Object.values(state.members);
  const phases: Record<string, number> = {};
  for (const { phase } of members) phases[phase] = (phases[phase] ?? 0) + 1 / members.length;
  return phases;
}

function phaseMarks(moments: readonly Moment[]): { at: Instant; phase: string }[] {
  return moments
    .filter(({ state }, index) => moments[index - 1]?.state.phase !== state.phase)
    .map(({ at, state }) => ({ at, phase: state.phase }));
}

const round = (value: number): number => Math.round(value * 10) / 10;

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
