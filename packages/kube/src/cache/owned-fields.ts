import type { AnyObject, DeepReadonly, ManagedFieldsEntry } from '../kinds/index.ts';
import { Interner } from './interner.ts';

/** The fields of one manager in one object, as `fieldsV1` of server-side apply. */
export type OwnedFields = DeepReadonly<Record<string, unknown>>;

interface Owned {
  readonly manager: string;
  readonly subresource: string;
  readonly fields: OwnedFields;
}

/** What a manager that is not of this process has set in a pod template of its objects. */
export interface ForeignFields {
  readonly manager: string;
  readonly fields: OwnedFields;
}

/**
 * The entries of other managers, by apply or by update, that set fields of a pod template. Elsewhere others write by
 * design (replicas by a scaler, status by controllers); a pod template has one author. What an own manager has set too
 * is no longer the other's alone: both hold the same value.
 */
export function foreignFieldsIn(
  managedFields: readonly ManagedFieldsEntry[],
  isOwn: (manager: string) => boolean,
): ForeignFields[] {
  const templates = managedFields.flatMap(({ manager = '', subresource = '', fieldsV1 }) => {
    const spec = (fieldsV1 as { 'f:spec'?: { 'f:template'?: OwnedFields } } | undefined)?.['f:spec'];
    const template = spec?.['f:template'];
    return subresource === '' && template !== undefined ? [{ manager, template }] : [];
  });
  const own = templates.filter(({ manager }) => isOwn(manager));
  return templates.flatMap(({ manager, template }) => {
    if (isOwn(manager)) return [];
    const left = own.reduce<OwnedFields | undefined>((rest, one) => rest && without(rest, one.template), template);
    return left ? [{ manager, fields: { 'f:spec': { 'f:template': left } } }] : [];
  });
}

/** The paths of `fields` that are not in `own`; undefined when none is left. */
function without(fields: OwnedFields, own: OwnedFields): OwnedFields | undefined {
  const left = Object.entries(fields).flatMap(([step, below]): [string, OwnedFields][] => {
    const { [step]: ours } = own;
    // What both have something in exists for both.
    if (step === '.') return [];
    if (ours === undefined) return [[step, below as OwnedFields]];
    const rest = without(below as OwnedFields, ours as OwnedFields);
    return rest ? [[step, rest]] : [];
  });
  return left.length > 0 ? Object.fromEntries(left) : undefined;
}

/**
 * What the field managers of this process own, kept beside the objects.
 *
 * `managedFields` is often half of an object, and of no use except for the entries of one's own managers.
 * These are kept, once for all objects in which they are equal, for as long as the object itself.
 */
export class OwnedFieldSets {
  /** Each manager with its name as JSON. */
  readonly #managers = new Map<string, Buffer>();
  readonly #ofObject = new WeakMap<object, readonly Owned[]>();
  readonly #foreign = new WeakMap<object, readonly ForeignFields[]>();
  readonly #shared = new Interner<OwnedFields>(1_024);

  /** From now on the entries of `manager` are kept. To be called before the caches start: what is in them stays as it is. */
  register(manager: string): void {
    this.#managers.set(manager, Buffer.from(JSON.stringify(manager)));
  }

  /** Whether `managedFields`, given as JSON, may have entries of a registered manager; false if they have none. */
  mayBeIn(managedFields: Buffer): boolean {
    if (this.#managers.size === 0) return false;
    // Names can be written in another way than here, but not without one of these.
    if (managedFields.includes('\\u') || managedFields.includes('\\/')) return true;
    // Only what was applied is kept: where nothing was, the names need not be looked for one by one.
    if (!managedFields.includes('Apply')) return false;
    for (const name of this.#managers.values()) if (managedFields.includes(name)) return true;
    return false;
  }

  keep(object: object, managedFields: readonly ManagedFieldsEntry[]): void {
    if (this.#managers.size === 0) return;
    const owned = managedFields.flatMap(({ manager = '', operation, subresource = '', fieldsV1 }) => {
      if (operation !== 'Apply' || fieldsV1 === undefined || !this.#managers.has(manager)) return [];
      return { manager, subresource, fields: this.#shared.get(JSON.stringify(fieldsV1), () => frozen(fieldsV1)) };
    });
    if (owned.length === 0) return;
    this.#ofObject.set(object, owned);
    const foreign = foreignFieldsIn(managedFields, (manager) => this.#managers.has(manager));
    if (foreign.length > 0) this.#foreign.set(object, foreign);
  }

  /** What others have set in the pod template of an object in which a registered manager owns fields. */
  foreign(object: DeepReadonly<AnyObject>): readonly ForeignFields[] {
    return this.#foreign.get(object) ?? [];
  }

  /** Undefined if the manager owns nothing, is not registered, or the object is not from a cache. */
  get(object: DeepReadonly<AnyObject>, manager: string, subresource = ''): OwnedFields | undefined {
    return this.#ofObject.get(object)?.find((owned) => owned.manager === manager && owned.subresource === subresource)
      ?.fields;
  }
}

/** Always, also in production: it is shared by many objects, and made once for all of them. */
function frozen<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) frozen(part as object);
  return Object.freeze(value);
}
