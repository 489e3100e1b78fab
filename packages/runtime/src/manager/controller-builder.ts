import type { AnyKind, AnyObject, Cluster, DeepReadonly, ObjectOf, ObjectRef } from '@slipway/kube';
import type { Stored } from '@slipway/kube/kinds';
import { RuntimeError } from '../errors.ts';
import { controllerOwner, type ObjectKey, type Source } from '../source/index.ts';
import type { Declaration, FailureFunction, ReconcileFunction, Watch, WatchOptions } from './declaration.ts';
import type { ControllerSettings } from './options.ts';

type Draft<K extends AnyKind> = Omit<Declaration<K>, 'reconcile'>;
type Register<K extends AnyKind> = (declaration: Declaration<K>) => void;

/** The constructor, which is the manager's alone: no type of a declaration is public. */
let create: <K extends AnyKind>(draft: Draft<K>, register: Register<K>) => ControllerBuilder<K>;

export function controllerBuilder<K extends AnyKind>(draft: Draft<K>, register: Register<K>): ControllerBuilder<K> {
  return create(draft, register);
}

/**
 * Declares a controller, part by part; `reconcile` is the last one and registers it.
 *
 * Every call adds its part and returns this builder, so its result may be dropped; nothing starts before the manager
 * does.
 *
 * **Errors.** `MANAGER_STATE` for a part that comes after `reconcile`; `MANAGER_INCOMPLETE` from the manager's start
 * where `reconcile` was never called.
 */
export class ControllerBuilder<K extends AnyKind> {
  #draft: Draft<K>;
  #isComplete = false;
  readonly #register: Register<K>;

  static {
    create = (draft, register) => new ControllerBuilder(draft, register);
  }

  private constructor(draft: Draft<K>, register: Register<K>) {
    this.#draft = draft;
    this.#register = register;
  }

  /** The controller's name as far as it is declared. */
  get name(): string {
    return this.#draft.name;
  }

  /** Whether `reconcile` was called. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Unique in the process. @default the plural and group of the kind */
  named(name: string): this {
    const { kind } = this.#draft;
    return this.#with({ name, manager: `${kind.group || 'core'}/${name}` });
  }

  /** Which of the controller's own objects are watched, and which of their changes count. */
  for(options: WatchOptions<ObjectOf<K>>): this {
    return this.#with({ primary: options });
  }

  /** Objects of this kind belong to the controller's: a change of one reconciles its owner. */
  owns<C extends AnyKind>(kind: C, options: WatchOptions<ObjectOf<C>> = {}): this {
    return this.#watch({
      kind,
      map: (cluster) => controllerOwner(this.#draft.kind, cluster.name),
      options: options as WatchOptions<AnyObject>,
    });
  }

  /**
   * A change of an object of this kind reconciles what `map` names: `{namespace, name}` in the same cluster, whose caches
   * `map` may read (`cluster.findCache`, `cluster.client.get`): it is synchronous, and one that throws is called again.
   */
  watches<C extends AnyKind>(
    kind: C,
    map: (object: Stored<DeepReadonly<ObjectOf<C>>>, cluster: Cluster) => Iterable<ObjectRef>,
    options: WatchOptions<ObjectOf<C>> = {},
  ): this {
    return this.#watch({
      kind,
      map: (cluster) => (object) => {
        const typed = object as DeepReadonly<ObjectOf<C>> as Parameters<typeof map>[0];
        return Array.from(map(typed, cluster), ({ namespace = '', name }) => ({
          cluster: cluster.name,
          namespace,
          name,
        }));
      },
      options: options as WatchOptions<AnyObject>,
    });
  }

  /** Keys from anywhere else. */
  source(source: Source<ObjectKey>): this {
    return this.#with({ sources: [...this.#draft.sources, source] });
  }

  /**
   * `cleanup` runs before the object goes, if a reconcile was ever started for it. It is
   * idempotent, and accepts that the reconcile never ended.
   */
  finalizer(name: string, cleanup: ReconcileFunction<K>): this {
    return this.#with({ finalizer: { name, cleanup } });
  }

  /**
   * Says of an object that its reconcile failed, in the controller's own words and as the owner of its status. It takes
   * the place of the condition that the runtime sets as a manager of its own (`reportFailures`).
   */
  failed(report: FailureFunction<K>): this {
    return this.#with({ failed: report });
  }

  settings(settings: ControllerSettings): this {
    return this.#with({ settings: { ...this.#draft.settings, ...settings } });
  }

  /** What to do for one object. Registers the controller. */
  reconcile(reconcile: ReconcileFunction<K>): void {
    this.#checkOpen();
    this.#register({ ...this.#draft, reconcile });
    // Only now: one that was refused, for its name, can be changed and completed.
    this.#isComplete = true;
  }

  #watch(watch: Watch): this {
    return this.#with({ watches: [...this.#draft.watches, watch] });
  }

  #with(part: Partial<Draft<K>>): this {
    this.#checkOpen();
    this.#draft = { ...this.#draft, ...part };
    return this;
  }

  /** What was registered no longer changes. */
  #checkOpen(): void {
    if (!this.#isComplete) return;
    throw new RuntimeError(
      'MANAGER_STATE',
      `The controller ${this.name} was completed by reconcile(); declare its other parts before that call.`,
    );
  }
}
