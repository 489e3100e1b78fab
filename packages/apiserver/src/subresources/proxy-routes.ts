import { ApiServerError } from '../errors.ts';

/**
 * Where proxies lead that a test has put a listener behind (L-12). Named by path: `services/ns/name`,
 * `pods/ns/name`, `nodes/name`, each with `:port` for one port only.
 */
export class ProxyRoutes {
  readonly #routes = new Map<string, URL>();

  /** Leads there until the returned function is called. A path in the URL stands before the client's. */
  add(path: string, url: string): () => void {
    if (!/^(?:nodes|(?:pods|services)\/[^/:]+)\/[^/:]+(?::[^/:]+)?$/.test(path) || !/^https?:\/\//.test(url)) {
      throw new ApiServerError(
        'APISERVER_ROUTE',
        `A route leads from services/namespace/name, pods/namespace/name or nodes/name (with :port where it is for one port) to an http or https URL; this one is from ${path}.`,
      );
    }
    const route = new URL(url);
    this.#routes.set(path, route);
    return () => {
      if (this.#routes.get(path) === route) this.#routes.delete(path);
    };
  }

  /** Whether there is one for any port. */
  has(path: string): boolean {
    return [...this.#routes.keys()].some((each) => each === path || each.startsWith(`${path}:`));
  }

  find(path: string, port: string): URL | undefined {
    return this.#routes.get(`${path}:${port}`) ?? this.#routes.get(path);
  }
}
