import { type JsonObject, textAt } from '../../objects/index.ts';
import {
  containers,
  containersOf,
  containersWhere,
  contextObject,
  quoted,
  type Subject,
  setters,
  sorted,
  type Violation,
} from './subject.ts';

const PROFILES = new Set(['RuntimeDefault', 'Localhost']);

function typeOf(owner: JsonObject): string | undefined {
  const profile = contextObject(owner, 'seccompProfile');
  return profile && textAt(profile, 'type');
}

function isBad(owner: JsonObject): boolean {
  const type = typeOf(owner);
  return type !== undefined && !PROFILES.has(type);
}

/** Nobody may choose a profile that is none. */
export function badSeccompSetters(subject: Subject): Violation | undefined {
  const who = setters(subject, isBad);
  if (who === '') return undefined;
  const types = [subject.spec, ...containersOf(subject)].filter(isBad).map((owner) => typeOf(owner) ?? '');
  return {
    reason: 'seccompProfile',
    detail: `${who} must not set securityContext.seccompProfile.type to ${quoted(sorted(types))}`,
  };
}

/** Each pod must choose one, for itself or by its pod. */
export function missingSeccomp(subject: Subject): Violation | undefined {
  const bad = badSeccompSetters(subject);
  if (bad || typeOf(subject.spec) !== undefined) return bad;
  const names = containersWhere(subject, (container) => typeOf(container) === undefined);
  if (names.length === 0) return undefined;
  return {
    reason: 'seccompProfile',
    detail: `pod or ${containers(names)} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`,
  };
}
