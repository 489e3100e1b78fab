import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnyObject, ManagedFieldsEntry } from '../kinds/index.ts';
import { foreignFieldsIn, OwnedFieldSets } from './owned-fields.ts';

const manager = fc.oneof(
  fc.constantFrom('demo.io/mine', 'a<b>&c', 'with "quotes"', 'back\\slash', '\u2028', 'é🏔', 'kubectl', ''),
  fc.string({ maxLength: 4 }),
);
const entries = fc.array(
  fc.record({ manager, operation: fc.constantFrom('Apply', 'Update'), fieldsV1: fc.constant({ 'f:spec': {} }) }),
  { maxLength: 4 },
);
/** The ways in which servers write a string: as it is, as Go does, with slashes escaped, in ASCII alone. */
const spelling = fc.constantFrom(
  (json: string) => json,
  (json: string) => json.replaceAll(/[<>&\u2028]/g, escaped),
  (json: string) => json.replaceAll('/', '\\/'),
  (json: string) => json.replaceAll(/[^\0-~]/g, escaped),
);

function escaped(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

describe('OwnedFieldSets', () => {
  it('R-44 R-106: bytes in which no registered manager may be have no entry of one, however names are written', () => {
    fc.assert(
      fc.property(fc.array(manager, { maxLength: 3 }), entries, spelling, (registered, managedFields, spell) => {
        const sets = new OwnedFieldSets();
        for (const name of registered) sets.register(name);
        const json = Buffer.from(spell(JSON.stringify(managedFields)));
        const object: AnyObject = {};
        sets.keep(object, JSON.parse(json.toString()) as ManagedFieldsEntry[]);
        const isOwned = registered.some((name) => sets.get(object, name) !== undefined);
        expect(isOwned && !sets.mayBeIn(json)).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });

  it('R-44: bytes of other managers alone need not be parsed', () => {
    const sets = new OwnedFieldSets();
    const bytes = (operation: string): Buffer =>
      Buffer.from(
        `[{"manager":"kubectl","operation":"${operation}","fieldsV1":{"f:x":{"k:{\\"name\\":\\"mine\\"}":{}}}}]`,
      );
    const json = bytes('Apply');
    expect(sets.mayBeIn(json)).toBe(false);
    sets.register('demo.io/mine');
    sets.register('mine');
    expect(sets.mayBeIn(json)).toBe(false);
    sets.register('kubectl');
    expect(sets.mayBeIn(json)).toBe(true);
    expect(sets.mayBeIn(bytes('Update'))).toBe(false);
  });
});

describe('foreignFieldsIn', () => {
  const inTemplate = (fields: object) => ({ 'f:spec': { 'f:template': { 'f:spec': fields } } });
  const container = (fields: object) => inTemplate({ 'f:containers': { 'k:{"name":"app"}': fields } });
  const env = (name: string, fields: object = {}) => ({
    [`k:{"name":"${name}"}`]: { '.': {}, 'f:name': {}, 'f:value': {}, ...fields },
  });
  const found = (theirs: Record<string, unknown>, ours: Record<string, unknown>) =>
    foreignFieldsIn(
      [
        { manager: 'kubectl-set', operation: 'Update', fieldsV1: theirs },
        { manager: 'mine', operation: 'Apply', fieldsV1: ours },
      ],
      (name) => name === 'mine',
    ).map(({ fields }) => fields);

  it('R-105: what the own manager has applied too is no value of another any more', () => {
    const theirs = container({ 'f:env': { '.': {}, ...env('DEBUG') } });
    expect(found(theirs, container({ '.': {}, 'f:image': {} }))).toEqual([theirs]);
    expect(found(theirs, container({ '.': {}, 'f:env': env('DEBUG') }))).toEqual([]);
  });

  it('R-105: of an item that both have, only what the other alone has set is left', () => {
    const theirs = container({ 'f:env': { ...env('A', { 'f:valueFrom': {} }), ...env('B') }, 'f:image': {} });
    const ours = container({ '.': {}, 'f:env': env('A'), 'f:image': {} });
    const left = { 'f:env': { 'k:{"name":"A"}': { 'f:valueFrom': {} }, ...env('B') } };
    expect(found(theirs, ours)).toEqual([container(left)]);
  });

  it('R-105: an empty map of the own manager covers nothing that another put into it', () => {
    const theirs = container({ 'f:resources': { 'f:limits': { '.': {}, 'f:cpu': {} } } });
    expect(found(theirs, container({ 'f:resources': {} }))).toEqual([theirs]);
  });
});
