/** One thing that is wrong with an expression, and where. */
export interface Fault {
  readonly at: number;
  readonly text: string;
}

/** Thrown inside the parser; leaves it as a list of faults. */
export class SyntaxFault extends Error {
  readonly at: number;

  constructor(at: number, text: string) {
    super(text);
    this.at = at;
  }
}

/** The faults as the API server prints them: place, text, the line and a mark under the character. */
export function printFaults(source: string, faults: readonly Fault[]): string {
  return faults.map((fault) => printFault(source, fault)).join('\n');
}

function printFault(source: string, { at, text }: Fault): string {
  const before = source.slice(0, at);
  const start = before.lastIndexOf('\n') + 1;
  const end = source.indexOf('\n', at);
  const line = source.slice(start, end === -1 ? undefined : end).replaceAll('\t', ' ');
  const column = Array.from(source.slice(start, at)).length;
  const characters = Array.from(line);
  const wide = (character: string | undefined) => character !== undefined && character > '\u007f';
  const dots = characters.slice(0, column).map((character) => (wide(character) ? '．' : '.'));
  const mark = wide(characters[column]) ? '＾' : '^';
  const number = before.split('\n').length;
  return `ERROR: <input>:${number}:${column + 1}: ${text}\n | ${line}\n | ${dots.join('')}${mark}`;
}
