import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { port, probe } from '../../test/manifests/probes.ts';
import { everyPodField, versionOf } from '../../test/manifests/samples.ts';
import { RUNS } from '../../test/runs.ts';
import type { VersionTemplate } from '../types/index.ts';
import { resolveTemplate } from './defaults.ts';
import { builtInObjects } from './objects.ts';

/** Each makes a dozen objects. */
const MANIFEST_RUNS = { numRuns: RUNS.numRuns / 10 };

const cpu = fc.constantFrom('50m', '200m', '0.5', 1);
const memory = fc.constantFrom('64Mi', '256Mi', '1Gi', 134_217_728);
const id = fc.integer({ min: 1, max: 65_534 });

/** Templates that fit a pod, with any part of what can be expressed. */
const template = fc
  .record({
    base: fc.record({ handlerPath: fc.constantFrom('/', '/api/users', '/users/:id'), image: fc.constant('a:1'), port }),
    probes: fc.record({ readiness: probe, liveness: probe, startup: probe }, { requiredKeys: [] }),
    resources: fc.oneof(
      fc.record({ requests: fc.record({ cpu, memory }, { requiredKeys: [] }) }),
      fc.record({ limits: fc.record({ cpu, memory }, { requiredKeys: [] }) }),
    ),
    securityContext: fc.record(
      { runAsUser: id, runAsGroup: id, fsGroup: id, readOnlyRootFilesystem: fc.boolean() },
      { requiredKeys: [] },
    ),
    grace: fc.option(fc.integer({ min: 0, max: 90 }), { nil: undefined }),
    others: fc.subarray(
      (['envFrom', 'command', 'args', 'tolerations', 'affinity', 'nodeSelector', 'podAnnotations'] as const).slice(),
    ),
    has: fc.record({ probes: fc.boolean(), resources: fc.boolean(), securityContext: fc.boolean() }),
  })
  .map(
    ({ base, probes, resources, securityContext, grace, others, has }): VersionTemplate => ({
      ...base,
      ...(has.probes && { probes }),
      ...(has.resources && { resources }),
      ...(has.securityContext && { securityContext }),
      ...(grace !== undefined && { terminationGracePeriodSeconds: grace }),
      ...Object.fromEntries(others.map((name) => [name, everyPodField[name]])),
    }),
  );

describe('resolved templates', () => {
  test('G-36: a resolved template gives the same objects, and resolving it again changes nothing', () => {
    fc.assert(
      fc.property(template, fc.boolean(), (declared, canSleep) => {
        const resolved = resolveTemplate(declared, canSleep);
        const objects = (of: VersionTemplate, sleeps?: boolean) =>
          JSON.stringify(builtInObjects.version(versionOf({ template: of, canSleep: sleeps })));
        expect(objects(resolved)).toBe(objects(declared, canSleep));
        expect(resolveTemplate(resolved)).toEqual(resolved);
      }),
      MANIFEST_RUNS,
    );
  });

  test('G-36: what is resolved holds every default, and what was declared', () => {
    fc.assert(
      fc.property(template, (declared) => {
        const resolved = resolveTemplate(declared);
        for (const side of ['requests', 'limits'] as const)
          expect(Object.keys(resolved.resources?.[side] ?? {}).toSorted()).toEqual(['cpu', 'memory']);
        expect(resolved.probes?.readiness).toBeDefined();
        expect(resolved.probes?.liveness).toBeDefined();
        expect(Object.keys(resolved.securityContext ?? {})).toHaveLength(4);
        expect(resolved).toMatchObject({
          image: declared.image,
          port: declared.port,
          handlerPath: declared.handlerPath,
        });
        expect(resolved.securityContext).toMatchObject(declared.securityContext ?? {});
      }),
      MANIFEST_RUNS,
    );
  });
});
