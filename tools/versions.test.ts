import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { versions } from './versions.ts';

const goMod = (module: string): Promise<string> => readFile(new URL(`go/${module}/go.mod`, import.meta.url), 'utf8');

describe('pinned versions', () => {
  test.each([
    ['control-plane', `k8s.io/kubernetes v${versions.kubernetes}`],
    ['control-plane', `k8s.io/client-go v${versions.kubernetes.replace(/^1/, '0')}`],
    ['conformance', `k8s.io/kubernetes v${versions.kubernetes}`],
    ['etcd', `go.etcd.io/etcd/server/v3 v${versions.etcd}`],
    ['helm3', `helm.sh/helm/v3 v${versions.helm3}`],
    ['operator', `sigs.k8s.io/controller-runtime v${versions.peers['sigs.k8s.io/controller-runtime']}`],
    ['operator', `k8s.io/client-go v${versions.peers['k8s.io/client-go']}`],
    ['traefik', `github.com/traefik/traefik/v3 v${versions.traefik}`],
    ['crdify', `sigs.k8s.io/crdify v${versions.crdify}`],
  ])('R-184: the go.mod of %s asks for %s', async (module, requirement) => {
    const text = await goMod(module);
    const lines = text.split('\n').map((line) => line.replace(' // indirect', ''));
    expect(lines.filter((line) => line.endsWith(requirement))).not.toEqual([]);
    expect(text).toContain(`\ngo ${versions.go}\n`);
  });
});
