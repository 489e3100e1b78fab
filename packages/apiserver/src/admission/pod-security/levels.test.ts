import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../objects/index.ts';
import { violations } from './levels.ts';
import type { LevelVersion } from './policy.ts';
import type { Subject } from './subject.ts';

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const profile = fc.record({ type: fc.constantFrom('RuntimeDefault', 'Localhost', 'Unconfined') });

const context = fc.record(
  {
    privileged: fc.boolean(),
    allowPrivilegeEscalation: fc.boolean(),
    runAsNonRoot: fc.boolean(),
    runAsUser: fc.constantFrom(0, 1000),
    procMount: fc.constantFrom('Default', 'Unmasked'),
    seccompProfile: profile,
    appArmorProfile: profile,
    seLinuxOptions: fc.record({
      type: fc.constantFrom('', 'container_t', 'container_engine_t', 'spc_t'),
      user: fc.constantFrom('', 'u'),
    }),
    windowsOptions: fc.record({ hostProcess: fc.boolean() }),
    capabilities: fc.record({
      add: fc.subarray(['CHOWN', 'NET_BIND_SERVICE', 'SYS_ADMIN']),
      drop: fc.subarray(['ALL', 'KILL']),
    }),
  },
  { requiredKeys: [] },
);

const container = fc.record(
  {
    name: fc.constantFrom('a', 'b'),
    securityContext: context,
    ports: fc.array(fc.record({ containerPort: fc.constant(80), hostPort: fc.constantFrom(0, 80) }), { maxLength: 1 }),
    livenessProbe: fc.record({ httpGet: fc.record({ host: fc.constantFrom('', 'elsewhere') }) }),
  },
  { requiredKeys: ['name'] },
);

const subject: fc.Arbitrary<Subject> = fc.record({
  annotations: fc.dictionary(
    fc.constantFrom('seccomp.security.alpha.kubernetes.io/pod', 'container.apparmor.security.beta.kubernetes.io/a'),
    fc.constantFrom('runtime/default', 'unconfined'),
  ),
  spec: fc.record(
    {
      containers: fc.array(container, { minLength: 1, maxLength: 2 }),
      initContainers: fc.array(container, { maxLength: 1 }),
      securityContext: fc
        .tuple(
          context,
          maybe(
            fc.array(
              fc.record({ name: fc.constantFrom('kernel.shm_rmid_forced', 'net.ipv4.tcp_rmem', 'kernel.msgmax') }),
              { maxLength: 2 },
            ),
          ),
        )
        .map(([base, sysctls]) => ({ ...base, ...(sysctls && { sysctls }) })),
      hostNetwork: fc.boolean(),
      hostPID: fc.boolean(),
      hostUsers: fc.boolean(),
      os: fc.record({ name: fc.constantFrom('linux', 'windows') }),
      volumes: fc.array(
        fc.constantFrom<JsonObject>(
          { name: 'e', emptyDir: {} },
          { name: 'h', hostPath: { path: '/' } },
          { name: 'n', nfs: { server: 'x', path: '/' } },
        ),
        { maxLength: 2 },
      ),
    },
    { requiredKeys: ['containers'] },
  ),
});

const version = fc.oneof(fc.nat(36), fc.constant('latest' as const));
const count = (one: Subject, level: LevelVersion['level'], at: LevelVersion['version']) =>
  violations(one, { level, version: at }).length;

describe('levels of pod security', () => {
  test('L-10: what restricted allows, baseline allows, and privileged allows everything', () => {
    fc.assert(
      fc.property(subject, version, (one, at) => {
        expect(count(one, 'privileged', at)).toBe(0);
        if (count(one, 'restricted', at) === 0) expect(count(one, 'baseline', at)).toBe(0);
      }),
      { numRuns: 2000 },
    );
  });

  test('L-10: a version of the future is the latest', () => {
    fc.assert(
      fc.property(subject, (one) => {
        const latest = violations(one, { level: 'restricted', version: 'latest' });
        expect(violations(one, { level: 'restricted', version: 99 })).toEqual(latest);
      }),
    );
  });

  test('L-10: each violation is reported once', () => {
    fc.assert(
      fc.property(subject, version, (one, at) => {
        const reasons = violations(one, { level: 'restricted', version: at }).map(({ reason }) => reason);
        expect(new Set(reasons).size).toBe(reasons.length);
      }),
    );
  });

  test('L-10: the pod that the restricted level asks for passes every version', () => {
    const securityContext = { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } };
    const strict = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };
    const spec = { securityContext, containers: [{ name: 'a', securityContext: strict }] };
    for (let at = 0; at < 40; at++) {
      expect(violations({ annotations: {}, spec }, { level: 'restricted', version: at })).toEqual([]);
    }
  });
});
