import { goText, isJsonObject, type Json, jsonText } from '../objects/index.ts';
import type { Scalar, Type } from '../schemas/index.ts';
import { fieldElement, itemElement, printPath } from './path-element.ts';
import { shapeOf } from './shape.ts';

/** What is wrong with an intent, in the words of a real server: unknown fields, wrong types, doubles. */
export function intentErrors(intent: unknown, type: Type): string[] {
  return errorsIn(intent, type).map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
}

/** Something in an intent that no JSON can be, as the server's language calls and prints it. Fits no type. */
export class NoJson {
  readonly type: string;
  readonly text: string;

  constructor(type: string, text: string) {
    this.type = type;
    this.text = text;
  }
}

interface TypeError {
  readonly path: string;
  readonly message: string;
}

const errorAt = (path: string, message: string): TypeError => ({ path, message });

function errorsIn(value: unknown, type: Type): TypeError[] {
  if (value === null || value === undefined) return [];
  if (value instanceof NoJson) return [errorAt('', `expected ${expectedOf(type, value)}`)];
  const { list, map } = shapeOf(type, value);
  if (map) return isJsonObject(value) ? entryErrors(value, map) : [errorAt('', `expected map, got ${shown(value)}`)];
  if (list) return Array.isArray(value) ? itemErrors(value, list) : [errorAt('', `expected list, got ${shown(value)}`)];
  // A number or a text says itself whether it is one, later.
  if (type.scalar === 'any' && !type.map) return [];
  return scalarErrors(value, type.scalar ?? 'any');
}

function expectedOf(type: Type, { type: name, text }: NoJson): string {
  const { list, map } = shapeOf(type, text);
  if (map || list) return `${map ? 'map' : 'list'}, got &{${text}}`;
  const scalar = type.scalar ?? 'any';
  if (NUMERIC.has(scalar)) return `numeric (int or float), got ${name}`;
  if (scalar === 'boolean') return `boolean, got &{${text}}`;
  if (scalar === 'any') return `any scalar, got &{${text}}`;
  return `string, got &value.valueUnstructured{Value:${text}}`;
}

function entryErrors(value: { readonly [key: string]: Json }, map: NonNullable<Type['map']>): TypeError[] {
  const errors: TypeError[] = [];
  for (const [key, one] of Object.entries(value)) {
    const type = map.fields.get(key)?.type ?? map.item;
    const step = printPath([fieldElement(key)]);
    // An unknown field ends the search at its level, as it does on a real server.
    if (!type) return [...errors, errorAt(step, 'field not declared in schema')];
    errors.push(...prefixed(step, errorsIn(one, type)));
  }
  return errors;
}

function itemErrors(value: readonly unknown[], list: NonNullable<Type['list']>): TypeError[] {
  const errors: TypeError[] = [];
  const seen = new Set<string>();
  for (const [index, item] of value.entries()) {
    if (list.relation === 'atomic') {
      errors.push(...prefixed(`[${index}]`, errorsIn(item, list.item)));
      continue;
    }
    const element = item instanceof NoJson ? undefined : itemElement(list, item);
    if (element === undefined) return [...errors, errorAt('', `element ${index}: ${indistinct(item, list)}`)];
    const step = printPath([element]);
    if (seen.has(element)) errors.push(errorAt('', `duplicate entries for key ${step}`));
    seen.add(element);
    errors.push(...prefixed(step, errorsIn(item, list.item)));
  }
  return errors;
}

function indistinct(item: unknown, { relation, keys }: NonNullable<Type['list']>): string {
  if (relation === 'set') {
    if (Array.isArray(item)) return 'not supported: associative list with lists as elements';
    return item === null
      ? "associative list without keys has an element that's an explicit null"
      : "associative list without keys has an element that's a map type";
  }
  if (item === null) return 'associative list with keys may not have a null element';
  if (item instanceof NoJson || !isJsonObject(item)) {
    return 'associative list with keys may not have non-map elements';
  }
  const names = keys.map((key) => JSON.stringify(key)).join(' ');
  return `associative list with keys has an element that omits all key fields [${names}] (and doesn't have default values for any key fields)`;
}

const NUMERIC: ReadonlySet<Scalar> = new Set(['int32', 'int64', 'number']);

function scalarErrors(value: unknown, scalar: Scalar): TypeError[] {
  if (NUMERIC.has(scalar)) {
    return typeof value === 'number' || typeof value === 'bigint'
      ? []
      : [errorAt('', `expected numeric (int or float), got ${goType(value)}`)];
  }
  if (scalar === 'boolean')
    return typeof value === 'boolean' ? [] : [errorAt('', `expected boolean, got ${shown(value)}`)];
  if (scalar === 'string' || scalar === 'bytes') {
    return typeof value === 'string'
      ? []
      : [errorAt('', `expected string, got &value.valueUnstructured{Value:${goValue(value)}}`)];
  }
  return typeof value === 'object' ? [errorAt('', `expected any scalar, got ${shown(value)}`)] : [];
}

function prefixed(step: string, errors: readonly TypeError[]): TypeError[] {
  return errors.map(({ path, message }) => errorAt(`${step}${path}`, message));
}

const shown = (value: unknown): string => `&{${goText(value)}}`;

/** As Go prints a value with its type. */
function goValue(value: unknown): string {
  if (Array.isArray(value)) return `[]interface {}{${value.map(goValue).join(', ')}}`;
  if (!isJsonObject(value)) return jsonText(value);
  const entries = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}:${goValue(one)}`);
  return `map[string]interface {}{${entries.join(', ')}}`;
}

function goType(value: unknown): string {
  if (Array.isArray(value)) return '[]interface {}';
  if (isJsonObject(value)) return 'map[string]interface {}';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}
