type Path = string;

/** One value put in one place of an object; `undefined` takes away what is there. */
export type Edit = readonly [path: Path, value: unknown, ...more: (readonly [path: Path, value: unknown])[]];

/**
 * Objects of one kind. Every object is the base with one thing changed, so each row of the table
 * says only what it is about.
 */
export interface Family {
  readonly kind: string;
  /** Where the objects are. */
  readonly path: string;
  /** A good object; its name is given to it. */
  readonly base: Readonly<Record<string, unknown>>;
  /** Further good objects: what is stored of them is compared. */
  readonly good?: Readonly<Record<string, Edit>>;
  /** Objects that are refused only when they are about to be stored. */
  readonly taken?: readonly Edit[];
  /** Objects that are refused. */
  readonly bad: readonly Edit[];
  /** Changes of the stored base, refused or not. */
  readonly changes?: readonly Edit[];
}

export function edited(base: unknown, [path, value, ...more]: Edit): unknown {
  const once = put(base, path.split(/[.[\]]+/).filter(Boolean), value);
  return more.reduce<unknown>((object, edit) => edited(object, edit), once);
}

/** Parts of a path that hold dots are written with `~` for them. */
function put(target: unknown, [raw, ...rest]: readonly string[], value: unknown): unknown {
  if (raw === undefined) return value;
  const key = raw.replaceAll('~', '.');
  if (Array.isArray(target)) {
    const copy = [...(target as unknown[])];
    copy[Number(key)] = put(copy[Number(key)], rest, value);
    return copy;
  }
  const held = (target ?? {}) as Record<string, unknown>;
  const changed = put(held[key], rest, value);
  const others = Object.fromEntries(Object.entries(held).filter(([name]) => name !== key));
  if (changed === undefined) return others;
  return /^\d+$/.test(key) && Object.keys(held).length === 0 ? [changed] : { ...held, [key]: changed };
}

export interface Row {
  readonly title: string;
  readonly method: 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'GET';
  readonly path: string;
  readonly body?: unknown;
  /** @default `merge` for a PATCH, else `json` */
  readonly type?: 'json' | 'merge' | 'apply' | 'strategic';
}

export interface Suite {
  readonly name: string;
  readonly rows: readonly Row[];
}

/** The requests that a family stands for, in the order in which they are sent. */
export function rowsOf({ kind, path, base, good = {}, taken = [], bad, changes = [] }: Family): Row[] {
  const named = (name: string, object: unknown): unknown => {
    const { metadata, ...rest } = object as { metadata?: object };
    return { ...rest, metadata: { name, ...metadata } };
  };
  const slug = kind.toLowerCase();
  const create = (name: string, edit: Edit | undefined, query = ''): Row => ({
    title: `${kind}: ${edit ? describe(edit) : 'as little as possible'}`,
    method: 'POST',
    path: `${path}${query}`,
    body: named(name, edit ? edited(base, edit) : base),
  });
  return [
    create(slug, undefined),
    ...Object.entries(good).map(([name, edit]) => create(`${slug}-${name}`, edit)),
    ...taken.map((edit) => create(`${slug}-bad`, edit)),
    ...bad.map((edit) => create(`${slug}-bad`, edit, '?dryRun=All')),
    ...changes.map(
      (edit): Row => ({
        title: `${kind}, changed: ${describe(edit)}`,
        method: 'PATCH',
        path: `${path}/${slug}?dryRun=All`,
        body: changeOf(base, edit),
      }),
    ),
  ];
}

/** A merge patch: the changed top field as a whole, with a null where something goes. */
function changeOf(base: unknown, edit: Edit): unknown {
  const nulled = [
    edit[0],
    edit[1] ?? null,
    ...edit.slice(2).map((one) => [(one as Edit)[0], (one as Edit)[1] ?? null]),
  ];
  const changed = edited(base, nulled as unknown as Edit) as Record<string, unknown>;
  const tops = [edit[0], ...edit.slice(2).map((one) => (one as Edit)[0])].map((path) => path.split(/[.[]/)[0] ?? '');
  return Object.fromEntries(Object.entries(changed).filter(([name]) => tops.includes(name)));
}

function describe([path, value, ...more]: Edit): string {
  const one = `${path} = ${JSON.stringify(value)?.slice(0, 60) ?? 'nothing'}`;
  return more.length > 0 ? `${one}, …` : one;
}
