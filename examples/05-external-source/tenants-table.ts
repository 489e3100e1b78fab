export interface Tenant {
  readonly id: string;
  readonly plan: string;
  /** Grows with every change of the row. */
  readonly version: number;
  /** The version that the cluster has. */
  readonly appliedVersion: number;
}

/** Stands for a table of PostgreSQL, so that the example needs no database; each method is one statement. */
export class TenantsTable {
  readonly #rows = new Map<string, Tenant>();
  readonly #listeners: ((id: string) => void)[] = [];

  /** `LISTEN tenants`: quick, but what is sent while nobody listens is lost. */
  listen(listener: (id: string) => void): void {
    this.#listeners.push(listener);
  }

  /** `INSERT … ON CONFLICT (id) DO UPDATE SET plan = $2, version = version + 1`, with a trigger that notifies. */
  async put(id: string, plan: string): Promise<void> {
    const { version = 0, appliedVersion = 0 } = this.#rows.get(id) ?? {};
    this.#rows.set(id, { id, plan, version: version + 1, appliedVersion });
    for (const listener of this.#listeners) listener(id);
  }

  /** `SELECT id FROM tenants WHERE applied_version < version` */
  async due(): Promise<string[]> {
    return [...this.#rows.values()].filter((row) => row.appliedVersion < row.version).map(({ id }) => id);
  }

  /** `SELECT * FROM tenants WHERE id = $1` */
  async find(id: string): Promise<Tenant | undefined> {
    return this.#rows.get(id);
  }

  /** `UPDATE tenants SET applied_version = $2 WHERE id = $1 AND applied_version < $2` */
  async markApplied(id: string, version: number): Promise<void> {
    const row = this.#rows.get(id);
    if (row && row.appliedVersion < version) this.#rows.set(id, { ...row, appliedVersion: version });
  }
}
