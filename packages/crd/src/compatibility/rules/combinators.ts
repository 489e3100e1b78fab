import type { Draft } from '../finding.ts';
import type { SchemaNode } from '../normal/index.ts';
import { breaks, loosens, type NodeChange, type NodeRule, written } from './node-change.ts';

interface Combinator {
  readonly keyword: 'allOf' | 'anyOf' | 'oneOf';
  readonly rule: 'V29' | 'V30' | 'V31';
  /** What it means for values when members come or go while others stay. */
  added(change: NodeChange): Draft;
  removed(change: NodeChange): Draft;
}

const COMBINATORS: readonly Combinator[] = [
  {
    keyword: 'allOf',
    rule: 'V29',
    added: (change) => breaks('V29', 'WS', 'allOf member added', written(change, 'allOf')),
    removed: (change) => loosens('V29', 'SAFE', 'allOf member removed', written(change, 'allOf')),
  },
  {
    keyword: 'anyOf',
    rule: 'V30',
    added: (change) => loosens('V30', 'SAFE', 'anyOf member added', written(change, 'anyOf')),
    removed: (change) => breaks('V30', 'WS', 'anyOf member removed', written(change, 'anyOf')),
  },
  {
    keyword: 'oneOf',
    rule: 'V31',
    // A value may now match two members, which oneOf refuses.
    added: (change) => breaks('V31', 'WS', 'oneOf member added', written(change, 'oneOf')),
    removed: (change) => breaks('V31', 'WS', 'oneOf member removed', written(change, 'oneOf')),
  },
];

const membersChanged: NodeRule = (change) =>
  COMBINATORS.flatMap((combinator) => compareMembers(change, combinator) ?? []);

function compareMembers(change: NodeChange, combinator: Combinator): Draft | undefined {
  const { keyword, rule } = combinator;
  const [before, after] = [change.old[keyword], change.new[keyword]];
  const isCounted = keyword === 'oneOf';
  const added = without(after, before, isCounted);
  const removed = without(before, after, isCounted);
  if (added + removed === 0) return undefined;
  const values = written(change, keyword);
  if (before.length === 0) return breaks(rule, 'WS', `${keyword} added`, values);
  if (after.length === 0) return loosens(rule, 'SAFE', `${keyword} removed`, values);
  if (added > 0 && removed > 0) return breaks(rule, 'WS', `${keyword} members changed`, values);
  return added > 0 ? combinator.added(change) : combinator.removed(change);
}

/** How many members of `a` are not in `b`; only oneOf distinguishes a member that is there twice (N08). */
function without(a: readonly SchemaNode[], b: readonly SchemaNode[], isCounted: boolean): number {
  const left = b.map((node) => node.meaning);
  return a.filter(({ meaning }) => {
    const at = left.indexOf(meaning);
    if (at >= 0 && isCounted) left.splice(at, 1);
    return at < 0;
  }).length;
}

const notChanged: NodeRule = (change) => {
  const [before, after] = [change.old.not, change.new.not];
  if (before?.meaning === after?.meaning) return undefined;
  const values = written(change, 'not');
  if (before === undefined) return breaks('V32', 'WS', 'not added', values);
  if (after === undefined) return loosens('V32', 'SAFE', 'not removed', values);
  return breaks('V32', 'WS', 'not changed', values);
};

/** The rules about combined schemas, V29–V32. They compare members as wholes: order means nothing. */
export const combinatorRules: readonly NodeRule[] = [membersChanged, notChanged];
