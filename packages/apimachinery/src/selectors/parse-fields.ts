import { MalformedSelector } from './malformed-selector.ts';

/** Tells from its fields whether an object is selected. */
export interface FieldSelector<T> {
  matches(object: T): boolean;
  /** The one name that can match, when the selector asks for `metadata.name=x`. */
  readonly name: string | undefined;
}

/** How the value of a field is read from a stored object; undefined when the field cannot be selected by. */
export type FieldReaders<T> = (field: string) => ((object: T) => string) | undefined;

/**
 * Compiles `metadata.name=x,status.phase!=Running`. Throws a `MalformedSelector`, in the words of a
 * server; `unknownField` makes the message for a field that the kind has not, which differs from kind to kind.
 */
export function parseFieldSelector<T>(
  text: string | undefined,
  readers: FieldReaders<T>,
  unknownField: (field: string) => string,
): FieldSelector<T> | undefined {
  if (text === undefined || text === '') return undefined;
  let name: string | undefined;
  const predicates = splitTerms(text).map((term) => {
    const match = /^((?:[^=!\\]|\\.|!(?!=))*)(!=|==|=)(.*)$/s.exec(term);
    if (!match) throw new MalformedSelector(`invalid selector: '${text}'; can't understand '${term}'`);
    const [, field = '', operator, raw = ''] = match;
    const value = unescapeValue(raw);
    const read = readers(field);
    if (!read) throw new MalformedSelector(unknownField(field));
    if (operator === '!=') return (object: T) => read(object) !== value;
    if (field === 'metadata.name') name = value;
    return (object: T) => read(object) === value;
  });
  return { matches: (object) => predicates.every((matches) => matches(object)), name };
}

/** Commas separate terms unless a backslash stands before them. */
function splitTerms(text: string): string[] {
  const terms: string[] = [];
  let term = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (character === '\\') term += character + (text[++at] ?? '');
    else if (character !== ',') term += character;
    else {
      terms.push(term);
      term = '';
    }
  }
  return [...terms, term].filter((part) => part !== '');
}

function unescapeValue(raw: string): string {
  if (/(^|[^\\])(\\\\)*=/.test(raw))
    throw new MalformedSelector('invalid field selector: unescaped character in value: 61');
  return raw.replace(/\\(.?)/gs, (_, escaped: string) => {
    if (![',', '=', '\\'].includes(escaped))
      throw new MalformedSelector(`invalid field selector: invalid escape sequence: \\${escaped}`);
    return escaped;
  });
}
