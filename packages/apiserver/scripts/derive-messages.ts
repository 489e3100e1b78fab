/**
 * Writes src/protobuf/message-table.ts from the Go types of the pinned Kubernetes modules.
 *
 *   npx tsx packages/apiserver/scripts/derive-messages.ts <k8s.io/api> <k8s.io/apimachinery> \
 *     <k8s.io/apiextensions-apiserver> <k8s.io/kube-aggregator>
 *
 * Struct tags hold all that is needed: field number, JSON name, omitempty; the Go type tells pointers
 * from values, which the .proto files do not (K-5). With `--check` nothing is written; the exit code
 * tells whether the table is still true.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folders of k8s.io/api whose kinds are read, with the API group they belong to. */
const GROUPS: Readonly<Record<string, string>> = {
  'admissionregistration/v1': 'admissionregistration.k8s.io',
  'apps/v1': 'apps',
  'authentication/v1': 'authentication.k8s.io',
  'authorization/v1': 'authorization.k8s.io',
  'autoscaling/v1': 'autoscaling',
  'autoscaling/v2': 'autoscaling',
  'batch/v1': 'batch',
  'certificates/v1': 'certificates.k8s.io',
  'coordination/v1': 'coordination.k8s.io',
  'core/v1': '',
  'discovery/v1': 'discovery.k8s.io',
  'events/v1': 'events.k8s.io',
  'flowcontrol/v1': 'flowcontrol.apiserver.k8s.io',
  'networking/v1': 'networking.k8s.io',
  'node/v1': 'node.k8s.io',
  'policy/v1': 'policy',
  'rbac/v1': 'rbac.authorization.k8s.io',
  'resource/v1': 'resource.k8s.io',
  'scheduling/v1': 'scheduling.k8s.io',
  'storage/v1': 'storage.k8s.io',
};

/** Kinds of other modules: their folder there. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'apiextensions/v1': 'apiextensions.k8s.io',
  'apiregistration/v1': 'apiregistration.k8s.io',
};

/** Types with a wire form of their own (K-6). */
const SPECIAL: Readonly<Record<string, string>> = {
  'resource.Quantity': 'quantity',
  'intstr.IntOrString': 'intOrString',
  'metav1.Time': 'time',
  'metav1.MicroTime': 'microTime',
  'metav1.Duration': 'duration',
  'runtime.RawExtension': 'raw',
  'metav1.FieldsV1': 'raw',
  JSON: 'raw',
  JSONSchemaPropsOrArray: 'schemaOrSchemas',
  JSONSchemaPropsOrBool: 'schemaOrBool',
  JSONSchemaPropsOrStringArray: 'schemaOrStrings',
};

const SCALARS: Readonly<Record<string, string>> = {
  string: 'string',
  bool: 'bool',
  int32: 'int',
  int64: 'int',
  int: 'int',
  uint8: 'int',
  uint32: 'int',
  uint64: 'int',
  float64: 'double',
};

/** One package of Go types: its structs, and what its other names stand for. */
interface GoPackage {
  readonly key: string;
  readonly structs: Map<string, string[]>;
  readonly aliases: Map<string, string>;
  /** Import name in the files → key of the package. */
  readonly imports: Map<string, string>;
}

function readPackage(folder: string, key: string): GoPackage {
  const structs = new Map<string, string[]>();
  const aliases = new Map<string, string>();
  const imports = new Map<string, string>();
  for (const file of readdirSync(folder).filter(
    (name) => name.endsWith('.go') && !/^zz_|_test\.go$|generated/.test(name),
  )) {
    const text = readFileSync(join(folder, file), 'utf8');
    for (const [, name, path = ''] of text.matchAll(/^\s+(\w+)?\s*"(k8s\.io\/[^"]+)"$/gm)) {
      const api = /^k8s\.io\/api\/(.+)$/.exec(path)?.[1];
      const parts = path.split('/');
      if (api) imports.set(name ?? parts[parts.length - 1] ?? '', api);
    }
    for (const [, name = '', body = ''] of text.matchAll(/^type (\w+) struct \{\n([\s\S]*?)^\}/gm)) {
      structs.set(
        name,
        body.split('\n').filter((line) => line.includes('json:"')),
      );
    }
    for (const [, name = ''] of text.matchAll(/^type (\w+) struct ?\{\}/gm)) structs.set(name, []);
    for (const [, name = '', target = ''] of text.matchAll(
      /^type (\w+) (?!struct\b|interface\b)=?\s*([\w.[\]*]+)\s*(?:\/\/.*)?$/gm,
    )) {
      aliases.set(name, target);
    }
  }
  return { key, structs, aliases, imports };
}

class Deriver {
  readonly #packages: ReadonlyMap<string, GoPackage>;
  readonly #messages = new Map<string, string>();

  constructor(packages: ReadonlyMap<string, GoPackage>) {
    this.#packages = packages;
  }

  get messages(): [string, string][] {
    return [...this.#messages].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /** Takes a struct and all that it refers to into the table. */
  add(pack: GoPackage, name: string): string {
    const id = `${pack.key.replace('/', '.')}.${name}`;
    if (this.#messages.has(id)) return id;
    this.#messages.set(id, '');
    const fields = (pack.structs.get(name) ?? []).flatMap((line) => this.#field(pack, line));
    this.#messages.set(id, fields.join(' '));
    return id;
  }

  /** `number:jsonName:type`, with marks in front of the type: see the table's own comment. */
  #field(pack: GoPackage, line: string): string[] {
    const match = /^\s*(?:(\w+)\s+)?([\w.[\]*]+)\s+`(.*)`/.exec(line);
    const number = /protobuf:"\w+,(\d+),/.exec(line)?.[1];
    const [jsonName = '', ...options] = /json:"([^"]*)"/.exec(line)?.[1]?.split(',') ?? [];
    if (!match || number === undefined || jsonName === '-') return [];
    const inline = jsonName === '' && options.includes('inline');
    const optional = options.includes('omitempty') || options.includes('omitzero');
    // A list with a name of its own that is repeated is a list like any other.
    const alias = /protobuf:"\w+,\d+,rep,/.test(line) ? pack.aliases.get(match[2] ?? '') : undefined;
    const type = this.#type(pack, alias ?? match[2] ?? '');
    return [`${number}:${inline ? '^' : jsonName}:${optional || inline ? '' : '!'}${type}`];
  }

  #type(pack: GoPackage, go: string): string {
    if (go === '[]byte') return 'bytes';
    if (go.startsWith('*')) return `*${this.#type(pack, go.slice(1))}`;
    if (go.startsWith('[]')) return `[]${this.#type(pack, go.slice(2))}`;
    const map = /^map\[[\w.]+\](.+)$/.exec(go);
    if (map) return `{}${this.#type(pack, map[1] ?? '')}`;
    const [first = '', second] = go.split('.');
    const special = SPECIAL[second === undefined && pack.key === 'meta/v1' ? `metav1.${go}` : go];
    if (special) return special;
    if (SCALARS[go]) return SCALARS[go];
    return second === undefined ? this.#named(pack, first) : this.#foreign(pack, first, second);
  }

  #named(pack: GoPackage, name: string): string {
    if (pack.structs.has(name)) return this.add(pack, name);
    const target = pack.aliases.get(name);
    if (target === undefined) throw new Error(`${pack.key}: what is ${name}?`);
    // A list with a name of its own is a message around the list.
    return target.startsWith('[]') && target !== '[]byte' ? 'items' : this.#type(pack, target);
  }

  #foreign(pack: GoPackage, from: string, name: string): string {
    if (from === 'types') return 'string';
    const key = from === 'metav1' ? 'meta/v1' : pack.imports.get(from);
    const other = key === undefined ? undefined : this.#packages.get(key);
    if (!other) throw new Error(`${pack.key}: where is ${from}.${name}?`);
    const special = key === 'meta/v1' ? SPECIAL[`metav1.${name}`] : undefined;
    return special ?? this.#named(other, name);
  }
}

const isKind = (lines: readonly string[]): boolean =>
  lines.some((line) => /^\s*(metav1\.)?TypeMeta\s+`json:",inline/.test(line)) &&
  !lines.some((line) => /\bItems\s/.test(line));

interface Folders {
  readonly api: string;
  readonly machinery: string;
  readonly extensions: string;
  readonly aggregator: string;
}

function table({ api, machinery, extensions, aggregator }: Folders): string {
  const packages = new Map(Object.keys(GROUPS).map((key) => [key, readPackage(join(api, key), key)]));
  for (const [module, key] of [
    [extensions, 'apiextensions/v1'],
    [aggregator, 'apiregistration/v1'],
  ] as const) {
    packages.set(key, readPackage(join(module, 'pkg/apis', key), key));
  }
  const meta = readPackage(join(machinery, 'pkg/apis/meta/v1'), 'meta/v1');
  packages.set('meta/v1', meta);
  const deriver = new Deriver(packages);
  const kinds: [string, string][] = [];
  for (const [key, group] of Object.entries({ ...GROUPS, ...ELSEWHERE })) {
    const pack = packages.get(key) as GoPackage;
    const version = key.split('/')[1] ?? '';
    for (const [name, lines] of pack.structs) {
      if (isKind(lines))
        kinds.push([`${group === '' ? version : `${group}/${version}`} ${name}`, deriver.add(pack, name)]);
    }
  }
  deriver.add(meta, 'DeleteOptions');
  const line = ([key, value]: [string, string]): string => `  '${key}': '${value}',`;
  return `// Derived from the Go types of Kubernetes by scripts/derive-messages.ts; not edited by hand.

/** \`apiVersion kind\` → message. */
// biome-ignore format: one line per kind
export const messageOfKind: Readonly<Record<string, string>> = {
${kinds
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(line)
  .join('\n')}
};

/**
 * Message → its fields, \`number:jsonName:type\`. A name of \`^\` has its fields in the message around it.
 * Marks before a type: \`!\` is shown even when zero, \`*\` a pointer, \`[]\` a list, \`{}\` a map by strings.
 */
// biome-ignore format: one line per message
export const messageTable: Readonly<Record<string, string>> = {
${deriver.messages.map(line).join('\n')}
};
`;
}

const [api, machinery, extensions, aggregator, flag] = process.argv.slice(2);
if (!api || !machinery || !extensions || !aggregator) {
  throw new Error(
    'usage: derive-messages.ts <k8s.io/api> <k8s.io/apimachinery> <k8s.io/apiextensions-apiserver> <k8s.io/kube-aggregator> [--check]',
  );
}
const target = fileURLToPath(new URL('../src/protobuf/message-table.ts', import.meta.url));
const text = table({ api, machinery, extensions, aggregator });
if (flag !== '--check') writeFileSync(target, text);
else if (readFileSync(target, 'utf8') !== text) {
  process.stderr.write('message-table.ts differs from the Go types; run without --check.\n');
  process.exitCode = 1;
}
