import { type AnyKind, type Cluster, connect, silentLogger } from '@slipway/kube';
import { ClusterRole, Role } from '@slipway/kube/kinds';
import { type Nodes, startNodes } from '@slipway/localcluster/kubelet';
import type { ControlPlane } from '@slipway/tools/control-plane/index';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOperator, type Operator } from '../../src/operator/index.ts';
import type { PolicyRule } from '../../src/rbac/index.ts';
import { settingsOf } from '../../src/settings/index.ts';
import { ACCOUNT, accountKubeconfig, tokenOf } from './account.ts';
import { type Act, actsOf, unusedOf } from './audit.ts';
import { installDefinitions, installOptionalKinds, kubectlOf, rulesIn, startStrictPlane } from './installation.ts';
import { Refusals } from './refusals.ts';
import { WideStory } from './wide-story.ts';

const NAME = { name: 'gati-operator' };

describe.each([
  { file: 'operator.yaml', env: {}, role: ClusterRole as AnyKind, ref: NAME },
  {
    file: 'deploy/operator-namespaced.yaml',
    env: { WATCH_NAMESPACES: 'default' },
    role: Role as AnyKind,
    ref: { namespace: 'default', ...NAME },
  },
])('the operator with the rights of $file', ({ file, env, role, ref }) => {
  let plane: ControlPlane;
  let admin: Cluster;
  let nodes: Nodes;
  let operator: Operator;

  beforeAll(async () => {
    plane = await startStrictPlane();
    const kubectl = await kubectlOf(plane.kubeconfigPath);
    await installOptionalKinds(kubectl);
    await installDefinitions(kubectl, 'crds/');
    await kubectl('apply', '--validate=strict', '-f', file);
    nodes = await startNodes({ kubeconfig: plane.kubeconfig, nodes: 2 });
    admin = await connect({ text: plane.kubeconfig });
    operator = await createOperator(settingsOf({ TRAFFIC_INTERVAL: '1s', ...env }), {
      connect: { text: accountKubeconfig(plane.kubeconfig, await tokenOf(admin)) },
      metrics: { address: '127.0.0.1:0' },
      health: { address: '127.0.0.1:0' },
      electionNamespace: 'gati-system',
      logger: silentLogger,
      exit: () => undefined,
    });
    await operator.start();
  });

  afterAll(async () => {
    await operator?.stop();
    await nodes?.stop();
    await admin?.close();
    await plane?.stop();
  });

  const acts = (): Promise<Act[]> => actsOf(plane.auditLogPath, ACCOUNT);

  // Both together say that without any of them something would be refused.
  test('G-184: is refused nothing, and uses each of them', async () => {
    const story = new WideStory(admin);
    await story.begin();
    // The old version drains: its pods are scraped, which fails here, where no node really runs any.
    await expect.poll(async () => (await acts()).some(({ what }) => what === 'get pods/proxy')).toBe(true);
    await story.end();
    const rules = await rulesIn(file);
    // Events are sent, and repeats counted, at their own pace.
    await expect.poll(async () => unusedOf(rules, await acts())).toEqual([]);
    expect((await acts()).filter(({ isForbidden }) => isForbidden)).toEqual([]);
  });

  // Of these no log tells: the server asks by itself when an owner is set.
  test.each(['gatihandlers', 'gatimodules', 'gativersions'])(
    'G-184: is refused the children of %s without the right to their finalizers',
    async (owner) => {
      const refusals = new Refusals();
      const story = new WideStory(admin);
      const name = `of-${owner}`;
      const { rules } = (await admin.client.live.get(role, ref)) as unknown as { rules: readonly PolicyRule[] };
      const resource = `${owner}/finalizers`;
      const lessened = rules.map((rule) => ({ ...rule, resources: rule.resources.filter((one) => one !== resource) }));
      await admin.client.patch(role, ref, { merge: { rules: lessened } });
      await (owner === 'gatimodules' ? story.module(name) : story.handler(name));
      await expect.poll(() => refusals.messages.join('\n')).toContain('cannot set blockOwnerDeletion');
      expect(() => refusals.end()).toThrow('lacks rights');
      await admin.client.patch(role, ref, { merge: { rules } });
    },
  );
});
