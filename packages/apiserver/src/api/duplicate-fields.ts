/** The paths of fields that stand twice in the same object of a JSON text: `data.a`, `items[0].name`. */
export function duplicateFields(text: string): string[] {
  return fieldsOf(text).flatMap(({ path, isAgain }) => (isAgain ? [path] : []));
}

/** A field where it stands in a text; `isAgain`: the same object has it before. */
export interface WrittenField {
  readonly path: string;
  readonly isAgain: boolean;
}

/**
 * Every field of a JSON text in the order in which they stand.
 * The text must have been parsed before: what is not JSON is not understood here.
 */
export function fieldsOf(text: string): WrittenField[] {
  const found: WrittenField[] = [];
  const open: Container[] = [];
  let at = 0;
  while (at < text.length) {
    const character = text[at];
    const inside = open.at(-1);
    if (character === '"') {
      const end = endOfString(text, at);
      if (inside?.keys && inside.expectsKey) {
        inside.step = JSON.parse(text.slice(at, end)) as string;
        found.push({ path: pathOf(open), isAgain: inside.keys.has(inside.step) });
        inside.keys.add(inside.step);
        inside.expectsKey = false;
      }
      at = end;
      continue;
    }
    if (character === '{') open.push({ keys: new Set(), step: '', expectsKey: true });
    else if (character === '[') open.push({ step: 0, expectsKey: false });
    else if (character === '}' || character === ']') open.pop();
    else if (character === ',' && inside) {
      inside.expectsKey = inside.keys !== undefined;
      if (typeof inside.step === 'number') inside.step++;
    }
    at++;
  }
  return found;
}

interface Container {
  /** Of an object; a list has none. */
  readonly keys?: Set<string>;
  /** Where in the container we are. */
  step: string | number;
  expectsKey: boolean;
}

function endOfString(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at + 1;
}

/** By an odd number of backslashes; those of an even number are escaped themselves. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === '\\') first--;
  return (at - first) % 2 === 1;
}

function pathOf(open: readonly Container[]): string {
  return open.reduce((path, { step }) => {
    if (typeof step === 'number') return `${path}[${step}]`;
    return path === '' ? step : `${path}.${step}`;
  }, '');
}
