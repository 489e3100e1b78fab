import { readFileSync } from 'node:fs';
import { versions } from '@slipway/tools/versions';
import { expect, it } from 'vitest';

it('the module of the Go informer is pinned to the version of the peers', () => {
  const goMod = readFileSync(new URL('../peers/go-informer/go.mod', import.meta.url), 'utf8');
  const pinned = versions.peers['k8s.io/client-go'];
  for (const module of ['api', 'apimachinery', 'client-go']) expect(goMod).toContain(`k8s.io/${module} v${pinned}\n`);
});

it('the module of the Go operator is pinned to the versions of the peers', () => {
  const goMod = readFileSync(new URL('../peers/controller-runtime/go.mod', import.meta.url), 'utf8');
  expect(goMod).toContain(`sigs.k8s.io/controller-runtime v${versions.peers['sigs.k8s.io/controller-runtime']}\n`);
  const pinned = versions.peers['k8s.io/client-go'];
  for (const module of ['api', 'apimachinery', 'client-go']) expect(goMod).toContain(`k8s.io/${module} v${pinned}\n`);
});
