import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleModule } from '../../test/manifests/samples.ts';
import { RUNS } from '../../test/runs.ts';
import { CAPABILITIES } from '../capabilities/index.ts';
import type { ReadModule, Seen } from '../cluster/index.ts';
import { builtInObjects } from '../manifests/index.ts';
import type { Sync } from '../sets/index.ts';
import type { GatiModuleSpec } from '../types/index.ts';
import { decideModule, judgeModule, type ModuleDecision } from './decide.ts';
import type { ModuleObservation, ModuleSettings } from './observation.ts';
import { planModule } from './plan.ts';

const NOW = Date.parse('2026-01-01T12:00:00Z');
const settings: ModuleSettings = { generator: builtInObjects, hasOwners: true, targetKind: 'kubernetes' };

function moduleOf(spec: Partial<GatiModuleSpec> = {}, part: Partial<ReadModule> = {}): ReadModule {
  const metadata = { namespace: 'shop', name: 'db-module', uid: 'uid-1', generation: 3 };
  return { metadata, spec: { ...sampleModule, ...spec }, ...part };
}

function observationOf(part: Partial<ModuleObservation> = {}): ModuleObservation {
  return {
    module: moduleOf(),
    deployment: null,
    pods: [],
    scalers: [],
    hasRuntimeClass: true,
    isKedaInstalled: false,
    canMonitor: false,
    now: NOW,
    ...part,
  };
}

type State = 'rolling' | 'complete' | 'stuck';

function deploymentOf(state: State, available: boolean, replicas = 1): Seen {
  const moved = new Date(NOW - 60_000).toISOString();
  const progressing = {
    rolling: { status: 'True', reason: 'ReplicaSetUpdated' },
    complete: { status: 'True', reason: 'NewReplicaSetAvailable' },
    stuck: { status: 'False', reason: 'ProgressDeadlineExceeded' },
  }[state];
  return {
    kind: 'Deployment',
    metadata: { namespace: 'shop', name: 'module-db-module', generation: 2 },
    spec: { replicas },
    status: {
      observedGeneration: 2,
      replicas,
      readyReplicas: available ? replicas : 0,
      conditions: [
        { type: 'Progressing', lastUpdateTime: moved, ...progressing },
        { type: 'Available', status: available ? 'True' : 'False' },
      ],
    },
  };
}

const conditionOf = ({ status }: ModuleDecision, type: string) => status.conditions?.find((one) => one.type === type);
const stateOf = (decision: ModuleDecision, type: string) => {
  const { status, reason } = conditionOf(decision, type) ?? {};
  return `${status} ${reason}`;
};

describe('what is decided about a module', () => {
  test('G-120 G-22: a module gives its objects, owned by it', () => {
    const { objects, status } = decideModule(observationOf(), settings);
    expect(objects?.map(({ kind }) => kind)).toEqual(['ConfigMap', 'Deployment', 'Service', 'NetworkPolicy']);
    for (const { metadata } of objects ?? [])
      expect(metadata.ownerReferences).toMatchObject([{ kind: 'GatiModule', uid: 'uid-1', controller: true }]);
    expect(status).toMatchObject({
      phase: 'Pending',
      replicas: 0,
      readyReplicas: 0,
      selector: 'gati.dev/module=db-module',
      observedGeneration: 3,
      capabilities: ['filesystem:read', 'filesystem:write', 'network:egress', 'network:ingress'],
    });
    expect(decideModule(observationOf(), { ...settings, hasOwners: false }).objects?.[0]?.metadata).not.toHaveProperty(
      'ownerReferences',
    );
  });

  test.each([
    ['nothing yet', null, 'Pending', 'False Progressing', 'True Progressing'],
    ['rolling out first', deploymentOf('rolling', false), 'Pending', 'False Progressing', 'True Progressing'],
    ['rolling over', deploymentOf('rolling', true), 'Running', 'True Available', 'True Progressing'],
    ['complete', deploymentOf('complete', true), 'Running', 'True Available', 'False Succeeded'],
    ['pods lost', deploymentOf('complete', false), 'Pending', 'False NotAvailable', 'False Succeeded'],
    ['stuck, old pods serve', deploymentOf('stuck', true), 'Failed', 'False ProgressDeadlineExceeded', 'False Frozen'],
  ])('G-128 G-165: %s', (_, deployment, phase, ready, progressing) => {
    const decision = decideModule(observationOf({ deployment }), settings);
    expect(decision.status.phase).toBe(phase);
    expect(stateOf(decision, 'Ready')).toBe(ready);
    expect(stateOf(decision, 'Progressing')).toBe(progressing);
  });

  test('G-128: an update that ran out of time tells what its pod says', () => {
    const pod: Seen = {
      kind: 'Pod',
      metadata: { namespace: 'shop', name: 'db-2' },
      spec: {},
      status: { containerStatuses: [{ name: 'module', state: { waiting: { reason: 'ImagePullBackOff' } } }] },
    };
    const decision = decideModule(observationOf({ deployment: deploymentOf('stuck', true), pods: [pod] }), settings);
    expect(conditionOf(decision, 'Ready')?.message).toContain('ImagePullBackOff');
    expect(decision.events).toMatchObject([{ type: 'Warning', reason: 'DeadlineExceeded' }]);
  });

  test('G-112: no replicas is a running module without pods', () => {
    const observed = observationOf({
      module: moduleOf({ replicas: 0 }),
      deployment: deploymentOf('complete', true, 0),
    });
    const decision = decideModule(observed, settings);
    expect([decision.status.phase, stateOf(decision, 'Ready')]).toEqual(['Running', 'True ScaledToZero']);
  });

  test.each<[string, Partial<GatiModuleSpec>, Partial<ModuleObservation>]>([
    ['UnknownCapability', { capabilities: ['network', 'teleport'] }, {}],
    ['CapabilityNeedsConfig', { capabilities: ['secrets:read'] }, {}],
    [
      'RuntimeClassNotFound',
      { moduleType: 'wasm', wasm: { runtimeClassName: 'wasmtime' } },
      { hasRuntimeClass: false },
    ],
    ['ScaleToZeroNeedsQuery', { scaling: { minReplicas: 0 } }, {}],
    ['InvalidSpec', { resources: { requests: { cpu: '2' }, limits: { cpu: '1' } } }, {}],
  ])('G-126: %s changes nothing, and what runs goes on', (reason, spec, part) => {
    const observed = observationOf({ module: moduleOf(spec), deployment: deploymentOf('complete', true), ...part });
    const decision = decideModule(observed, settings);
    expect(decision.objects).toBeUndefined();
    expect(stateOf(decision, 'Accepted')).toBe(`False ${reason}`);
    expect([decision.status.phase, stateOf(decision, 'Ready')]).toEqual(['Failed', 'True Available']);
  });

  test('G-126 G-167: an unknown capability is reported once', () => {
    const first = decideModule(observationOf({ module: moduleOf({ capabilities: ['teleport'] }) }), settings);
    expect(first.events).toMatchObject([{ type: 'Warning', reason: 'UnknownCapability' }]);
    const again = observationOf({
      module: moduleOf({ capabilities: ['teleport'] }, { status: first.status }),
      now: NOW + 60_000,
    });
    expect(decideModule(again, settings)).toEqual({ ...first, events: [] });
  });

  test('G-127: hosts are passed to the module and not enforced, and the condition says so', () => {
    const module = moduleOf({ network: { allowedHosts: ['api.example.com'] } });
    expect(stateOf(decideModule(observationOf({ module }), settings), 'NetworkIsolated')).toBe(
      'False HostsNotEnforced',
    );
  });

  describe('whether its network is isolated', () => {
    const synced = (status: 'True' | 'False' | 'Unknown'): Sync => ({
      condition: { type: 'Synced', status, reason: 'Any', message: '' },
      target: { kind: 'kubernetes' },
      written: [],
      isChanged: false,
      unremoved: [],
      failures: [],
      drifted: [],
    });
    const isolation = (observed: ModuleObservation, sync?: Sync) =>
      stateOf(
        { objects: undefined, ...judgeModule(observed, planModule(observed, settings), sync) },
        'NetworkIsolated',
      );
    const refused = moduleOf({ capabilities: ['teleport'] });

    test('G-127: only what the target holds enforces anything', () => {
      expect(isolation(observationOf(), synced('True'))).toBe('True Enforced');
      expect(isolation(observationOf(), synced('False'))).toBe('Unknown NotSynced');
      expect(isolation(observationOf(), synced('Unknown'))).toBe('Unknown NotSynced');
      expect(isolation(observationOf())).toBe('Unknown NotSynced');
    });

    test('G-127: a module that was refused and never deployed has no NetworkPolicy', () => {
      expect(isolation(observationOf({ module: refused }))).toBe('Unknown NotDeployed');
    });

    test('G-126 G-127: a refused change leaves the policy of before', () => {
      const { status } = judgeModule(observationOf(), planModule(observationOf(), settings), synced('True'));
      const module = { ...refused, status };
      expect(isolation(observationOf({ module, deployment: deploymentOf('complete', true) }))).toBe('True Enforced');
    });
  });

  test('G-113: a Deployment is made with its pods, then the scaler takes over', () => {
    const module = moduleOf({ replicas: 4, scaling: { cpu: 70 } });
    const kinds = (observed: ModuleObservation) => decideModule(observed, settings).objects?.map(({ kind }) => kind);
    const made = decideModule(observationOf({ module }), settings).objects?.find(({ kind }) => kind === 'Deployment');
    expect(made?.spec.replicas).toBe(4);
    expect(kinds(observationOf({ module }))).not.toContain('HorizontalPodAutoscaler');
    const there = observationOf({ module, deployment: deploymentOf('complete', true, 4) });
    expect(kinds(there)).toContain('HorizontalPodAutoscaler');
    expect(decideModule(there, settings).objects?.[1]?.spec).not.toHaveProperty('replicas');
  });

  test('G-178: another target waits for a word', () => {
    const held = { target: { kind: 'helm' } };
    const decision = decideModule(observationOf({ module: moduleOf({}, { status: held }) }), settings);
    expect([decision.objects, stateOf(decision, 'Synced')]).toEqual([undefined, 'False TargetChanged']);
    const named = moduleOf({}, { status: held });
    const metadata = { ...named.metadata, annotations: { 'gati.dev/migrate-target': 'kubernetes' } };
    expect(decideModule(observationOf({ module: { ...named, metadata } }), settings).objects).toBeDefined();
  });

  test('G-152: a decision on its own status is the same, and tells nothing again', () => {
    const spec = fc.record({
      replicas: fc.nat(3),
      capabilities: fc.subarray([...CAPABILITIES, 'network', 'storage', 'teleport'], { maxLength: 4 }),
      scaling: fc.constantFrom(undefined, { cpu: 60 }, { minReplicas: 2, maxReplicas: 4 }),
    });
    const deployment = fc.option(
      fc
        .tuple(fc.constantFrom<State>('rolling', 'complete', 'stuck'), fc.boolean(), fc.nat(4))
        .map((parts) => deploymentOf(...parts)),
    );
    fc.assert(
      fc.property(spec, deployment, ({ scaling, ...rest }, seen) => {
        const declared = { ...rest, ...(scaling && { scaling }) };
        const first = decideModule(observationOf({ module: moduleOf(declared), deployment: seen }), settings);
        const module = moduleOf(declared, { status: first.status });
        const second = decideModule(observationOf({ module, deployment: seen, now: NOW + 1_000 }), settings);
        expect(second).toEqual({ ...first, events: [] });
        const isRefused = stateOf(first, 'Accepted').startsWith('False');
        expect(first.objects === undefined).toBe(isRefused);
        expect(first.status.phase === 'Failed').toBe(isRefused || stateOf(first, 'Progressing') === 'False Frozen');
      }),
      { numRuns: RUNS.numRuns / 10 },
    );
  });
});

test('G-36: an API server that learns to sleep replaces no pods; the next change of the spec brings the sleep', () => {
  const made = (canSleep: boolean, observed: ModuleObservation) =>
    decideModule(observed, { ...settings, canSleep }).objects?.find(({ kind }) => kind === 'Deployment');
  const first = made(false, observationOf());
  expect(JSON.stringify(first)).not.toContain('preStop');
  const deployment = { ...deploymentOf('complete', true), spec: first?.spec } as Seen;
  const lastTransitionTime = new Date(NOW).toISOString();
  const conditions = [{ type: 'Synced', status: 'True' as const, reason: 'Synced', message: '', lastTransitionTime }];
  const settled = moduleOf({}, { status: { observedGeneration: 3, conditions } });
  expect(made(true, observationOf({ module: settled, deployment }))?.spec).toEqual(first?.spec);
  const edited = { ...settled, metadata: { ...settled.metadata, generation: 4 } };
  expect(JSON.stringify(made(true, observationOf({ module: edited, deployment })))).toContain('"preStop":{"sleep"');
});
