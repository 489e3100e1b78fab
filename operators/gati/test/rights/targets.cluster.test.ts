import { createCertificateAuthority } from '@slipway/apiserver/certificates';
import { Namespace } from '@slipway/kube/kinds';
import { FaultProxy } from '@slipway/runtime/testing';
import { installKind } from '@slipway/test/clusters/install-kind';
import { expect, it, onTestFinished } from 'vitest';
import { GatiHandlerKind } from '../../src/types/index.ts';
import { handlerText } from '../handler-text.ts';
import { describeOperator } from '../rigs.ts';
import { untilNothingIsLeft } from '../targets/endings.ts';
import { Application } from '../targets/git-engine.ts';
import { helmEnvironment, startEngine } from '../targets/places.ts';
import { actsThrough, unusedOf } from './audit.ts';
import { rulesIn } from './installation.ts';

describeOperator('the further rights of a target', (start, cluster) => {
  /** With TLS: helm sends no token without. */
  const startProxy = async (): Promise<FaultProxy> => {
    const authority = createCertificateAuthority();
    const certificate = { ...authority.issueServer({ ipAddresses: ['127.0.0.1'] }), caPem: authority.certPem };
    const proxy = await FaultProxy.start({ upstream: cluster().kubeconfig, certificate });
    onTestFinished(() => proxy.stop());
    return proxy;
  };

  it('G-184: helm needs each of its own from the first release to the last', async () => {
    const proxy = await startProxy();
    const rig = await start({ operatorKubeconfig: proxy.kubeconfig, env: await helmEnvironment() });
    await rig.apply(handlerText('users', 'v1'));
    await rig.untilStable('users', 'v1');
    await rig.client.delete(GatiHandlerKind, { namespace: rig.namespace, name: 'users' });
    await untilNothingIsLeft(rig);
    expect(unusedOf(await rulesIn('deploy/rbac-helm.yaml'), actsThrough(proxy))).toEqual([]);
    expect(actsThrough(proxy).filter(({ isForbidden }) => isForbidden)).toEqual([]);
  });

  // Of Flux the same is asked by the same code; it reads no repository that is a folder.
  it('G-184: gitops needs each of its own to point an engine at its branch', async () => {
    const proxy = await startProxy();
    const rig = await start({ operatorKubeconfig: proxy.kubeconfig });
    await installKind(rig.client, Application);
    await rig.client.apply(Namespace, { metadata: { name: 'argocd' } }, { fieldManager: 'test' });
    const { env } = await startEngine(rig, { tellsArgo: true });
    await rig.restartOperator(env);
    await rig.apply(handlerText('users', 'v1'));
    await rig.untilStable('users', 'v1');
    const rules = (await rulesIn('deploy/rbac-gitops.yaml')).filter(({ apiGroups }) => apiGroups[0] === 'argoproj.io');
    expect(rules).toHaveLength(1);
    expect(unusedOf(rules, actsThrough(proxy))).toEqual([]);
    expect(actsThrough(proxy).filter(({ isForbidden }) => isForbidden)).toEqual([]);
  });
});
