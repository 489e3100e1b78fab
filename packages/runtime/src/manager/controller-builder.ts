import type { AnyKind, AnyObject, ObjectOf, ObjectRef } from '@slipway/kube';
import { controllerOwner, type Mapper, type ObjectKey, type Source } from '../source/index.ts';
import type { Declaration, ReconcileFunction, Watch, WatchOptions } from './declaration.ts';
import type { ControllerSettings } from './options.ts';

/**
 * Declares a controller, part by part; `reconcile` is the last one and registers it.
 *
 * Every call returns a builder with one more part; nothing starts before the manager does.
 */
export class ControllerBuilder<K extends AnyKind> {
  readonly #draft: Omit<Declaration<K>, 'reconcile'>;
  readonly #register: (declaration: Declaration<K>) => void;

  constructor(draft: Omit<Declaration<K>, 'reconcile'>, register: (declaration: Declaration<K>) => void) {
    this.#draft = draft;
    this.#register = register;
  }

  /** Unique in the process. @default the plural and group of the kind */
  named(name: string): ControllerBuilder<K> {
    const { kind } = this.#draft;
    return this.#with({ name, manager: `${kind.group || 'core'}/${name}` });
  }

  /** Which of the controller's own objects are watched, and which of their changes count. */
  watching(options: WatchOptions<ObjectOf<K>>): ControllerBuilder<K> {
    return this.#with({ primary: options });
  }

  /** Objects of this kind belong to the controller's: a change of one reconciles its owner. */
  owns<C extends AnyKind>(kind: C, options: WatchOptions<ObjectOf<C>> = {}): ControllerBuilder<K> {
    return this.#watch({
      kind,
      map: (cluster) => controllerOwner(this.#draft.kind, cluster),
      options: options as WatchOptions<AnyObject>,
    });
  }

  /** A change of an object of this kind reconciles what `map` names: `{namespace, name}` in the same cluster. */
  watches<C extends AnyKind>(
    kind: C,
    map: (object: Parameters<Mapper<ObjectOf<C>, ObjectKey>>[0]) => Iterable<ObjectRef>,
    options: WatchOptions<ObjectOf<C>> = {},
  ): ControllerBuilder<K> {
    return this.#watch({
      kind,
      map: (cluster) => (object) =>
        Array.from(map(object as Parameters<typeof map>[0]), ({ namespace = '', name }) => ({
          cluster,
          namespace,
          name,
        })),
      options: options as WatchOptions<AnyObject>,
    });
  }

  /** Keys from anywhere else. */
  source(source: Source<ObjectKey>): ControllerBuilder<K> {
    return this.#with({ sources: [...this.#draft.sources, source] });
  }

  /**
   * `cleanup` runs before the object goes, if a reconcile was ever started for it. It is
   * idempotent, and accepts that the reconcile never ended.
   */
  finalizer(name: string, cleanup: ReconcileFunction<K>): ControllerBuilder<K> {
    return this.#with({ finalizer: { name, cleanup } });
  }

  settings(settings: ControllerSettings): ControllerBuilder<K> {
    return this.#with({ settings: { ...this.#draft.settings, ...settings } });
  }

  /** What to do for one object. Registers the controller. */
  reconcile(reconcile: ReconcileFunction<K>): void {
    this.#register({ ...this.#draft, reconcile });
  }

  #watch(watch: Watch): ControllerBuilder<K> {
    return this.#with({ watches: [...this.#draft.watches, watch] });
  }

  #with(part: Partial<Omit<Declaration<K>, 'reconcile'>>): ControllerBuilder<K> {
    return new ControllerBuilder({ ...this.#draft, ...part }, this.#register);
  }
}
