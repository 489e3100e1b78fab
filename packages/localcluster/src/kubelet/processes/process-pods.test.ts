import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { READ } from '../../../test/support/read.ts';
import { expand } from './environment.ts';
import { fieldValue, resourceValue } from './fields.ts';
import { judge } from './prober.ts';
import { processFor } from './process-options.ts';

const pod = {
  metadata: { ...READ, name: 'web', namespace: 'default', uid: 'u', labels: { b: '2', a: '1' } },
  spec: { nodeName: 'node-1', containers: [{ name: 'main', resources: { limits: { cpu: '1500m', memory: '1Gi' } } }] },
};
const addresses = { podIP: '127.1.0.2', hostIP: '10.0.0.1' };

describe('process pods', () => {
  it.each([
    ['reg/web:1', 'exact'],
    ['reg/web:2', 'any tag'],
    ['reg/web@sha256:abc', 'any tag'],
    ['reg:5000/web', undefined],
    ['reg/webs:1', undefined],
  ])('L-23: the image %s runs as %s', (image, expected) => {
    const processes = { 'reg/web:1': { command: ['exact'] }, 'reg/web': { command: ['any tag'] } };
    expect(processFor(processes, image)?.command[0]).toBe(expected);
  });

  it.each([
    ['$(A)', 'one'],
    ['$(NONE)', '$(NONE)'],
    ['$$(A)', '$(A)'],
    ['$$$(A)', '$one'],
    ['a$b', 'a$b'],
    ['$(A', '$(A'],
  ])('L-23: %s is filled in as %s', (text, filled) => {
    expect(expand(text, { A: 'one' })).toBe(filled);
  });

  it('L-23: text without a dollar is left as it is', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !text.includes('$')),
        (text) => expand(text, { A: 'b' }) === text,
      ),
    );
  });

  it.each([
    ['metadata.name', 'web'],
    ["metadata.labels['a']", '1'],
    ['metadata.labels', 'a="1"\nb="2"'],
    ['status.podIP', '127.1.0.2'],
    ['spec.nodeName', 'node-1'],
  ])('L-23: the field %s is %s', (path, value) => {
    expect(fieldValue(pod, path, addresses)).toBe(value);
  });

  it.each([
    ['limits.cpu', undefined, '2'],
    ['limits.cpu', '1m', '1500'],
    ['limits.memory', '1Mi', '1024'],
    ['requests.cpu', undefined, '0'],
  ])('L-23: %s in units of %s is %s', (resource, divisor, value) => {
    expect(resourceValue(pod, 'main', resource, divisor)).toBe(value);
  });

  it('L-23: a probe changes its mind only after enough answers of one kind in a row', () => {
    const probe = { successThreshold: 2, failureThreshold: 3 };
    fc.assert(
      fc.property(fc.array(fc.boolean()), (answers) => {
        let tally = { successes: 0, failures: 0 };
        let verdict: boolean | undefined;
        answers.forEach((isWell, index) => {
          tally = isWell
            ? { successes: tally.successes + 1, failures: 0 }
            : { successes: 0, failures: tally.failures + 1 };
          verdict = judge(probe, verdict, tally);
          const last = (count: number): boolean[] => answers.slice(Math.max(0, index + 1 - count), index + 1);
          if (last(2).length === 2 && last(2).every(Boolean)) expect(verdict).toBe(true);
          if (last(3).length === 3 && !last(3).some(Boolean)) expect(verdict).toBe(false);
        });
      }),
    );
  });
});
