/**
 * @module
 * What must hold of an app that is delivered, whatever happens to it: checked for every state that it passed through.
 */
import type { VersionId } from '@slipway/delivery';
import { Deployment } from '@slipway/kube/kinds';
import { expect } from 'vitest';
import { nameOfVersion } from './app.ts';
import type { Moment } from './history.ts';
import { isPaused } from './keda.ts';
import { weightsOf } from './observer.ts';
import type { DeliveryScene } from './world.ts';

/** Weights as they followed each other: `90/10`, in the order of the app's versions. */
export function weightsIn(moments: readonly Moment[]): string[] {
  const all = moments.map(({ weights }) => Object.values(weights).join('/'));
  return all.filter((text, index) => text !== all[index - 1]);
}

/** Every state of the app since the change with this number. */
export function expectSound(world: DeliveryScene, from = 0): void {
  const moments = world.history.moments(from);
  moments.forEach((moment, index) => {
    const before = moments[index - 1];
    const weights = Object.values(moment.weights);
    const sum = weights.reduce((total, weight) => total + weight, 0);
    expect([0, 100], JSON.stringify(moment)).toContain(sum);
    expect(sum, 'once there was traffic, all of it is led somewhere').toBeGreaterThanOrEqual(
      Object.values(before?.weights ?? {}).reduce((total, weight) => total + weight, 0),
    );
    for (const [version, weight] of Object.entries(moment.weights)) {
      if (weight > 0) expect(moment.versions, `${version} has weight and no Deployment`).toHaveProperty(version);
      if (before && weight > (before.weights[version] ?? 0)) expectCapacity(before, moment, version);
    }
  });
}

/** Capacity comes before weight: what gains traffic was ready for it, by what carried all of it before. */
function expectCapacity(before: Moment, { weights }: Moment, version: VersionId): void {
  const { ready = 0, scaler } = before.versions[version] ?? {};
  const carrier = Object.keys(before.weights).find((other) => other !== version && (before.weights[other] ?? 0) > 0);
  const base = carrier === undefined ? ready : (before.versions[carrier]?.wanted ?? 0);
  const needed = Math.min(Math.ceil((base * (weights[version] ?? 0)) / 100), scaler?.max ?? Number.POSITIVE_INFINITY);
  expect(ready, `${version} at ${weights[version]} %: ${JSON.stringify(before)}`).toBeGreaterThanOrEqual(
    Math.max(1, needed),
  );
}

/** After the end: nothing is paused, no scaler without its workload, no route to what is not ready. */
export function expectTidy(world: DeliveryScene): void {
  const { scaledObjects, autoscalers, deployments, route } = world.history.objects;
  expect(scaledObjects.filter(isPaused)).toEqual([]);
  const names = deployments.map(({ metadata }) => metadata.name);
  for (const { spec } of [...scaledObjects, ...autoscalers]) expect(names).toContain(spec?.scaleTargetRef.name);
  for (const [service, weight] of Object.entries(weightsOf(route))) {
    const ready = deployments.find(({ metadata }) => metadata.name === service)?.status?.readyReplicas ?? 0;
    if (weight > 0) expect([service, ready > 0]).toEqual([service, true]);
  }
}

/** Going back: one change of the route, and only then is anything scaled; the scaler goes before the pods. */
export function expectReturn(world: DeliveryScene, version: VersionId, from: number): void {
  const moments = world.history.moments(from);
  const back = moments.findIndex(({ weights }) => weights[version] === 0);
  expect(moments[back]?.change).toBe(`HTTPRoute ${world.app.name}`);
  const size = moments[0]?.versions[version]?.wanted ?? 0;
  for (const { versions } of moments.slice(0, back)) expect(versions[version]?.wanted).toBeGreaterThanOrEqual(size);
  const shrunk = moments.slice(back).find(({ versions }) => (versions[version]?.wanted ?? 0) < size);
  expect(shrunk?.versions[version]?.scaler).toBeUndefined();
}

/** Whether the operator has written how many replicas a version has. */
export async function ownsReplicas(world: DeliveryScene, version: VersionId): Promise<boolean> {
  const at = { namespace: world.app.namespace, name: nameOfVersion(world.app, version) };
  const { metadata } = (await world.cluster.client.live.get(Deployment, at)) ?? {};
  const own = metadata?.managedFields?.filter(({ manager }) => manager === 'slipway') ?? [];
  return own.some(({ fieldsV1 }) => JSON.stringify(fieldsV1).includes('"f:replicas"'));
}

/**
 * No version has more than its share of the need and one, or what the rollout asks for it; so all of them together
 * have no more than one version would, one each, and what is held.
 */
export function expectBounded(world: DeliveryScene, demand: number, from: number): void {
  const moments = world.history.moments(from);
  moments.forEach(({ weights, versions }, index) => {
    for (const [version, { wanted, scaler }] of Object.entries(versions)) {
      if (!scaler) continue;
      const before = moments[index - 1]?.versions[version];
      const need = Math.ceil((demand * (weights[version] ?? 0)) / 100) + 1;
      // What it had is no growth: an autoscaler takes its time to shrink.
      const most = Math.max(need, scaler.min, before?.wanted ?? 0);
      expect(wanted, `${version} in ${JSON.stringify(moments[index])}`).toBeLessThanOrEqual(most);
    }
  });
}
