import { expect, it } from 'vitest';
import { nameLines, nameOfObject } from './object-name.ts';

it.each([
  [{ apiVersion: 'v1', kind: 'Service', metadata: { name: 'web' } }, 'service/web'],
  [{ apiVersion: 'example.com/v1', kind: 'Certificate', metadata: { name: 'web' } }, 'certificate.example.com/web'],
  [{ apiVersion: 7, kind: 'Certificate', metadata: [] }, 'certificate/'],
])('names %j as kubectl does: %s', (object, name) => {
  expect(nameOfObject(object)).toBe(name);
});

it.each(['certificate/', '/web', 'a/b\nsecret/c', "a/b'", 'a/b c', 'a/$(reboot)', 'a/b/c', 'a/b\\'])(
  'leaves %j to standard error: it is not one name for xargs',
  (name) => {
    const { stdout, stderr } = nameLines([
      { name: 'role.rbac.authorization.k8s.io/system:a', title: 'a' },
      { name, title: 'x:1:\nodd' },
    ]);
    expect(stdout).toBe('role.rbac.authorization.k8s.io/system:a\n');
    expect(stderr).toMatch(/^slipway: warning: x:1: odd: left out, .*\n$/);
  },
);
