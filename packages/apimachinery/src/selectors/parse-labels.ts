import { labelValueFaults, qualifiedNameFaults } from '../names/index.ts';
import type { Labels } from './label-selector.ts';
import { MalformedSelector } from './malformed-selector.ts';

type Predicate = (labels: Labels) => boolean;

/** Tells from its labels whether an object is selected. */
export interface LabelMatcher {
  (labels: Labels | undefined): boolean;
  /** A value that every selected object has; absent where there is none. */
  readonly required?: { readonly name: string; readonly value: string };
}

const NO_LABELS: Labels = {};
const TOKEN = /\s*(?:(!=|==|=|!|<|>|\(|\)|,)|([^\s!=<>(),]+))/y;

/**
 * Compiles `a=b,c!=d,e in (x,y),f notin (z),g,!h,i>1,j<2`. Throws a `MalformedSelector`, in the words of a server.
 * The empty selector selects everything and is undefined, so that callers can skip the test.
 */
export function parseLabelSelector(text: string | undefined): LabelMatcher | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const tokens = tokenize(text);
  const predicates: Predicate[] = [];
  let required: LabelMatcher['required'];
  let at = 0;
  const peek = (): string | undefined => tokens[at];
  const next = (): string | undefined => tokens[at++];
  const unexpected = (found: string | undefined, expected: string): string =>
    `found '${found ?? ''}', expected: ${expected}`;
  const fail = (found: string | undefined, expected: string): never => {
    throw new MalformedSelector(`unable to parse requirement: ${unexpected(found, expected)}`);
  };

  const word = (expected: string): string => {
    const token = next();
    return token === undefined || isSign(token) ? fail(token, expected) : token;
  };
  const key = (): string => checked(word('identifier'), qualifiedNameFaults, '<nil>');
  /** A value may be left out (`a=`, `a in (,x)`) and is then the empty string. */
  const value = (name: string): string => {
    const token = peek();
    if (token === undefined || token === ',' || token === ')') return '';
    return checked(word('identifier'), labelValueFaults, `values[0][${name}]`);
  };
  const values = (name: string): Set<string> => {
    // Without the comma of its other messages.
    if (next() !== '(')
      throw new MalformedSelector(`unable to parse requirement: found '${tokens[at - 1] ?? ''}' expected: '('`);
    const set = new Set([value(name)]);
    while (peek() === ',') {
      next();
      set.add(value(name));
    }
    if (next() !== ')') fail(tokens[at - 1], "',' or ')'");
    return set;
  };

  for (let first = true; ; first = false) {
    const begin = peek();
    if (begin === undefined || (isSign(begin) && begin !== '!')) {
      const expected = first ? "!, identifier, or 'end of string'" : "identifier after ','";
      throw new MalformedSelector(unexpected(begin, expected));
    }
    predicates.push(requirement());
    const separator = next();
    if (separator === undefined) break;
    if (separator !== ',') throw new MalformedSelector(unexpected(separator, "',' or 'end of string'"));
  }
  const [only] = predicates;
  const selects: LabelMatcher =
    predicates.length === 1 && only
      ? (labels) => only(labels ?? NO_LABELS)
      : (labels) => predicates.every((matches) => matches(labels ?? NO_LABELS));
  return required ? Object.assign(selects, { required }) : selects;

  function requirement(): Predicate {
    if (peek() === '!') {
      next();
      const name = key();
      return (labels) => !Object.hasOwn(labels, name);
    }
    const name = key();
    const operator = peek();
    if (operator === undefined || operator === ',') return (labels) => Object.hasOwn(labels, name);
    next();
    switch (operator) {
      case '=':
      case '==': {
        const wanted = value(name);
        required ??= { name, value: wanted };
        return (labels) => labels[name] === wanted && Object.hasOwn(labels, name);
      }
      case '!=': {
        const unwanted = value(name);
        return (labels) => !Object.hasOwn(labels, name) || labels[name] !== unwanted;
      }
      case 'in': {
        const wanted = values(name);
        return (labels) => Object.hasOwn(labels, name) && wanted.has(labels[name] ?? '');
      }
      case 'notin': {
        const unwanted = values(name);
        return (labels) => !Object.hasOwn(labels, name) || !unwanted.has(labels[name] ?? '');
      }
      case '>':
      case '<': {
        const text = word('identifier');
        const bound = asInteger(text);
        if (bound === undefined) {
          throw new MalformedSelector(
            `unable to parse requirement: values[0]: Invalid value: "${text}": for 'Gt', 'Lt' operators, the value must be an integer`,
          );
        }
        return (labels) => {
          const found = Object.hasOwn(labels, name) ? asInteger(labels[name] ?? '') : undefined;
          return found !== undefined && (operator === '>' ? found > bound : found < bound);
        };
      }
      default:
        return fail(operator, 'in, notin, =, ==, !=, gt, lt');
    }
  }
}

function tokenize(text: string): string[] {
  const tokens: string[] = [];
  const source = text.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const match = TOKEN.exec(source);
    if (!match) throw new MalformedSelector(`unable to parse requirement: ${text}`);
    tokens.push(match[1] ?? match[2] ?? '');
  }
  return tokens;
}

function isSign(token: string): boolean {
  return /^[!=<>(),]/.test(token);
}

function asInteger(text: string): bigint | undefined {
  return /^[-+]?\d+$/.test(text) ? BigInt(text) : undefined;
}

function checked(text: string, faultsOf: (text: string) => readonly string[], field: string): string {
  const [fault] = faultsOf(text);
  if (fault === undefined) return text;
  throw new MalformedSelector(
    `unable to parse requirement: ${field}: Invalid value: ${JSON.stringify(text)}: ${fault}`,
  );
}
