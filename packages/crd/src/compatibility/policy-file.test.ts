import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../schema/index.ts';
import { parsePolicies, policyFor } from './index.ts';

describe('a policy file', () => {
  it('is a list of options for some CRDs', () => {
    const policies = [
      { failOn: 'REVIEW' },
      {
        crds: '*.example.com',
        environment: 'production',
        strict: true,
        targets: ['1.31', '1.36'],
        openEnums: ['^.spec.mode'],
        keepsCrds: true,
        statusWriters: 'foreign',
        mainStatusWriters: false,
        rules: { S04: 'BREAK' },
        accept: ['V07'],
        evidence: 'required',
      },
    ];
    const read = parsePolicies({ policies });
    expect(read).toEqual(policies);
    expect(policyFor(read, 'widgets.example.com', 'production')?.strict).toBe(true);
    expect(policyFor(read, 'widgets.example.com')?.failOn).toBe('REVIEW');
  });

  it.each<[JsonObject, RegExp]>([
    [{ stict: true }, /policies\[0\]: has an unknown field stict/],
    [{ strict: 'yes' }, /strict has to be true or false/],
    [{ targets: [1.31] }, /targets has to name releases of Kubernetes in quotes/],
    [{ targets: [] }, /targets has to be a list with something in it/],
    [{ rules: { V99: 'BREAK' } }, /rules names a rule that does not exist/],
    [{ rules: { V07: 'WORSE' } }, /rules has to be one of .*BREAK/],
    [{ accept: ['V7'] }, /accept names a rule/],
    [{ openEnums: ['spec.mode'] }, /openEnums has to name paths/],
    [{ evidence: true }, /evidence has to be one of off, on, required/],
  ])('is refused with the place and the way out: %j', (policy, words) => {
    expect(() => parsePolicies({ policies: [policy] })).toThrowError(words);
  });

  it('is refused where it holds no list', () => {
    expect(() => parsePolicies(null)).toThrowError(/`policies`/);
    expect(() => parsePolicies({ policies: ['x'] })).toThrowError(/policies\[0\]: a policy is an object/);
  });
});
