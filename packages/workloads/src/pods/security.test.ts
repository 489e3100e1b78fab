import { describe, expect, test } from 'vitest';
import { small } from '../../test/descriptions.ts';
import { manifestOf, problemsOf } from '../kinds/index.ts';
import type { Container, Pod, Security } from '../model/index.ts';

const pod = (fields: Partial<Pod>): Pod => ({ containers: [{ name: 'web', image: 'web:1' }], ...fields });
const specOf = (fields: Partial<Pod>) => manifestOf({ ...small, pod: pod(fields) }, 'Deployment')?.spec.template.spec;
const securityProblems = (security: Security) =>
  problemsOf({ ...small, pod: pod({ security }) }).map(({ code, field }) => `${code} ${field}`);

describe('security', () => {
  test('G-130 H-125: pods run as nobody in particular, without rights to gain', () => {
    const spec = specOf({});
    expect(spec?.securityContext).toEqual({
      runAsNonRoot: true,
      runAsUser: 1001,
      runAsGroup: 1001,
      fsGroup: 1001,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(spec?.containers[0]?.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
      readOnlyRootFilesystem: true,
    });
    expect(spec).toMatchObject({ enableServiceLinks: false, automountServiceAccountToken: false });
  });

  test('G-130: a read-only root comes with a temporary folder, unless the container has its own', () => {
    expect(specOf({})).toMatchObject({
      volumes: [{ name: 'tmp', emptyDir: { sizeLimit: '64Mi' } }],
      containers: [{ volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }] }],
    });
    const own: Container = { name: 'web', image: 'web:1', mounts: [{ name: 'scratch', mountPath: '/tmp' }] };
    expect(specOf({ containers: [own], volumes: [{ name: 'scratch', emptyDir: {} }] })?.volumes).toEqual([
      { name: 'scratch', emptyDir: {} },
    ]);
    expect(specOf({ security: { readOnlyRootFilesystem: false } })?.volumes).toEqual([]);
  });

  test('G-130: a token comes only with an account of its own', () => {
    expect(specOf({ serviceAccountName: 'web' })).toMatchObject({
      serviceAccountName: 'web',
      automountServiceAccountToken: true,
    });
    const account = manifestOf({ ...small, account: {} }, 'Deployment')?.spec.template.spec;
    expect(account).toMatchObject({ serviceAccountName: 'web', automountServiceAccountToken: true });
  });

  test('G-130: a port below 1024 adds NET_BIND_SERVICE and nothing else', () => {
    const at = (port: number) =>
      specOf({ containers: [{ name: 'web', image: 'web:1', ports: [{ port }] }] })?.containers[0]?.securityContext;
    expect(at(80)?.capabilities).toEqual({ add: ['NET_BIND_SERVICE'], drop: ['ALL'] });
    expect(at(1024)?.capabilities).toEqual({ drop: ['ALL'] });
  });

  test.each<[Security, string]>([
    [{ runAsUser: 0 }, 'runAsUser'],
    [{ runAsGroup: 0 }, 'runAsGroup'],
    [{ fsGroup: 0 }, 'fsGroup'],
    [{ runAsUser: 1.5 }, 'runAsUser'],
    [{ capabilities: ['SYS_ADMIN'] }, 'capabilities'],
    [{ standard: 'baseline', capabilities: ['SYS_ADMIN'] }, 'capabilities'],
    [{ standard: 'baseline', privileged: true }, 'privileged'],
  ])('G-130: refuses %o', (security, field) => {
    expect(securityProblems(security)).toEqual([`WORKLOAD_SECURITY pod.security.${field}`]);
  });

  test('H-125: a pod that names a wider standard may use it, and nothing else changes', () => {
    expect(securityProblems({ standard: 'baseline', runAsUser: 0, capabilities: ['CHOWN'] })).toEqual([]);
    expect(securityProblems({ standard: 'privileged', privileged: true, capabilities: ['SYS_ADMIN'] })).toEqual([]);
    expect(specOf({ security: { standard: 'privileged' } })).toEqual(specOf({}));
  });

  test('G-130: volumes that the standard does not admit are refused', () => {
    const hostPath = { name: 'host', hostPath: { path: '/' } };
    expect(problemsOf({ ...small, pod: pod({ volumes: [hostPath] }) })).toMatchObject([
      { code: 'WORKLOAD_SECURITY', field: 'pod.volumes[0]', message: expect.stringContaining('hostPath') },
    ]);
  });
});
