/** Not the YAML that generators write; no error, as long as a full parser takes it. */
export class NotBlockYaml extends Error {}

const SPACE = 0x20;

export function trimSpaces(text: string): string {
  let end = text.length;
  while (text.charCodeAt(end - 1) === SPACE) end--;
  return text.slice(0, end);
}

/** Whether an odd number of backslashes stands before. */
export function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text[start - 1] === '\\') start--;
  return (at - start) % 2 === 1;
}

/**
 * Quoted text of several lines: a line break is a space, and blank lines are line breaks. With `escapes`
 * they stay written as `\n`, and a backslash at the end of a line takes the break away.
 */
export function foldQuoted(raw: string, indent: number, escapes: boolean): string {
  const lines = raw.split('\n');
  const newline = escapes ? '\\n' : '\n';
  let text = '';
  let join = '';
  let blankLines = 0;
  for (const [index, line] of lines.entries()) {
    const isLast = index === lines.length - 1;
    const start = index === 0 ? 0 : leadingSpaces(line);
    const body = isLast ? line.slice(start) : trimSpaces(line.slice(start));
    if (index > 0 && body === '' && !isLast) {
      if (join === '') throw new NotBlockYaml();
      blankLines++;
      continue;
    }
    if (index > 0 && start <= indent) throw new NotBlockYaml();
    text += blankLines === 0 ? join : newline.repeat(blankLines);
    blankLines = 0;
    const isBreakEscaped = escapes && !isLast && isEscaped(body, body.length);
    // What is escaped may be a space that stands before the break.
    if (isBreakEscaped && !line.endsWith('\\')) throw new NotBlockYaml();
    text += isBreakEscaped ? body.slice(0, -1) : body;
    join = isBreakEscaped ? '' : ' ';
  }
  return text;
}

function leadingSpaces(line: string): number {
  let count = 0;
  while (line.charCodeAt(count) === SPACE) count++;
  return count;
}

/** The escapes that JSON has, and the escaped space of folded lines. */
export function unescape(raw: string): string {
  if (!raw.includes('\\')) return raw;
  try {
    const json = raw.replace(/\\(.)/g, (pair, escaped) => (escaped === ' ' ? ' ' : pair));
    return JSON.parse(`"${json}"`) as string;
  } catch {
    throw new NotBlockYaml();
  }
}

const HEADER = /([|>])(-?) *\n/y;

/** Literal and folded text below a line that ends with `|`, `|-`, `>` or `>-`; `end` is its last line break. */
export function readBlockText(source: string, at: number, lineEnd: number, indent: number): BlockText {
  HEADER.lastIndex = at;
  const [, style, chomping] = HEADER.exec(source) ?? [];
  if (style === undefined) throw new NotBlockYaml();
  const lines: string[] = [];
  let contentLines = 0;
  let width = 0;
  let end = lineEnd;
  let contentEnd = lineEnd;
  while (end + 1 < source.length) {
    const start = end + 1;
    let first = start;
    while (source.charCodeAt(first) === SPACE) first++;
    const spaces = first - start;
    if (source[first] === '\n') {
      // Spaces beyond the indent are text; before the first line nobody knows where that is.
      if (spaces > (width === 0 ? indent : width)) throw new NotBlockYaml();
      lines.push('');
      end = first;
      continue;
    }
    if (width === 0) width = spaces;
    if (spaces < width || spaces <= indent) break;
    end = source.indexOf('\n', first);
    contentEnd = end;
    lines.push(source.slice(start + width, end));
    contentLines = lines.length;
  }
  if (contentLines === 0) throw new NotBlockYaml();
  const content = lines.slice(0, contentLines);
  const text = style === '|' ? content.join('\n') : foldBlock(content);
  return { text: chomping === '-' ? text : `${text}\n`, end: contentEnd };
}

interface BlockText {
  readonly text: string;
  readonly end: number;
}

function foldBlock(lines: readonly string[]): string {
  let text = '';
  let blankLines = 0;
  for (const [index, line] of lines.entries()) {
    // Lines that stand deeper keep their breaks, and so do those around them.
    if (line.startsWith(' ') || line.endsWith(' ')) throw new NotBlockYaml();
    if (line === '') {
      blankLines++;
      continue;
    }
    text += blankLines > 0 ? '\n'.repeat(blankLines) : index === 0 ? '' : ' ';
    text += line;
    blankLines = 0;
  }
  return text;
}
