import { isSensitiveField, sortStrings } from './sensitive.ts';

const MASK = '***';
const QUOTES = /: (?:(?:Invalid|Duplicate|Unsupported) value|Not found): /g;
/** The field before a quote: `spec.containers[0].env[1].value`, `metadata.annotations[bad key]`. */
const FIELD = /(?:[^\s,:[\]]|\[[^[\]\n]*\])+$/;
const LONGEST_FIELD = 400;
const STRING = /"(?:[^"\\]|\\.)*"/y;
/** JSON, and the literals of Go: `core.PodTemplateSpec{…}`, `[]string{…}`, `map[string]string{…}`, `(*int32)(0xc0)`. */
const COMPOSITE = /[&*]*(?:map\[|\[|\{|\(|[\w.*\]]*[[{(])/y;
/** Of server-side apply: `.spec.replicas: expected numeric, got &value.valueUnstructured{Value:"…"}`. */
const GOT = /\bgot (?=&?value\.)/g;
/** A refused update of a pod shows the difference, line by line, with all that stands around it. */
const DIFFERENCE = /(: Forbidden: [^\n]*)\n[\s\S]*\{[\s\S]*/;

/**
 * The words of a refusal without the values that validation quotes in them, where these may be secrets: those of
 * fields such as `env[0].value` and `spec.password`, and whole structures with such fields in them. Numbers, names and
 * other plain values stay, since people need them.
 *
 * @example withoutQuotedValues('spec.env.KEY: Invalid value: "hunter2": too short')
 */
export function withoutQuotedValues(text: string): string {
  const cut = text.replace(DIFFERENCE, `$1 ${MASK}`);
  return replaceAfter(replaceAfter(cut, QUOTES, hidden), GOT, () => true);
}

/** Replaces the values that follow matches of `before`, where they are to be hidden. */
function replaceAfter(text: string, before: RegExp, isHidden: (field: string, value: string) => boolean): string {
  let result = '';
  let from = 0;
  for (const match of text.matchAll(before)) {
    const start = match.index + match[0].length;
    // Inside of a value that was passed already.
    if (start < from) continue;
    const end = endOfValue(text, start);
    const [field = ''] = FIELD.exec(text.slice(Math.max(0, match.index - LONGEST_FIELD), match.index)) ?? [];
    const isKept = !isHidden(field, text.slice(start, end));
    result += text.slice(from, start) + (isKept ? text.slice(start, end) : MASK);
    from = end;
  }
  return result + text.slice(from);
}

function hidden(field: string, value: string): boolean {
  const structure = /^[[{]/.test(value) ? jsonOf(value) : undefined;
  if (structure !== undefined) {
    const { secret, sensitive } = sortStrings(structure, isSensitiveField(field) ? 'sensitive' : 'plain');
    return secret.size + sensitive.size > 0;
  }
  return isSensitiveField(field, value) ? value !== '""' : isComposite(value);
}

function isComposite(value: string): boolean {
  COMPOSITE.lastIndex = 0;
  return !value.startsWith('"') && COMPOSITE.test(value);
}

/** Where the value that begins at `start` ends; at the end of the text where it was cut off. */
function endOfValue(text: string, start: number): number {
  if (text[start] === '"') return endOfString(text, start);
  if (!isComposite(text.slice(start, start + 100))) {
    const end = text.slice(start).search(/: |, |\]|\n|$/);
    return start + end;
  }
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at] as string;
    if (character === '"') at = endOfString(text, at) - 1;
    else if ('{[('.includes(character)) depth++;
    else if ('}])'.includes(character)) {
      depth--;
      // `[]string{…}` goes on behind its first bracket, `(*int32)(0x…)` behind its first parenthesis.
      if (depth === 0 && !/[\w{[(*]/.test(text[at + 1] ?? '')) return at + 1;
    }
  }
  return text.length;
}

function endOfString(text: string, start: number): number {
  STRING.lastIndex = start;
  return STRING.test(text) ? STRING.lastIndex : text.length;
}

/** Undefined for what only looks like JSON, as literals of Go do. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
