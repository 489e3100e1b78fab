import type { Instant } from '@gati-framework/contracts/deployment';

export interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
  /** Where the pod stamps its samples itself. */
  readonly at?: Instant;
}

/** What a pod exposes, as far as it was asked for, or what is wrong with its text. */
export type Exposition =
  | { readonly series: readonly Series[]; readonly families: ReadonlySet<string>; readonly problem?: never }
  | { readonly problem: string; readonly series?: never; readonly families?: never };

/** A handler has a few dozen; past this a label holds what should not be one. */
const MOST_SERIES = 10_000;
const NAME_START = /[a-z_:]/i;
const LABEL = /^([a-z_]\w*)\s*=\s*"((?:[^"\\]|\\.)*)"\s*/i;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * Reads the Prometheus text format, version 0.0.4: the series of the wanted names, and which of these the pod
 * declares at all (a labelled counter that never counted has a TYPE and no series).
 *
 * A parser of our own: the packages for it keep every series as objects of text and accept a page that was cut off,
 * of which `12` might have been `1234`. Here a line of a foreign family costs one look at its first letters.
 */
export function readExposition(text: string, wanted: ReadonlySet<string>): Exposition {
  const series: Series[] = [];
  const families = new Set<string>();
  if (text !== '' && !text.endsWith('\n')) return { problem: 'the metrics end in the middle of a line' };
  for (let start = 0, end = text.indexOf('\n'); end !== -1; start = end + 1, end = text.indexOf('\n', start)) {
    const line = text.slice(start, end).trim();
    if (line === '') continue;
    if (line.startsWith('#')) {
      const [, keyword, name] = line.split(/\s+/, 3);
      if (keyword === 'TYPE' && name !== undefined) families.add(name);
      continue;
    }
    if (!NAME_START.test(line.charAt(0))) return { problem: 'the answer is not in the Prometheus text format' };
    const name = line.slice(0, endOfName(line));
    if (!wanted.has(name)) continue;
    const one = readLine(name, line.slice(name.length));
    if (one === undefined) return { problem: `a line of ${name} cannot be read` };
    if (series.push(one) > MOST_SERIES) return { problem: `more than ${MOST_SERIES} series` };
  }
  return { series, families };
}

function endOfName(line: string): number {
  const end = line.search(/[\s{]/);
  return end === -1 ? line.length : end;
}

/** `{route="/a"} 3 1700000000000 # {trace_id="x"} 1`: labels, value, time, and an exemplar that says nothing here. */
function readLine(name: string, text: string): Series | undefined {
  const labels: Record<string, string> = {};
  let rest = text.trimStart();
  if (rest.startsWith('{')) {
    rest = rest.slice(1).trimStart();
    while (!rest.startsWith('}')) {
      const match = LABEL.exec(rest);
      if (!match) return undefined;
      const [whole, label = '', value = ''] = match;
      labels[label] = unescaped(value);
      rest = rest.slice(whole.length);
      if (rest.startsWith(',')) rest = rest.slice(1).trimStart();
      else if (!rest.startsWith('}')) return undefined;
    }
    rest = rest.slice(1);
  }
  const [value = '', time, ...more] = (rest.split(' # ', 1)[0] ?? '').trim().split(/\s+/);
  const number = numberOf(value);
  if (number === undefined || more.length > 0 || (time !== undefined && !NUMBER.test(time))) return undefined;
  return { name, labels, value: number, ...(time !== undefined && { at: Number(time) }) };
}

function numberOf(text: string): number | undefined {
  if (NUMBER.test(text)) return Number(text);
  const [, sign, word] = /^([+-]?)(nan|inf)$/i.exec(text) ?? [];
  if (word === undefined) return undefined;
  if (word.toLowerCase() === 'nan') return Number.NaN;
  return sign === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

function unescaped(text: string): string {
  return text.includes('\\') ? text.replaceAll(/\\(.)/g, (_, letter) => (letter === 'n' ? '\n' : letter)) : text;
}
