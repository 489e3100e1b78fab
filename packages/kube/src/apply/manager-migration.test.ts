import { describe, expect, it } from 'vitest';
import { renameManager } from './manager-migration.ts';

const entry = (manager: string, fieldsV1: Record<string, unknown>, subresource?: string) => ({
  manager,
  operation: 'Apply',
  fieldsV1,
  ...(subresource && { subresource }),
});

describe('renaming a field manager', () => {
  it('R-111: the fields of the old name go to the new one, joined with what it already has', () => {
    const entries = [
      entry('old', { 'f:data': { 'f:a': {} } }),
      entry('new', { 'f:data': { 'f:b': {} } }),
      entry('other', { 'f:data': { 'f:c': {} } }),
    ];
    expect(renameManager(entries, 'old', 'new')).toEqual([
      entry('new', { 'f:data': { 'f:a': {}, 'f:b': {} } }),
      entry('other', { 'f:data': { 'f:c': {} } }),
    ]);
  });

  it('R-111: subresources are moved apart, updates of the same name are left, and nothing to move changes nothing', () => {
    const update = { manager: 'old', operation: 'Update', fieldsV1: {} };
    const entries = [entry('old', { 'f:status': {} }, 'status'), entry('new', { 'f:spec': {} }), update];
    expect(renameManager(entries, 'old', 'new')).toEqual([
      entry('new', { 'f:status': {} }, 'status'),
      entry('new', { 'f:spec': {} }),
      update,
    ]);
    expect(renameManager(entries, 'absent', 'new')).toBe(entries);
  });
});
