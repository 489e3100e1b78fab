import type { JsonValue } from '../../schema/index.ts';
import type { Draft } from '../finding.ts';
import { shown, shownChange } from '../finding.ts';
import { type NormalRule, usesOldSelf } from '../normal/index.ts';
import { breaks, loosens, type NodeRule, turn, written } from './node-change.ts';

type ListRule = 'X02' | 'X03' | 'X04' | 'X05';

/** Old and new list type, and the rule about going from one to the other. */
const LIST_TYPES: Readonly<Record<string, ListRule>> = {
  'atomic>set': 'X02',
  'atomic>map': 'X03',
  'set>atomic': 'X04',
  'map>atomic': 'X04',
  'set>map': 'X05',
  'map>set': 'X05',
};

const listTypeChanged: NodeRule = (change) => {
  const { old, new: now } = change;
  const rule = LIST_TYPES[`${old.listType}>${now.listType}`];
  if (rule === undefined) return undefined;
  const message = `list of type ${old.listType} became ${now.listType}`;
  const values = { ...written(change, 'x-kubernetes-list-type'), new: [now.listType, ...now.listMapKeys] as JsonValue };
  if (rule === 'X04') return { rule, verdict: 'REVIEW', hurts: 'M', message, ...values };
  return breaks(rule, 'WSM', message, values);
};

const listKeysChanged: NodeRule = (change) => {
  const { old, new: now } = change;
  const isMap = old.listType === 'map' && now.listType === 'map';
  if (!isMap || old.listMapKeys.join('\n') === now.listMapKeys.join('\n')) return undefined;
  const message = `keys of the list ${shownChange([...old.listMapKeys], [...now.listMapKeys])}`;
  return breaks('X06', 'WSM', message, written(change, 'x-kubernetes-list-map-keys'));
};

const mapTypeChanged: NodeRule = (change) => {
  const [before, after] = [change.old.mapType, change.new.mapType];
  if (before === after || before === '' || after === '') return undefined;
  return {
    rule: after === 'atomic' ? 'X07' : 'X08',
    verdict: 'REVIEW',
    hurts: 'M',
    message: `map of type ${before} became ${after}`,
    ...written(change, 'x-kubernetes-map-type'),
  };
};

interface RulePair {
  readonly old?: NormalRule;
  readonly new?: NormalRule;
}

/** Rules with equal text belong together, then those with an equal message, then two lone ones. */
function pairRules(before: readonly NormalRule[], after: readonly NormalRule[]): RulePair[] {
  const gone = [...before];
  const come = [...after];
  const pairs: RulePair[] = [];
  const match = (isSame: (a: NormalRule, b: NormalRule) => boolean): void => {
    for (const rule of gone.slice()) {
      const at = come.findIndex((candidate) => isSame(rule, candidate));
      const twin = come[at];
      if (twin === undefined) continue;
      pairs.push({ old: rule, new: twin });
      gone.splice(gone.indexOf(rule), 1);
      come.splice(at, 1);
    }
  };
  match((a, b) => a.text === b.text && a.message === b.message);
  match((a, b) => a.text === b.text);
  match((a, b) => a.message !== undefined && a.message === b.message);
  if (gone.length === 1 && come.length === 1) match(() => true);
  return [...pairs, ...gone.map((old) => ({ old })), ...come.map((rule) => ({ new: rule }))];
}

const validationsChanged: NodeRule = ({ old, new: now }) =>
  pairRules(old.rules, now.rules).flatMap((pair): Draft[] => compareRules(pair));

const keyword = 'x-kubernetes-validations';

function compareRules({ old, new: now }: RulePair): Draft[] {
  const values = { keyword, old: old && { rule: old.rule }, new: now && { rule: now.rule } };
  if (now === undefined) return [loosens('X11', 'SAFE', `rule ${shown(old?.rule ?? '')} removed`, values)];
  if (old === undefined) {
    return [
      usesOldSelf(now.rule)
        ? breaks('X10', 'WS', `transition rule ${shown(now.rule)} added`, values)
        : breaks('X09', 'W', `rule ${shown(now.rule)} added`, values),
    ];
  }
  if (old.text !== now.text) return [breaks('X12', 'W', `rule ${shownChange(old.rule, now.rule)}`, values)];
  const found: Draft[] = [];
  if ((old.reason ?? 'FieldValueInvalid') !== (now.reason ?? 'FieldValueInvalid')) {
    found.push({ rule: 'X14', verdict: 'REVIEW', message: 'reason of a rule changed', ...values });
  }
  const optional = turn(old.optionalOldSelf === true, now.optionalOldSelf === true);
  if (optional === '+') found.push(breaks('X15', 'W', 'the rule now also runs on create', values));
  if (optional === '-') found.push(loosens('X15', 'REVIEW', 'the rule no longer runs on create', values));
  const isWorded = (['message', 'messageExpression', 'fieldPath'] as const).some(
    (key) => (old[key] ?? '') !== (now[key] ?? ''),
  );
  if (isWorded) found.push({ rule: 'X13', verdict: 'INFO', message: 'message or path of a rule changed', ...values });
  return found;
}

/** The rules about merging and validation rules, X01–X15. */
export const extensionRules: readonly NodeRule[] = [
  listTypeChanged,
  listKeysChanged,
  mapTypeChanged,
  validationsChanged,
];
