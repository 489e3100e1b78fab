import { Buffer } from 'node:buffer';
import { canonicalJson } from '@slipway/apimachinery/json';
import type { Crd } from '../../schema/index.ts';
import { annotationOf, type CrdPair, manifestJson, normalNames } from '../crd-pair.ts';
import type { Draft } from '../finding.ts';

/** What a rule about the whole CRD answers. */
export type CrdRule = (pair: CrdPair) => Draft | readonly Draft[] | undefined;

function isEstablished(crd: Crd): boolean {
  return !crd.status?.conditions?.some(({ type, status }) => type === 'Established' && status !== 'True');
}

/** A field that cannot change once the CRD is established, which is assumed unless status says otherwise. */
function immutable(
  rule: 'C01' | 'C02' | 'C03',
  keyword: string,
  read: (crd: Crd) => string,
  isAlways: boolean,
): CrdRule {
  return ({ old, new: now }) => {
    const [before, after] = [read(old), read(now)];
    if (before === after) return undefined;
    const values = { keyword, old: before, new: after, message: `${keyword} ${before} became ${after}` };
    return isAlways || isEstablished(old)
      ? { rule, verdict: 'REJECT', ...values }
      : { rule, verdict: 'BREAK', hurts: 'WR', ...values };
  };
}

const namesChanged: CrdRule = ({ old, new: now }) => {
  const [before, after] = [normalNames(old), normalNames(now)];
  return Object.keys(before).flatMap((keyword): Draft[] => {
    const values = { old: before[keyword] ?? null, new: after[keyword] ?? null };
    const [left, right] = [canonicalJson(values.old), canonicalJson(values.new)];
    if (left === right) return [];
    return [{ rule: 'C04', verdict: 'REVIEW', keyword, ...values, message: `${keyword} ${left} became ${right}` }];
  });
};

const preserveUnknownFields: CrdRule = ({ old, new: now }) => {
  const [before, after] = [old.spec.preserveUnknownFields === true, now.spec.preserveUnknownFields === true];
  const values = { keyword: 'preserveUnknownFields', old: before, new: after };
  if (before && !after)
    return { rule: 'C23', verdict: 'BREAK', hurts: 'WD', message: 'unknown fields are pruned from now on', ...values };
  if (!before && after) {
    return { rule: 'C24', verdict: 'REJECT', message: 'preserveUnknownFields cannot be set to true', ...values };
  }
  return undefined;
};

export function isProtectedGroup(group: string): boolean {
  return /(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group);
}

const APPROVED = 'api-approved.kubernetes.io';

export function isApproval(text: string): boolean {
  return text.startsWith('unapproved') || /^[a-z][a-z0-9+.-]*:\/\/[^/\s]+/i.test(text);
}

const approval: CrdRule = ({ old, new: now }) => {
  if (!isProtectedGroup(now.spec.group)) return undefined;
  const [before, after] = [annotationOf(old, APPROVED), annotationOf(now, APPROVED)];
  if (after === undefined ? before === undefined : isApproval(after)) return undefined;
  const message = `annotation ${APPROVED} ${after === undefined ? 'lost' : 'is neither a URL nor "unapproved…"'}`;
  return { rule: 'C28', verdict: 'REJECT', keyword: APPROVED, old: before, new: after, message };
};

const carriesStatus: CrdRule = ({ old, new: now }) =>
  now.status !== undefined && old.status === undefined
    ? {
        rule: 'C28',
        verdict: 'INFO',
        keyword: 'status',
        message: 'the manifest carries status, which the server ignores',
        remedy: 'leave it out',
      }
    : undefined;

const POLICY = 'helm.sh/resource-policy';

const helmKeeps: CrdRule = ({ old, new: now, chartFolders }) => {
  const found: Draft[] = [];
  if (annotationOf(old, POLICY) === 'keep' && annotationOf(now, POLICY) !== 'keep') {
    const message = `annotation ${POLICY}: keep removed`;
    found.push({
      rule: 'C29',
      verdict: 'BREAK',
      hurts: 'D',
      keyword: POLICY,
      old: 'keep',
      new: annotationOf(now, POLICY),
      message,
    });
  }
  const [from, to] = [chartFolders.old, chartFolders.new];
  if (from !== undefined && to !== undefined && from !== to) {
    const message = `moved from ${from}/ to ${to}/ of the chart`;
    found.push({ rule: 'C29', verdict: 'BREAK', hurts: 'D', keyword: 'chart', old: from, new: to, message });
  }
  return found;
};

const KIB = 1024;

/** From the largest down: size, verdict and what happens there. */
const SIZES = [
  [1536 * KIB, 'REJECT', 'above the request limit of etcd'],
  [1024 * KIB, 'REVIEW', 'close to the request limit of etcd'],
  [256 * KIB, 'INFO', 'too large for client-side apply'],
] as const;

/** S24. Asked only when something changed: a CRD does not become large by staying as it is. */
export function sizeOf(now: Crd): Draft | undefined {
  const bytes = Buffer.byteLength(manifestJson(now));
  const step = SIZES.find(([limit]) => bytes > limit);
  if (step === undefined) return undefined;
  const [, verdict, message] = step;
  return { rule: 'S24', verdict, message: `the CRD is ${Math.ceil(bytes / KIB)} KiB as JSON, ${message}` };
}

/** The rules about the CRD as an object of its own. */
export const nameRules: readonly CrdRule[] = [
  immutable('C01', 'scope', (crd) => crd.spec.scope, false),
  immutable('C02', 'group', (crd) => crd.spec.group, true),
  immutable('C02', 'plural', (crd) => crd.spec.names.plural ?? '', true),
  immutable('C03', 'kind', (crd) => crd.spec.names.kind ?? '', false),
  namesChanged,
  preserveUnknownFields,
  approval,
  carriesStatus,
  helmKeeps,
];
