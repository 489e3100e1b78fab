import { quantityNanos } from '@slipway/apimachinery/quantity';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { edgyWorkloads, reordered, workingWorkloads as working } from '../../test/arbitrary.ts';
import type { Workload } from '../model/index.ts';
import { manifestsOf, problemsOf } from './generate.ts';

const podsOf = (workload: Workload) =>
  manifestsOf(workload).flatMap((manifest) =>
    manifest.kind === 'Deployment' || manifest.kind === 'StatefulSet' ? [manifest.spec] : [],
  );

/** Frozen all the way down, so that a change of the input would throw. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

test('G-134: equal descriptions give equal bytes, whatever the order of their keys; nothing is changed', () => {
  fc.assert(
    fc.property(working, (workload) => {
      const first = JSON.stringify(manifestsOf(frozen(workload)));
      expect(JSON.stringify(manifestsOf(reordered(workload)))).toBe(first);
      expect(JSON.stringify(manifestsOf(workload))).toBe(first);
    }),
  );
});

test('G-134: a manifest shares nothing with its description', () => {
  fc.assert(
    fc.property(working, (workload) => {
      const before = JSON.stringify(workload);
      for (const manifest of manifestsOf(workload)) scramble(manifest);
      expect(JSON.stringify(workload)).toBe(before);
    }),
  );
});

function scramble(value: object): void {
  for (const [key, content] of Object.entries(value)) {
    if (typeof content === 'object' && content !== null) scramble(content as object);
    else Object.assign(value, { [key]: 'scrambled' });
  }
}

test('G-14: every description is either refused with fields or gives manifests, never another error', () => {
  fc.assert(
    fc.property(edgyWorkloads, (workload) => {
      const problems = problemsOf(workload);
      const texts = problems.map(({ field, message }) => `${field} ${message}`);
      expect(new Set(texts).size).toBe(texts.length);
      if (problems.length === 0) expect(manifestsOf(workload)).toBeInstanceOf(Array);
      else expect(() => manifestsOf(workload)).toThrow(expect.objectContaining({ code: 'WORKLOAD_INVALID', problems }));
    }),
    { numRuns: 200 },
  );
});

test('G-14: a name that three containers have is reported once', () => {
  const container = { name: 'j', image: 'example.com/app:1' };
  const problems = problemsOf({ name: 'a', namespace: 'shop', pod: { containers: [container, container, container] } });
  expect(problems).toHaveLength(1);
});

test('G-21: no workload selects the pods of another', () => {
  fc.assert(
    fc.property(working, working, (a, b) => {
      fc.pre(a.name !== b.name);
      for (const { selector } of podsOf(a)) {
        for (const { template } of podsOf(b)) {
          const labels = template.metadata?.labels ?? {};
          expect(Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labels[key] === value)).toBe(false);
        }
      }
    }),
    { numRuns: 50 },
  );
});

test('G-21: a workload selects its own pods, whatever labels they have', () => {
  fc.assert(
    fc.property(working, (workload) => {
      for (const { selector, template } of podsOf(workload)) {
        expect(template.metadata?.labels).toMatchObject(selector.matchLabels ?? {});
      }
    }),
  );
});

test('G-130 G-131: every container is confined, and asks for no more than it may use', () => {
  fc.assert(
    fc.property(working, (workload) => {
      for (const { template } of podsOf(workload)) {
        const { containers = [], initContainers = [], securityContext } = template.spec ?? {};
        expect(securityContext?.runAsNonRoot).toBe(workload.pod?.security?.runAsUser !== 0);
        for (const { resources, securityContext: own } of [...containers, ...initContainers]) {
          expect(own).toMatchObject({ allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } });
          for (const [name, limit] of Object.entries(resources?.limits ?? {})) {
            const request = quantityNanos(resources?.requests?.[name] ?? '');
            expect(request).toBeDefined();
            expect((request ?? 0n) <= (quantityNanos(limit) ?? 0n)).toBe(true);
          }
        }
      }
    }),
  );
});

test('G-110: there is never more than one scaler, and never one beside a fixed number', () => {
  fc.assert(
    fc.property(working, (workload) => {
      const scalers = manifestsOf(workload).filter(({ kind }) =>
        /^(?:HorizontalPodAutoscaler|ScaledObject)$/.test(kind),
      );
      const fixed = podsOf(workload).filter(({ replicas }) => replicas !== undefined);
      expect(scalers.length + fixed.length).toBe(podsOf(workload).length);
    }),
  );
});
