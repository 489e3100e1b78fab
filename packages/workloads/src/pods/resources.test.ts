import { quantityNanos } from '@slipway/apimachinery/quantity';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openNotebook } from '../report/index.ts';
import { resourcesOf } from './resources.ts';

const filled = (resources: Parameters<typeof resourcesOf>[0]) => {
  const { report, problems } = openNotebook();
  return { ...resourcesOf(resources, 'resources', report), problems };
};

describe('resources', () => {
  test('G-131: what is missing is filled in field by field', () => {
    expect(filled({})).toEqual({
      requests: { cpu: '100m', memory: '128Mi' },
      limits: { cpu: '500m', memory: '512Mi' },
      problems: [],
    });
    expect(filled({ requests: { cpu: '200m' }, limits: { memory: '1Gi' } })).toMatchObject({
      requests: { cpu: '200m', memory: '128Mi' },
      limits: { cpu: '500m', memory: '1Gi' },
    });
  });

  test('G-131: a default limit rises to a higher request, a default request falls to a lower limit', () => {
    expect(filled({ requests: { cpu: 2, memory: '1Gi' } }).limits).toEqual({ cpu: '2', memory: '1Gi' });
    expect(filled({ limits: { cpu: '50m', memory: '64Mi' } }).requests).toEqual({ cpu: '50m', memory: '64Mi' });
  });

  test('G-131: a unit without a number is refused, though a server takes it for nothing', () => {
    expect(filled({ limits: { cpu: 'm' } }).problems).toMatchObject([{ field: 'resources.limits.cpu' }]);
    expect(filled({ limits: { cpu: '.' } }).problems).toMatchObject([{ field: 'resources.limits.cpu' }]);
  });

  test('G-131: a request above its limit is refused', () => {
    const { problems } = filled({ requests: { memory: '1Gi' }, limits: { memory: '1000M' } });
    expect(problems).toEqual([
      {
        code: 'WORKLOAD_RESOURCES',
        field: 'resources.requests.memory',
        message: 'is 1Gi, above its limit of 1000M; lower the request or raise the limit',
      },
    ]);
  });

  test('H-111: devices have the same amount on both sides', () => {
    expect(filled({ limits: { 'nvidia.com/gpu': 2 } }).requests['nvidia.com/gpu']).toBe('2');
    expect(filled({ requests: { 'nvidia.com/gpu': '1' } }).limits['nvidia.com/gpu']).toBe('1');
    const unequal = filled({ requests: { 'nvidia.com/gpu': 1 }, limits: { 'nvidia.com/gpu': 2 } });
    expect(unequal.problems).toMatchObject([{ field: 'resources.requests.nvidia.com/gpu' }]);
  });

  test('G-131: whatever is given, requests never exceed limits unless that is what was written', () => {
    const amount = fc.option(
      fc.tuple(fc.nat(4000), fc.constantFrom('m', '', 'k', 'Mi', 'Gi')).map(([number, unit]) => `${number}${unit}`),
      { nil: undefined },
    );
    const amounts = fc.record({ cpu: amount, memory: amount });
    fc.assert(
      fc.property(amounts, amounts, (requests, limits) => {
        const result = filled({ requests, limits });
        const exceeded = ['cpu', 'memory'].filter(
          (name) =>
            (quantityNanos(result.requests[name] ?? '') ?? 0n) > (quantityNanos(result.limits[name] ?? '') ?? 0n),
        );
        expect(result.problems.map(({ field }) => field)).toEqual(exceeded.map((name) => `resources.requests.${name}`));
        for (const name of exceeded as ('cpu' | 'memory')[]) {
          expect([requests[name], limits[name]]).toEqual([result.requests[name], result.limits[name]]);
        }
      }),
    );
  });
});
