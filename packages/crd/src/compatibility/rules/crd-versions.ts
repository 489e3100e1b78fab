import { canonicalJson } from '@slipway/apimachinery/json';
import type { Crd, CrdVersion } from '../../schema/index.ts';
import { nodeOf, normalConversion, storageVersion, versionOf } from '../crd-pair.ts';
import type { Draft } from '../finding.ts';
import { compareVersions } from '../version-order.ts';
import type { CrdRule } from './crd-names.ts';

/** What the cluster says it has stored; without status the storage version stands in. */
function storedVersions(crd: Crd): { readonly names: readonly string[]; readonly isAssumed: boolean } {
  const stored = crd.status?.storedVersions ?? [];
  if (stored.length > 0) return { names: stored, isAssumed: false };
  return { names: crd.spec.versions.filter((version) => version.storage).map(({ name }) => name), isAssumed: true };
}

const versionsRemoved: CrdRule = ({ old, new: now }) => {
  const stored = storedVersions(old);
  const lost = stored.names.filter((name) => versionOf(now, name) === undefined);
  const gone = old.spec.versions.filter(({ name }) => versionOf(now, name) === undefined && !lost.includes(name));
  return [
    ...lost.map((version): Draft => {
      const assumed = stored.isAssumed ? ' (assumed: no status given)' : '';
      return { rule: 'C05', verdict: 'REJECT', version, message: `stored version removed${assumed}` };
    }),
    ...gone.map(
      ({ name: version, served }): Draft =>
        served
          ? { rule: 'C06', verdict: 'BREAK', hurts: 'WRM', version, message: 'served version removed' }
          : {
              rule: 'C08',
              verdict: 'REVIEW',
              hurts: 'W',
              version,
              message: 'version that is no longer served removed',
            },
    ),
  ];
};

const versionsServed: CrdRule = ({ old, new: now }) =>
  now.spec.versions.flatMap((version): Draft[] => {
    const before = versionOf(old, version.name);
    if (before?.served === true && !version.served) {
      return [{ rule: 'C07', verdict: 'BREAK', hurts: 'WR', version: version.name, message: 'no longer served' }];
    }
    const isAdded = before === undefined && !version.storage;
    const isServedAgain = before?.served === false && version.served && !version.storage;
    if (!isAdded && !isServedAgain) return [];
    const isPreferred = version.served && preferred(now) === version.name;
    const message = `${isAdded ? 'version added' : 'version served'}${isPreferred ? '; clients prefer it from now on' : ''}`;
    return [
      { rule: 'C09', verdict: isPreferred ? 'INFO' : 'SAFE', version: version.name, message, reversal: 'one-way' },
    ];
  });

/** The version that clients get when they do not ask for one. */
function preferred(crd: Crd): string | undefined {
  const served = crd.spec.versions.filter((version) => version.served).map(({ name }) => name);
  return served.sort(compareVersions).at(-1);
}

const storageMoved: CrdRule = ({ old, new: now }) => {
  const [before, after] = [storageVersion(old)?.name, storageVersion(now)?.name];
  if (before === undefined || after === undefined || before === after) return undefined;
  const values = { version: after, keyword: 'storage', old: before, new: after };
  return versionOf(old, after) === undefined
    ? {
        rule: 'C11',
        verdict: 'ONEWAY',
        reversal: 'one-way',
        message: `storage moves from ${before} to this new version`,
        ...values,
      }
    : { rule: 'C10', verdict: 'REVIEW', message: `storage moves here from ${before}`, ...values };
};

const deprecation: CrdRule = ({ old, new: now }) =>
  both(old, now).flatMap(([before, after]): Draft[] => {
    const isSame =
      (before.deprecated === true) === (after.deprecated === true) &&
      before.deprecationWarning === after.deprecationWarning;
    if (isSame) return [];
    const message = after.deprecated === true ? 'deprecated, or with another warning' : 'no longer deprecated';
    return [{ rule: 'C22', verdict: 'INFO', version: after.name, keyword: 'deprecated', message }];
  });

/** The versions that both have, by name. */
export function both(old: Crd, now: Crd): (readonly [CrdVersion, CrdVersion])[] {
  return now.spec.versions.flatMap((after) => {
    const before = versionOf(old, after.name);
    return before === undefined ? [] : [[before, after] as const];
  });
}

const conversion: CrdRule = ({ old, new: now, table }) => {
  const [before, after] = [normalConversion(old), normalConversion(now)];
  const [from, to] = [before.strategy, after.strategy];
  const values = { keyword: 'conversion', old: from, new: to };
  if (from !== 'Webhook' && to === 'Webhook') {
    return {
      rule: 'C13',
      verdict: 'REVIEW',

      gates: ['conversion'],
      message: 'objects are converted by a webhook',
      ...values,
    };
  }
  if (from === 'Webhook' && to !== 'Webhook') {
    const stored = storedVersions(old).names;
    const inUse = now.spec.versions.filter(({ name, served }) => served || stored.includes(name));
    const differ = new Set(inUse.map((version) => nodeOf(table, version).meaning)).size > 1;
    const message = 'objects are no longer converted by a webhook';
    return differ
      ? { rule: 'C14', verdict: 'BREAK', hurts: 'D', message: `${message}, and schemas of versions differ`, ...values }
      : { rule: 'C14', verdict: 'REVIEW', message, ...values };
  }
  if (to !== 'Webhook' || canonicalJson(before) === canonicalJson(after)) return undefined;
  return {
    rule: 'C15',
    verdict: 'REVIEW',

    gates: ['conversion'],
    keyword: 'conversion',
    message: 'the conversion webhook changed',
  };
};

/** The rules about which versions there are and how objects move between them. */
export const versionRules: readonly CrdRule[] = [
  versionsRemoved,
  versionsServed,
  storageMoved,
  deprecation,
  conversion,
];
