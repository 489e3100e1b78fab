import { describe, expect, test } from 'vitest';
import { small } from '../../test/descriptions.ts';
import { manifestOf, problemsOf } from '../kinds/index.ts';
import type { Hardware, Pod, Scheduling } from '../model/index.ts';

const container = { name: 'performer', image: 'performer:1' };
const pod = (scheduling: Scheduling, hardware: Hardware = {}): Pod => ({
  containers: [container],
  scheduling,
  hardware,
});
/** The scheduling fields of the pod, and the amounts of devices. */
const placed = (scheduling: Scheduling, hardware: Hardware = {}) => {
  const spec = manifestOf({ ...small, pod: pod(scheduling, hardware) }, 'Deployment')?.spec.template.spec;
  const { nodeSelector, tolerations, affinity, runtimeClassName } = spec ?? {};
  const { cpu: _, memory: __, ...devices } = spec?.containers[0]?.resources?.limits ?? {};
  return { nodeSelector, tolerations, affinity, runtimeClassName, devices };
};
const problems = (scheduling: Scheduling, hardware: Hardware = {}) =>
  problemsOf({ ...small, pod: pod(scheduling, hardware) });

const GPU_TOLERATION = { key: 'nvidia.com/gpu', operator: 'Exists', effect: 'NoSchedule' } as const;
const SGX_TOLERATION = { key: 'sgx', operator: 'Equal', value: 'enabled', effect: 'NoSchedule' } as const;
const a100 = { gpu: { count: 2, type: 'nvidia-a100' } };
const A100_AFFINITY = { key: 'accelerator', operator: 'In', values: ['nvidia-a100', 'nvidia-tesla-a100'] } as const;

describe('placement', () => {
  test('H-116: nothing is set that nobody asked for', () => {
    expect(placed({})).toEqual({ devices: {} });
  });

  test('H-111 H-116: a GPU by its label is a device and a toleration', () => {
    const nodeSelector = { accelerator: 'nvidia-tesla-a100' };
    expect(placed({ nodeSelector, tolerations: [GPU_TOLERATION] }, a100)).toEqual({
      nodeSelector,
      tolerations: [GPU_TOLERATION],
      devices: { 'nvidia.com/gpu': '2' },
    });
  });

  test('H-112: without a label of the author, the type picks the nodes', () => {
    expect(placed({}, a100)).toMatchObject({
      tolerations: [GPU_TOLERATION],
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{ matchExpressions: [A100_AFFINITY] }],
          },
        },
      },
    });
    expect(placed({}, { gpu: { count: 1 } }).affinity).toBeUndefined();
  });

  test('H-112: it is part of each alternative that the author gives', () => {
    const zone = (value: string) => ({ matchExpressions: [{ key: 'zone', operator: 'In' as const, values: [value] }] });
    const required = (nodeSelectorTerms: object[]) => ({
      nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } },
    });
    const { affinity } = placed({ affinity: required([zone('a'), zone('b')]) }, a100);
    expect(affinity).toEqual(
      required(['a', 'b'].map((value) => ({ matchExpressions: [...zone(value).matchExpressions, A100_AFFINITY] }))),
    );
    const product = [{ matchExpressions: [{ key: 'nvidia.com/gpu.product', operator: 'Exists' as const }] }];
    expect(placed({ affinity: required(product) }, a100).affinity).toEqual(required(product));
  });

  test('H-111: names of devices and labels can be others; another count is refused', () => {
    expect(placed({}, { gpu: { count: 1, type: 'mi300', resource: 'amd.com/gpu', nodeLabel: 'gpu' } })).toMatchObject({
      devices: { 'amd.com/gpu': '1' },
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{ matchExpressions: [{ key: 'gpu', operator: 'In', values: ['mi300'] }] }],
          },
        },
      },
    });
    const counted = { ...container, resources: { limits: { 'nvidia.com/gpu': 1 } } };
    expect(problemsOf({ ...small, pod: { containers: [counted], hardware: a100 } })).toMatchObject([
      { code: 'WORKLOAD_RESOURCES', field: 'pod.containers[0].resources.limits.nvidia.com/gpu' },
    ]);
  });

  test.each([
    ['sgx', 'intel.feature.node.kubernetes.io/sgx'],
    ['sev', 'amd.feature.node.kubernetes.io/sev'],
    ['tdx', 'intel.feature.node.kubernetes.io/tdx'],
  ] as const)('H-113: %s picks its nodes and tolerates their taint', (type, label) => {
    expect(placed({}, { tee: { type } })).toEqual({
      nodeSelector: { [label]: 'true' },
      tolerations: [{ ...SGX_TOLERATION, key: type }],
      devices: {},
    });
    const known = { [`feature.node.kubernetes.io/cpu-security.${type}.enabled`]: 'true' };
    expect(placed({ nodeSelector: known }, { tee: { type } }).nodeSelector).toEqual(known);
  });

  test('H-113: its devices and runtime class can be named', () => {
    const tee = { type: 'sgx', resources: { 'sgx.intel.com/epc': '10Mi' }, runtimeClassName: 'gramine' } as const;
    expect(placed({}, { tee })).toMatchObject({
      devices: { 'sgx.intel.com/epc': '10Mi' },
      runtimeClassName: 'gramine',
    });
    expect(problems({ runtimeClassName: 'kata' }, { tee })).toMatchObject([{ code: 'WORKLOAD_PLACEMENT' }]);
  });

  test('H-114: labels of nodes join the selector; one key with two values names both', () => {
    expect(placed({ nodeSelector: { a: '1' } }, { nodeLabels: { b: '2' } }).nodeSelector).toEqual({ a: '1', b: '2' });
    expect(problems({ nodeSelector: { a: '1' } }, { nodeLabels: { a: '2' } })).toEqual([
      {
        code: 'WORKLOAD_PLACEMENT',
        field: 'pod.scheduling.nodeSelector[a]',
        message: 'is "1" and "2" at once; no node has both: leave one out',
      },
    ]);
  });

  test('H-110: tolerations keep their order, and exact duplicates go', () => {
    const [spot, same] = [{ key: 'spot', operator: 'Exists' } as const, { operator: 'Exists', key: 'spot' } as const];
    expect(placed({ tolerations: [SGX_TOLERATION, spot, same] }).tolerations).toEqual([SGX_TOLERATION, spot]);
  });

  test('H-47 H-60: pods are spread softly where asked, and leave a lost node in time', () => {
    const scheduling = {
      topologySpread: [{ topologyKey: 'kubernetes.io/hostname' }],
      nodeFailureTolerationSeconds: 30,
    };
    const spec = manifestOf({ ...small, pod: pod(scheduling) }, 'Deployment')?.spec.template.spec;
    expect(spec?.topologySpreadConstraints).toEqual([
      {
        topologyKey: 'kubernetes.io/hostname',
        maxSkew: 1,
        whenUnsatisfiable: 'ScheduleAnyway',
        labelSelector: { matchLabels: { 'app.kubernetes.io/instance': 'web' } },
      },
    ]);
    expect(spec?.tolerations?.map(({ key, effect, tolerationSeconds }) => [key, effect, tolerationSeconds])).toEqual([
      ['node.kubernetes.io/not-ready', 'NoExecute', 30],
      ['node.kubernetes.io/unreachable', 'NoExecute', 30],
    ]);
  });
});
