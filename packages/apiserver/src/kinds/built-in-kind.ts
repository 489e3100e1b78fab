import type { TypeDefaults } from '../defaults/index.ts';
import type { JsonObject, KubeObject } from '../objects/index.ts';
import type { Reader } from '../selectors/index.ts';
import type { FieldError } from '../status/index.ts';
import type { Store } from '../store/index.ts';
import type { TableColumn } from '../tables/index.ts';
import type { Report } from '../validation/index.ts';

export type Check = (report: Report, object: JsonObject, old: JsonObject | undefined) => void;

export type ChangeCheck = (report: Report, object: JsonObject, old: JsonObject) => void;

/** What is looked at when an object of a kind is written. */
export interface KindChecks {
  readonly create: Check;
  /** @default `create` */
  readonly change?: ChangeCheck;
  readonly status?: ChangeCheck;
}

/** What a kind may look at beside the object itself. */
export interface AllocationContext {
  readonly store: Store;
  readonly random: () => number;
  readonly namespace: string;
  readonly dryRun: boolean;
}

/** What one kind does beyond the rules that all kinds share. Every hook is optional and pure. */
export interface KindRules {
  /** What holds for every stored object of the kind, whichever way it was written. */
  canonicalize?(object: KubeObject): KubeObject;
  /** What a client is taken to have sent too; it owns that like the rest (K-78). */
  default?(object: KubeObject, old?: KubeObject): KubeObject;
  /** The object with what the server gives out to it: addresses, ports. Claims hold until it is stored. */
  allocate?(object: KubeObject, old: KubeObject | undefined, world: AllocationContext): KubeObject;
  /** The object as it is first stored. */
  prepareCreate?(object: KubeObject): KubeObject;
  /** The object as it is stored after a change of its main resource. */
  prepareUpdate?(object: KubeObject, old: KubeObject): KubeObject;
  /** The object as it is stored after a change of its status at `time`. */
  prepareStatus?(object: KubeObject, old: KubeObject, time: string): KubeObject;
  /** What is wrong with an object; `old` is what it replaces, `subresource` the way in which it came. */
  validate?(object: KubeObject, old?: KubeObject, subresource?: string): FieldError[];
  /** What may not change. */
  validateUpdate?(object: KubeObject, old: KubeObject): FieldError[];
  /** What the writer should know although it is no error (K-15). */
  warnings?(object: KubeObject, old?: KubeObject): readonly string[];
  /**
   * How many seconds a deletion may take, for kinds that end in their own time; undefined for kinds
   * that go at once. `asked` is what the request wants.
   */
  gracePeriodSeconds?(object: KubeObject, asked: number | undefined): number;
  /** The object with the mark of its deletion, for kinds that do not end in the common way. */
  markDeletion?(object: KubeObject, deletionTimestamp: string): KubeObject;
  /** Whether something beside finalizers and a grace period keeps the object in deletion. */
  isHeld?(object: KubeObject): boolean;
}

/**
 * All that is particular to one built-in kind. Its fields and their numbers on the wire are no part of it: they are
 * derived from a real server for all kinds at once (schemas, protobuf).
 */
export interface BuiltInKind {
  /** Plural and group, as in `deployments.apps`; of the core group the plural alone. */
  readonly name: string;
  readonly checks?: KindChecks;
  readonly rules?: KindRules;
  /** What `kubectl get` shows. @default name and age */
  readonly columns?: readonly TableColumn[];
  /** Of the types that this kind brings. Where other kinds contain them, a pod's containers say, they hold there too. */
  readonly defaults?: TypeDefaults;
  /** Fields beside metadata that its objects can be selected by (K-55), as paths of the stored form. */
  readonly selectableFields?: Readonly<Record<string, Reader>>;
}
