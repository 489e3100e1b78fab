/**
 * @module
 * YAML, loaded with the first of it: clients send and ask for JSON nearly always, and a process that has
 * seen no YAML starts its first cluster a fifth sooner.
 */
import { createRequire } from 'node:module';
import type * as yamlModule from 'yaml';

type Yaml = Pick<typeof yamlModule, 'parse' | 'stringify'>;

let loaded: Yaml | undefined;

function yaml(): Yaml {
  loaded ??= createRequire(import.meta.url)('yaml') as Yaml;
  return loaded;
}

/** More aliases than people write are an attack on memory. */
const MOST_ALIASES = 100;

/** @throws where the text is not YAML. */
export function parseYaml(text: string): unknown {
  return yaml().parse(text, { maxAliasCount: MOST_ALIASES });
}

export function yamlText(value: unknown): string {
  return yaml().stringify(value);
}
