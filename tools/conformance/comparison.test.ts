import { expect, test } from 'vitest';
import { compare, linesOf } from './comparison.ts';
import { shardsOf } from './shards.ts';
import { type Spec, specsOfReport } from './spec.ts';

const spec = (name: string, state: Spec['state'], failure = ''): Spec => ({ name, state, failure });
const EXEC = '[sig-node] KubeletManagedEtcHosts should test [Conformance]';

test('R-184: a spec fails where the real control plane passes it and localcluster does not', () => {
  const local = [spec('a', 'passed'), spec('b', 'failed', 'one\ntwo\nthree\nfour'), spec('c', 'failed')];
  const real = [spec('a', 'passed'), spec('b', 'passed'), spec('c', 'failed', 'no endpoints'), spec('d', 'passed')];
  expect(linesOf(compare(['a', 'b', 'c', 'd', EXEC], local, real))).toEqual([
    'Passed on both:',
    '  a',
    'Not run, out of reach:',
    `  ${EXEC}: runs a command in a container`,
    'Not passed by the real control plane in this run:',
    '  c: no endpoints; on localcluster: failed',
    'Failed:',
    '  b: one two three',
    '  d: not run',
    '1 passed, 2 failed, 2 skipped',
  ]);
});

const report = (type: string, state: string, text: string): object => ({
  LeafNodeType: type,
  State: state,
  ContainerHierarchyTexts: type === 'It' ? ['[sig-x]'] : null,
  LeafNodeText: text,
  ...(state === 'timedout' && { Failure: { Message: 'too late' } }),
});

test('R-184: a report gives every conformance spec its state, and a suite that did not begin is an error', () => {
  const specs = [
    report('BeforeSuite', 'passed', ''),
    report('It', 'timedout', 'b [Conformance]'),
    report('It', 'passed', 'a [Conformance]'),
    report('It', 'skipped', 'c [Conformance]'),
    report('It', 'passed', 'no part of it'),
  ];
  expect(specsOfReport(JSON.stringify([{ SpecReports: specs }]))).toEqual([
    spec('[sig-x] a [Conformance]', 'passed'),
    spec('[sig-x] b [Conformance]', 'failed', 'too late'),
    spec('[sig-x] c [Conformance]', 'not run'),
  ]);
  const broken = JSON.stringify([{ SpecReports: [report('BeforeSuite', 'timedout', '')] }]);
  expect(() => specsOfReport(broken)).toThrow('e2e.test could not begin: BeforeSuite failed: too late');
});

test('R-184: specs that take the whole cluster run by themselves, all others in one shard each', () => {
  const names = ['a', 'b [Serial]', 'c', 'd'];
  const { together, alone } = shardsOf(names);
  expect(alone).toEqual(['b [Serial]']);
  expect(together.flat().toSorted()).toEqual(['a', 'c', 'd']);
});
