import { stringify } from 'yaml';
import type { JsonObject } from '../schema/index.ts';

/** An object as YAML for people and files: no line is folded, no alias used, no date in it. */
export function printYaml(object: JsonObject): string {
  // The words of YAML 1.1 (`yes`, `on`) are quoted, because Kubernetes reads that version.
  return stringify(object, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false });
}
