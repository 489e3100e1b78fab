import { KubeError } from '../errors.ts';

type Labels = Readonly<Record<string, string>>;
type Requirement = (labels: Labels) => boolean;

const SET = /^(\S+)\s+(in|notin)\s*\(([^()]*)\)$/;
const EQUALITY = /^([^\s!=()]+)\s*(==|=|!=)\s*([^\s!=()]*)$/;
const EXISTENCE = /^(!?)\s*([^\s!=()]+)$/;
// A comma that is not inside the parentheses of a set.
const BETWEEN = /,(?![^(]*\))/;

/** Reads a label selector as the API writes it: `app=web,tier in (a, b),!canary`. Absent labels differ from every value. */
export function parseLabelSelector(selector: string): (labels: Labels | undefined) => boolean {
  const requirements = selector.trim() === '' ? [] : selector.split(BETWEEN).map((part) => requirement(part.trim()));
  return (labels = {}) => requirements.every((holds) => holds(labels));
}

function requirement(text: string): Requirement {
  const [, setKey = '', operator, list = ''] = SET.exec(text) ?? [];
  if (operator !== undefined) {
    const values = new Set(list.split(',').map((value) => value.trim()));
    const isIn = (labels: Labels): boolean => Object.hasOwn(labels, setKey) && values.has(labels[setKey] ?? '');
    return operator === 'in' ? isIn : (labels) => !isIn(labels);
  }
  const [, key = '', sign, value = ''] = EQUALITY.exec(text) ?? [];
  if (sign !== undefined) {
    const isEqual = (labels: Labels): boolean => Object.hasOwn(labels, key) && labels[key] === value;
    return sign === '!=' ? (labels) => !isEqual(labels) : isEqual;
  }
  const [, not, name = ''] = EXISTENCE.exec(text) ?? [];
  if (not !== undefined) return (labels) => Object.hasOwn(labels, name) !== (not === '!');
  throw new KubeError(
    'KUBE_INVALID',
    `"${text}" is not a label selector. Write key=value, key!=value, key in (a,b), key or !key.`,
  );
}
