import type { Crd, CrdVersion, JsonSchema } from '../../schema/index.ts';
import { goQuote } from '../../schema/index.ts';
import { compareBytes, sortedBytes } from '../canonical.ts';
import { compareVersions } from '../version-order.ts';
import { propertyChecks, unhandledMessage } from './checks.ts';
import type { CrdifyConfig, Enforcement } from './config.ts';
import { flatten } from './flatten.ts';

/** One line of crdify: what it found, where, and how much it counts. */
export interface CrdifyFinding {
  readonly section: 'crd' | 'same' | 'served';
  /** Empty for the whole CRD. */
  readonly version: string;
  /** In crdify's spelling; empty for the whole CRD. */
  readonly property: string;
  readonly check: string;
  readonly isError: boolean;
  readonly message: string;
}

/** Everything that crdify would say about the change, in its order. */
export function runCrdify(old: Crd, now: Crd, config: CrdifyConfig): CrdifyFinding[] {
  return [...wholeCrd(old, now, config), ...sameVersions(old, now, config), ...servedVersions(old, now, config)];
}

function wholeCrd(old: Crd, now: Crd, config: CrdifyConfig): CrdifyFinding[] {
  const say = (check: string, message: string): CrdifyFinding[] =>
    finding({ section: 'crd', version: '', property: '', check, message }, config.enforcement[check]);
  const { scope } = old.spec;
  const names = new Set(now.spec.versions.map(({ name }) => name));
  const lost = (old.status?.storedVersions ?? []).filter((name) => !names.has(name));
  return [
    ...removedFields(old, now).flatMap((path) => say('existingFieldRemoval', `removed field : ${path}`)),
    ...(scope === now.spec.scope
      ? []
      : say('scope', `scope changed : ${goQuote(scope)} -> ${goQuote(now.spec.scope)}`)),
    ...(lost.length === 0 ? [] : say('storedVersionRemoval', `stored versions removed : [${lost.join(' ')}]`)),
  ];
}

function finding(what: Omit<CrdifyFinding, 'isError'>, enforcement: Enforcement = 'Error'): CrdifyFinding[] {
  return enforcement === 'None' ? [] : [{ ...what, isError: enforcement === 'Error' }];
}

function removedFields(old: Crd, now: Crd): string[] {
  const removed = now.spec.versions.flatMap((version) => {
    const before = old.spec.versions.find(({ name }) => name === version.name);
    if (before === undefined) return [];
    const left = flatten(rootOf(version));
    return [...flatten(rootOf(before)).keys()]
      .filter((path) => !left.has(path))
      .map((path) => `${version.name}.${path}`);
  });
  return sortedBytes(removed);
}

/** The schema of a version; crdify cannot run without one, which the caller has made sure of. */
function rootOf({ schema }: CrdVersion): JsonSchema {
  return schema?.openAPIV3Schema ?? {};
}

function sameVersions(old: Crd, now: Crd, config: CrdifyConfig): CrdifyFinding[] {
  return [...old.spec.versions]
    .sort((a, b) => compareBytes(a.name, b.name))
    .flatMap((version) => {
      const after = now.spec.versions.find(({ name }) => name === version.name);
      return after === undefined ? [] : compareTwo('same', version.name, version, after, config);
    });
}

function servedVersions(old: Crd, now: Crd, config: CrdifyConfig): CrdifyFinding[] {
  if (config.conversion === 'Ignore' && now.spec.conversion?.strategy === 'Webhook') return [];
  const known = new Set(pairs(old, config).map(keyOf));
  return pairs(now, config).filter((found) => !known.has(keyOf(found)));
}

function pairs({ spec }: Crd, config: CrdifyConfig): CrdifyFinding[] {
  const served = spec.versions.filter((version) => version.served).sort((a, b) => compareVersions(a.name, b.name));
  return served
    .flatMap((first, at) =>
      served.slice(at + 1).map((second) => ({ name: `${first.name} -> ${second.name}`, first, second })),
    )
    .sort((a, b) => compareBytes(a.name, b.name))
    .flatMap(({ name, first, second }) => compareTwo('served', name, first, second, config));
}

function keyOf({ version, property, check, isError, message }: CrdifyFinding): string {
  return JSON.stringify([version, property, check, isError, message]);
}

const EMPTY: JsonSchema = {};

/** Walks the paths of the old schema only: what is new is no concern of crdify's. */
function compareTwo(
  section: 'same' | 'served',
  version: string,
  old: CrdVersion,
  now: CrdVersion,
  config: CrdifyConfig,
): CrdifyFinding[] {
  const [before, after] = [flatten(rootOf(old)), flatten(rootOf(now))];
  return sortedBytes(before.keys()).flatMap((property) => {
    const [left, right] = [before.get(property) ?? EMPTY, after.get(property) ?? EMPTY];
    if (left === right) return [];
    const say = (check: string, message: string | undefined, enforcement: Enforcement | undefined): CrdifyFinding[] =>
      message === undefined ? [] : finding({ section, version, property, check, message }, enforcement);
    const checked = propertyChecks.flatMap((check) =>
      say(check.name, check.message(left, right, config), config.enforcement[check.name]),
    );
    const found = [...checked, ...say('unhandled', unhandledMessage(left, right), config.unhandled)];
    return found.sort((a, b) => compareBytes(a.check, b.check));
  });
}
