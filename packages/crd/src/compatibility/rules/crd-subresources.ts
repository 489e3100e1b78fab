import { canonicalJson } from '@slipway/apimachinery/json';
import type { CrdScale, PrinterColumn } from '../../schema/index.ts';
import { sortedBytes } from '../canonical.ts';
import { nodeOf } from '../crd-pair.ts';
import type { Draft } from '../finding.ts';
import { minorOf, type SchemaNode } from '../normal/index.ts';
import type { CrdRule } from './crd-names.ts';
import { both } from './crd-versions.ts';
import { turn } from './node-change.ts';

const status: CrdRule = ({ old, new: now, hasMainStatusWriters }) =>
  both(old, now).flatMap(([before, after]): Draft[] => {
    const values = { version: after.name, keyword: 'status' };
    switch (turn(before.subresources?.status !== undefined, after.subresources?.status !== undefined)) {
      case '-':
        return [{ rule: 'C16', verdict: 'BREAK', hurts: 'W', message: 'status subresource removed', ...values }];
      case '+': {
        const message = 'status subresource added: status in writes of the main resource is ignored';
        const draft = { rule: 'C17', message, ...values } as const;
        return [hasMainStatusWriters ? { verdict: 'BREAK', hurts: 'W', ...draft } : { verdict: 'REVIEW', ...draft }];
      }
      default:
        return [];
    }
  });

const scale: CrdRule = ({ old, new: now, table }) =>
  both(old, now).flatMap(([before, after]): Draft[] => {
    const [from, to] = [before.subresources?.scale, after.subresources?.scale];
    const [left, right] = [from && canonicalJson({ ...from }), to && canonicalJson({ ...to })];
    if (left === right) return [];
    const values = { version: after.name, keyword: 'scale', old: { ...from }, new: { ...to } };
    if (from !== undefined) {
      const message = to === undefined ? 'scale subresource removed' : 'a path of the scale subresource changed';
      return [{ rule: 'C18', verdict: 'BREAK', hurts: 'WR', message, ...values }];
    }
    return [{ rule: 'C19', ...scaleAdded(nodeOf(table, after), to ?? {}), ...values }];
  });

type ScaleAdded = Pick<Draft, 'verdict' | 'hurts' | 'message'>;

function scaleAdded(root: SchemaNode, paths: CrdScale): ScaleAdded {
  const replicas = [paths.specReplicasPath, paths.statusReplicasPath].map((path) => nodeAt(root, path));
  const selector = nodeAt(root, paths.labelSelectorPath);
  const areIntegers = replicas.every((node) => node?.type === 'integer');
  const isSelectorText = paths.labelSelectorPath === undefined || selector === undefined || selector.type === 'string';
  if (!areIntegers || !isSelectorText) {
    return { verdict: 'BREAK', hurts: 'WS', message: 'scale subresource added, and the schema allows what it refuses' };
  }
  const areLimited = replicas.every(
    (node) => node !== undefined && node.interval.low.value >= 0 && node.interval.high.value <= 2147483647,
  );
  return areLimited
    ? { verdict: 'SAFE', message: 'scale subresource added' }
    : {
        verdict: 'REVIEW',
        message: 'scale subresource added; replicas below 0 or beyond 32 bits are refused',
      };
}

/** The schema at a path such as `.spec.replicas`. */
function nodeAt(root: SchemaNode, path: string | undefined): SchemaNode | undefined {
  if (path === undefined) return undefined;
  let node: SchemaNode | undefined = root;
  for (const segment of path.split('.').slice(1)) node = node?.properties.get(segment);
  return node;
}

const SELECTABLE_SINCE = 31;

const selectableFields: CrdRule = ({ old, new: now, targets }) =>
  both(old, now).flatMap(([before, after]): Draft[] => {
    const paths = (fields: typeof before.selectableFields): Set<string> =>
      new Set(fields?.map(({ jsonPath = '' }) => jsonPath));
    const [from, to] = [paths(before.selectableFields), paths(after.selectableFields)];
    const values = { version: after.name, keyword: 'selectableFields' };
    const isKnownEverywhere = targets.every((target) => minorOf(target) >= SELECTABLE_SINCE);
    const gone = sortedBytes(from).filter((path) => !to.has(path));
    const come = sortedBytes(to).filter((path) => !from.has(path));
    return [
      ...gone.map(
        (path): Draft => ({
          rule: 'C20',
          verdict: 'BREAK',
          hurts: 'R',
          message: `selectable field ${path} removed`,
          old: path,
          ...values,
        }),
      ),
      ...come.map((path): Draft => {
        const verdict = isKnownEverywhere ? 'SAFE' : 'INFO';
        const note = isKnownEverywhere ? '' : '; servers before 1.31 drop it';
        return { rule: 'C20', verdict, message: `selectable field ${path} added${note}`, new: path, ...values };
      }),
    ];
  });

const printerColumns: CrdRule = ({ old, new: now }) =>
  both(old, now).flatMap(([before, after]): Draft[] => {
    const [from, to] = [columnsOf(before.additionalPrinterColumns), columnsOf(after.additionalPrinterColumns)];
    return sortedBytes(new Set([...from.keys(), ...to.keys()])).flatMap((name): Draft[] => {
      const [left, right] = [from.get(name), to.get(name)];
      if (left === right) return [];
      const values = { version: after.name, keyword: 'additionalPrinterColumns', old: name };
      if (right === undefined)
        return [{ rule: 'C21', verdict: 'REVIEW', message: `column ${name} removed`, ...values }];
      const message = `column ${name} ${left === undefined ? 'added' : 'changed'}`;
      return [{ rule: 'C21', verdict: 'INFO', message, ...values }];
    });
  });

function columnsOf(columns: readonly PrinterColumn[] | undefined): Map<string, string> {
  return new Map(columns?.map((column) => [column.name ?? '', canonicalJson({ ...column })]));
}

/** The rules about what a version offers beside its schema. */
export const subresourceRules: readonly CrdRule[] = [status, scale, selectableFields, printerColumns];
