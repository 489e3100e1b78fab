/**
 * @module
 * YAML, loaded with the first of it: clients send and ask for JSON nearly always, and a process that has
 * seen no YAML starts its first cluster a fifth sooner.
 */
import { createRequire } from 'node:module';
import type * as yamlModule from 'yaml';

type Yaml = Pick<typeof yamlModule, 'LineCounter' | 'isScalar' | 'parse' | 'parseDocument' | 'stringify' | 'visit'>;

let loaded: Yaml | undefined;

function yaml(): Yaml {
  loaded ??= createRequire(import.meta.url)('yaml') as Yaml;
  return loaded;
}

/** More aliases than people write are an attack on memory. */
const MOST_ALIASES = 100;

/** Of a key that stands twice in a map the last value counts. @throws where the text is not YAML. */
export function parseYaml(text: string): unknown {
  return yaml().parse(text, { maxAliasCount: MOST_ALIASES, uniqueKeys: false });
}

/** Keys that stand again in the same map of a YAML text, in the words of Go's parser: `line 9: key "a" already set in map`. */
export function repeatedKeys(text: string): string[] {
  const { LineCounter, isScalar, parseDocument, visit } = yaml();
  const lineCounter = new LineCounter();
  const found: string[] = [];
  visit(parseDocument(text, { lineCounter, uniqueKeys: false }), {
    Map: (_, { items }) => {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const { line } = lineCounter.linePos(key.range?.[0] ?? 0);
        if (keys.has(key.value)) found.push(`line ${line}: key ${JSON.stringify(key.value)} already set in map`);
        keys.add(key.value);
      }
    },
  });
  return found;
}

export function yamlText(value: unknown): string {
  return yaml().stringify(value);
}
