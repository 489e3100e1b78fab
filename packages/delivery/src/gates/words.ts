import type { Gate, GateRun } from '../model/index.ts';

const WORDS: Readonly<Record<GateRun['outcome'], string>> = {
  Running: 'is being measured',
  Pass: 'is as asked',
  Fail: 'is not as asked',
  Inconclusive: 'is inconclusive',
  Error: 'cannot be measured',
  Skipped: 'is skipped',
};

/** What a gate is about and what it found, for people: `success rate 51 %, at least 95 % asked, 2 of 2 samples`. */
export function gateWords(gate: Gate, run: GateRun | undefined): string {
  const { last = [], outcome } = run ?? {};
  const { message } = last.findLast((one) => one.outcome === outcome) ?? last.at(-1) ?? {};
  const title = gate.title ?? gate.name;
  if (gate.kind === 'health')
    return message ?? (outcome === 'Pass' ? 'it is healthy' : 'it is not healthy for long enough');
  if (gate.kind !== 'metric') return message ?? title;
  if (message === undefined)
    return `${title} ${last.length === 0 ? 'is not measured yet' : WORDS[outcome ?? 'Running']}`;
  // A number goes on from its title; anything else is a sentence of its own.
  return `${title}${/^-?\d/.test(message) ? '' : ':'} ${message}, ${samplesOf(gate, run)}`;
}

function samplesOf({ spec = {} }: Gate, run: GateRun | undefined): string {
  const { count = 5 } = spec;
  const samples = run?.samples ?? 0;
  // Measured on for as long as the stage lasts.
  return samples > count ? `${samples} samples` : `${samples} of ${count} samples`;
}
