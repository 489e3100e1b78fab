/** `metadata` of any object. All but `name` are the server's or optional. */
export interface ObjectMeta {
  name?: string;
  generateName?: string;
  namespace?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number;
  creationTimestamp?: string;
  deletionTimestamp?: string;
  deletionGracePeriodSeconds?: number;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  finalizers?: string[];
  ownerReferences?: OwnerReference[];
  managedFields?: ManagedFieldsEntry[];
}

export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

export interface ManagedFieldsEntry {
  manager?: string;
  operation?: string;
  apiVersion?: string;
  time?: string;
  fieldsType?: string;
  fieldsV1?: Record<string, unknown>;
  subresource?: string;
}

/** What every object has, whatever its kind. */
export interface AnyObject {
  apiVersion?: string;
  kind?: string;
  metadata?: ObjectMeta;
}

/** The object of a kind that has a spec and a status, as custom resources do. */
export interface CustomObject<Spec, Status> extends AnyObject {
  metadata: ObjectMeta;
  spec: Spec;
  status?: Status;
}

/** An object of which nothing but the metadata is known: what metadata-only caches hold. */
export interface MetadataObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
}

declare const objectType: unique symbol;

/**
 * A kind as the client needs it: where its collection is served, and what its objects look like.
 * `Obj` is `CustomObject<Spec, Status>` unless the kind has fields beside spec and status.
 */
export interface Kind<Spec = unknown, Status = unknown, Obj extends AnyObject = CustomObject<Spec, Status>> {
  /** API group; the empty string is the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: 'Namespaced' | 'Cluster';
  /** Never set: it carries the object's type to where the kind is used. */
  readonly [objectType]?: Obj;
}

// oxlint-disable-next-line typescript/no-explicit-any
export type AnyKind = Kind<any, any, any>;

/** The object type of a kind. */
export type ObjectOf<K extends AnyKind> = K extends Kind<infer _Spec, infer _Status, infer Obj> ? Obj : never;

/** Deeply readonly: objects from a cache are shared, so their type cannot be written to. */
export type DeepReadonly<T> = T extends (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

/**
 * An object as a server answered it: it has a name, a uid and a resource version, which an object that is about to be
 * written may lack. Caches, events and answers to requests hold such objects.
 */
export type Stored<Obj> = Obj & {
  readonly metadata: { readonly name: string; readonly uid: string; readonly resourceVersion: string };
};

/** Declares a kind by hand: `defineKind<WidgetSpec, WidgetStatus>({ group: 'demo.io', … })`. */
export function defineKind<Spec, Status = unknown, Obj extends AnyObject = CustomObject<Spec, Status>>(
  kind: Kind<Spec, Status, Obj>,
): Kind<Spec, Status, Obj> {
  return Object.freeze({ ...kind });
}

/** `deployments.apps`, `configmaps`: how people and error messages name a resource. */
export function resourceName(kind: Pick<AnyKind, 'group' | 'plural'>): string {
  return kind.group === '' ? kind.plural : `${kind.plural}.${kind.group}`;
}

/** The path of a collection, or of one object and its subresource in it. */
export function resourcePath(
  kind: Pick<AnyKind, 'group' | 'version' | 'plural'>,
  at: { namespace?: string | undefined; name?: string | undefined; subresource?: string | undefined } = {},
): string {
  const root = kind.group === '' ? `/api/${kind.version}` : `/apis/${kind.group}/${kind.version}`;
  const namespace = at.namespace ? `/namespaces/${encodeURIComponent(at.namespace)}` : '';
  const name = at.name ? `/${encodeURIComponent(at.name)}` : '';
  return `${root}${namespace}/${kind.plural}${name}${at.subresource ? `/${at.subresource}` : ''}`;
}
