import { canonicalJson } from '@slipway/apimachinery/json';
import type { Draft } from '../finding.ts';
import { type NodeRule, written } from './node-change.ts';

/** Words whose coming or going tells of another behaviour. */
const TELLING = ['deprecated', 'immutable', 'must', 'required', 'ignored'];

const descriptionChanged: NodeRule = (change) => {
  const [before, after] = [change.old.schema.description ?? '', change.new.schema.description ?? ''];
  if (before === after) return undefined;
  const says = (text: string, word: string): boolean => new RegExp(`\\b${word}\\b`, 'i').test(text);
  const words = TELLING.filter((word) => says(before, word) !== says(after, word));
  const values = written(change, 'description');
  if (words.length === 0) return { rule: 'V33', verdict: 'INFO', message: 'description changed', ...values };
  const message = `description changed around ${words.map((word) => `"${word}"`).join(', ')}`;
  return { rule: 'V33', verdict: 'REVIEW', message, ...values };
};

const textsChanged: NodeRule = (change) =>
  (['title', 'example', 'externalDocs'] as const).flatMap((keyword): Draft[] => {
    const values = written(change, keyword);
    const text = (value: typeof values.old): string =>
      value === undefined || value === '' ? '' : canonicalJson(value);
    if (text(values.old) === text(values.new)) return [];
    return [{ rule: 'V34', verdict: 'INFO', message: `${keyword} changed`, ...values }];
  });

/** The rules about what people read, V33 and V34. */
export const documentationRules: readonly NodeRule[] = [descriptionChanged, textsChanged];
