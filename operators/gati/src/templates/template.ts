import { createHash } from 'node:crypto';
import { canonicalJson } from '@slipway/apimachinery/json';
import {
  type GatiHandlerSpec,
  type Scaling,
  type ScalingTriggers,
  TEMPLATE_FIELDS,
  TRIGGER_FIELDS,
  type VersionTemplate,
} from '../types/index.ts';

/** What the handler declares about pods. */
export function templateOf(spec: GatiHandlerSpec): VersionTemplate {
  return declared(spec, TEMPLATE_FIELDS);
}

/** The part of `scaling` that is rolled out like an image; undefined where there is none. */
export function triggersOf(scaling: Scaling | undefined): ScalingTriggers | undefined {
  const triggers = declared(scaling ?? {}, TRIGGER_FIELDS);
  return isEmpty(triggers) ? undefined : triggers;
}

/** SHA-256, in hex, of everything that makes another version when it changes. */
export function templateHashOf(spec: GatiHandlerSpec): string {
  const text = canonicalJson({ ...templateOf(spec), scaling: triggersOf(spec.scaling) });
  return createHash('sha256').update(text).digest('hex');
}

/** An empty map or list says what a missing one says, and must not roll anything out. */
function declared<T extends object, Key extends keyof T>(value: T, fields: readonly Key[]): Pick<T, Key> {
  const set = fields.filter((field) => value[field] !== undefined && !isEmpty(value[field]));
  return Object.fromEntries(set.map((field) => [field, value[field]])) as Pick<T, Key>;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
