/** Fields of a schedule: their limits, and names that stand for numbers. */
const FIELDS: readonly (readonly [min: number, max: number, names?: string])[] = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12, 'jan feb mar apr may jun jul aug sep oct nov dec'],
  [0, 6, 'sun mon tue wed thu fri sat'],
];

const DESCRIPTORS = new Set(['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly']);

/** What is wrong with a cron schedule, in the server's words. */
export function cronComplaint(schedule: string): string | undefined {
  const bare = schedule.replace(/^(CRON_)?TZ=\S+\s*/, '').trim();
  if (bare.startsWith('@')) {
    const isKnown = DESCRIPTORS.has(bare) || /^@every ([0-9.]+(ns|us|µs|ms|s|m|h))+$/.test(bare);
    return isKnown ? undefined : `unrecognized descriptor: ${bare}`;
  }
  const fields = bare.split(/\s+/).filter(Boolean);
  if (fields.length !== FIELDS.length) {
    return `expected exactly 5 fields, found ${fields.length}: [${fields.join(' ')}]`;
  }
  for (const [index, field] of fields.entries()) {
    const complaint = fieldComplaint(field, FIELDS[index] ?? [0, 0]);
    if (complaint) return complaint;
  }
  return undefined;
}

function fieldComplaint(field: string, limits: (typeof FIELDS)[number]): string | undefined {
  for (const part of field.split(',').filter(Boolean)) {
    const complaint = rangeComplaint(part, limits);
    if (complaint) return complaint;
  }
  return undefined;
}

function rangeComplaint(text: string, [min, max, names]: (typeof FIELDS)[number]): string | undefined {
  const [range = '', step, ...more] = text.split('/');
  const [low = '', high, ...rest] = range.split('-');
  const numberOf = (part: string): number | string => {
    const named = names?.split(' ').indexOf(part.toLowerCase()) ?? -1;
    if (named >= 0) return named + min;
    if (/^\d+$/.test(part)) return Number(part);
    return `failed to parse int from ${part}: strconv.Atoi: parsing ${JSON.stringify(part)}: invalid syntax`;
  };
  let start: number | string = min;
  let end: number | string = max;
  if (low !== '*' && low !== '?') {
    start = numberOf(low);
    if (typeof start === 'string') return start;
    if (rest.length > 0) return `too many hyphens: ${text}`;
    end = high === undefined ? (step === undefined ? start : max) : numberOf(high);
    if (typeof end === 'string') return end;
  }
  if (more.length > 0) return `too many slashes: ${text}`;
  const by = step === undefined ? 1 : numberOf(step);
  if (typeof by === 'string') return by;
  if (start < min) return `beginning of range (${start}) below minimum (${min}): ${text}`;
  if (end > max) return `end of range (${end}) above maximum (${max}): ${text}`;
  if (start > end) return `beginning of range (${start}) beyond end of range (${end}): ${text}`;
  return by === 0 ? `step of range should be a positive number: ${text}` : undefined;
}
